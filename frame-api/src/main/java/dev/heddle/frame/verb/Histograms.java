package dev.heddle.frame.verb;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.coalesce;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.least;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.max;
import static dev.heddle.frame.expr.Functions.min;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Join;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.plan.JoinKind;
import dev.heddle.frame.schema.DataType;

/** Counts the values of a column in intervals of one width. */
public final class Histograms {
  /** At most this number of intervals can be asked for. */
  public static final int MAX_BINS = 10_000;

  private static final String ACTION = "Cannot make a histogram";
  private static final String BIN = "bin";

  private Histograms() {}

  /** Columns {@code low}, {@code high} and {@code count}, one row for each interval. */
  public static DataFrame of(DataFrame frame, String column, int bins) {
    if (bins < 1 || bins > MAX_BINS) {
      throw new AnalysisException(
          ACTION + " of " + bins + " intervals: give a number from 1 to " + MAX_BINS);
    }
    DataType type = new ExprTyper(frame.schema(), ACTION).field(column).type();
    if (!type.isNumeric()) {
      throw new AnalysisException(
          ACTION + ": column \"" + column + "\" is " + type.sqlName() + ", no number");
    }
    Expr x = col("x");
    DataFrame values =
        frame
            .select(col(column).cast(DataType.FLOAT64).named("x"))
            .filter(x.gt(Double.NEGATIVE_INFINITY).and(x.lt(Double.POSITIVE_INFINITY)));
    Expr width = col("last").minus(col("first")).div(bins);
    DataFrame bounds =
        values
            .agg(min(x).named("first"), max(x).named("last"))
            .filter(col("first").isNotNull())
            .withColumn("width", width);
    Expr place = x.minus(col("first")).div(col("width")).floor();
    Expr bin = caseWhen(col("width").eqTo(0.0), 0.0).otherwise(least(place, lit(bins - 1.0)));
    DataFrame counts =
        values.join(bounds, Join.cross()).groupBy(bin.cast(DataType.INT64).named(BIN)).count();
    Expr first = col("first");
    Expr at = col(BIN);
    return bounds
        .withColumn(BIN, call("range", lit((long) bins)))
        .explode(BIN)
        .join(counts, JoinKind.LEFT, BIN)
        .select(
            first.plus(col("width").times(at)).named("low"),
            caseWhen(at.eqTo(bins - 1), col("last"))
                .otherwise(first.plus(col("width").times(at.plus(1))))
                .named("high"),
            coalesce(col("count"), 0L).named("count"));
  }
}
