package dev.heddle.frame.verb;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.plan.ComputedLimits;
import dev.heddle.frame.plan.LimitKind;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import java.util.List;

/** Builds the plans of limits whose numbers are computed, or count something other than rows. */
public final class Limits {
  public static final int SHOWN_ROWS = 20;
  public static final int HEAD_ROWS = 10;

  private Limits() {}

  public static void requireCount(String action, long count) {
    if (count < 0) {
      throw new AnalysisException(action + ": " + count + " rows; the number must not be negative");
    }
  }

  public static LogicalPlan limit(LogicalPlan input, Expr count) {
    return ComputedLimits.of(input, null, number("Cannot limit", count), LimitKind.ROWS);
  }

  public static LogicalPlan offset(LogicalPlan input, Expr count) {
    return ComputedLimits.of(input, number("Cannot offset", count), null, LimitKind.ROWS);
  }

  public static LogicalPlan percent(LogicalPlan input, double percent) {
    if (!(percent >= 0 && percent <= 100)) {
      throw new AnalysisException(
          "Cannot limit: " + percent + " percent; a percentage is from 0 to 100");
    }
    return ComputedLimits.of(input, null, Functions.lit(percent), LimitKind.PERCENT);
  }

  public static LogicalPlan withTies(LogicalPlan input, long count) {
    LogicalPlan limited =
        ComputedLimits.onSort(
            input,
            sort -> ComputedLimits.of(sort, null, Functions.lit(count), LimitKind.WITH_TIES));
    if (limited == null) {
      throw new AnalysisException(
          "Cannot limit with ties: the frame is not sorted; call sort(...) before");
    }
    return limited;
  }

  private static Expr number(String action, Expr count) {
    ExprTyper typer = new ExprTyper(new Schema(List.of()), action);
    Expr number = ExprChecks.bound(typer, count);
    ExprChecks.requireScalar(typer, number);
    DataType type = typer.type(number).type();
    if (!type.isNumeric() && !(type instanceof DataType.Null)) {
      throw typer.error(number + " is " + type.sqlName() + ", and the number of rows an integer");
    }
    return number instanceof Expr.Literal literal && literal.value() instanceof Long value
        ? Functions.lit(value)
        : type.equals(DataType.INT64)
            ? number
            : new Expr.Cast(number, DataType.INT64, CastMode.STRICT);
  }
}
