package dev.heddle.frame.verb;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.plan.ComputedLimits;
import dev.heddle.frame.plan.LimitKind;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import java.util.List;
import java.util.function.Function;

/** Builds the plans of limits whose numbers are computed, or count something other than rows. */
public final class Limits {
  public static final int SHOWN_ROWS = 20;
  public static final int HEAD_ROWS = 10;

  private static final String NUMBER = "$row";

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
    return onSort(
        "Cannot limit with ties",
        input,
        sort -> ComputedLimits.of(sort, null, Functions.lit(count), LimitKind.WITH_TIES));
  }

  /** The last rows of a sorted plan. */
  public static LogicalPlan tail(LogicalPlan input, long count) {
    return onSort(
        "Cannot take the tail",
        input,
        sort -> new LogicalPlan.Sort(new LogicalPlan.Limit(reversed(sort), 0, count), sort.keys()));
  }

  /** The rows of a sorted plan from its end. */
  public static LogicalPlan reversed(LogicalPlan input) {
    return onSort("Cannot reverse", input, Limits::reversed);
  }

  private static LogicalPlan.Sort reversed(LogicalPlan.Sort sort) {
    return new LogicalPlan.Sort(sort.input(), sort.keys().stream().map(SortKey::reversed).toList());
  }

  private static LogicalPlan onSort(
      String action, LogicalPlan input, Function<LogicalPlan.Sort, LogicalPlan> change) {
    LogicalPlan changed =
        ComputedLimits.onSort(input, sort -> change.apply((LogicalPlan.Sort) sort));
    if (changed == null) {
      throw new AnalysisException(action + ": the frame is not sorted; call sort(...) before");
    }
    return changed;
  }

  /** The first row, and from it on each n-th. */
  public static LogicalPlan everyNth(LogicalPlan input, long n) {
    if (n < 1) {
      throw new AnalysisException(
          "Cannot take every n-th row: n is " + n + "; it must be at least 1");
    }
    LogicalPlan numbered = Projections.indexed(input, NUMBER, 0);
    Expr isTaken = Functions.col(NUMBER).mod(n).eqTo(0);
    return Projections.drop(new LogicalPlan.Filter(numbered, isTaken), List.of(NUMBER));
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
