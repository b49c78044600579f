package dev.heddle.frame.verb;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.expr.WindowSpec;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedWindow;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds the plans of {@code unique}: the rows that are the first, or alone, in their partition.
 */
public final class Uniques {
  /** What fails. */
  public static final String ACTION = "Cannot make unique";

  private static final String NUMBER = "$number";

  private Uniques() {}

  /** The first row, in an order, of each combination of values; any if there is no order. */
  public static LogicalPlan first(LogicalPlan input, List<Expr> columns, List<SortKey> order) {
    WindowSpec window = window(input, columns).orderBy(order.toArray(SortKey[]::new));
    return where(input, Functions.rowNumber().over(window));
  }

  /** The rows whose combination of values no other row has. */
  public static LogicalPlan alone(LogicalPlan input, List<Expr> columns) {
    return where(input, Functions.count().over(window(input, columns)));
  }

  private static WindowSpec window(LogicalPlan input, List<Expr> columns) {
    if (columns.isEmpty()) {
      throw new AnalysisException(ACTION + ": no column is named; for whole rows use distinct()");
    }
    ExprTyper typer = new ExprTyper(input.schema(), ACTION);
    List<Expr> keys = columns.stream().map(column -> ExprChecks.bound(typer, column)).toList();
    for (Expr key : keys) {
      ExprChecks.requireScalar(typer, key);
      ExprType unused = typer.type(key);
    }
    return Functions.partitionBy(keys.toArray(Expr[]::new));
  }

  private static LogicalPlan where(LogicalPlan input, Expr.Over number) {
    List<Field> fields = new ArrayList<>(input.schema().fields());
    fields.add(new Field(NUMBER, DataType.INT64, false));
    LogicalPlan numbered =
        new LogicalPlan.Window(input, List.of(new NamedWindow(NUMBER, number)), new Schema(fields));
    LogicalPlan chosen = new LogicalPlan.Filter(numbered, Functions.col(NUMBER).eqTo(1));
    return Projections.columns(chosen, input.schema(), ACTION);
  }
}
