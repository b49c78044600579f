package dev.heddle.frame.verb;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Join;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.schema.DataType;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.List;

/** Adds rows for missing times: all times of each group, joined with the rows that there are. */
public final class Upsampling {
  private static final String ACTION = "Cannot upsample";

  private Upsampling() {}

  public static DataFrame of(DataFrame frame, String time, TemporalAmount step, String... by) {
    Steps.checked(ACTION, step);
    List<String> keys = new ArrayList<>(Arguments.all(by, "by"));
    ExprTyper typer = new ExprTyper(frame.schema(), ACTION);
    keys.forEach(typer::field);
    DataType type = typer.field(time).type();
    if (!(type instanceof DataType.Date) && !(type instanceof DataType.Timestamp)) {
      throw new AnalysisException(
          ACTION + ": column \"" + time + "\" is " + type.sqlName() + ", no date or timestamp");
    }
    if (keys.contains(time)) {
      throw new AnalysisException(ACTION + " column \"" + time + "\" by itself");
    }
    Expr at = Functions.col(time);
    Expr series =
        Functions.call(
            "generate_series", Functions.min(at), Functions.max(at), Steps.literal(step));
    DataFrame times = frame.groupBy(by).agg(series.named(time)).explode(time).cast(time, type);
    keys.add(time);
    return times
        .join(frame, Join.full().on(keys.toArray(String[]::new)).nullSafe())
        .select(frame.schema().names().toArray(String[]::new));
  }
}
