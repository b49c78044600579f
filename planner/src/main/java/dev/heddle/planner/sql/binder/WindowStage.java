package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedWindow;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.binder.scope.BindContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Takes window functions out of expressions, which become ones over columns that are appended. */
final class WindowStage {
  private final LogicalPlan input;
  private final Map<Expr.Over, Integer> windows = new LinkedHashMap<>();

  WindowStage(LogicalPlan input) {
    this.input = input;
  }

  /** Returns an expression over the row with the windows' columns. */
  Expr above(Expr expr) {
    return ExprRewriter.replace(expr, part -> part instanceof Expr.Over over ? column(over) : null);
  }

  private Expr column(Expr.Over over) {
    int position = windows.computeIfAbsent(over, o -> windows.size());
    return new Expr.BoundColumn(input.schema().size() + position, over.toString());
  }

  /** Returns the node; the input if there is no window. */
  LogicalPlan plan() {
    if (windows.isEmpty()) {
      return input;
    }
    ExprTyper typer = new ExprTyper(input.schema(), BindContext.ACTION);
    List<NamedWindow> columns = new ArrayList<>();
    List<Field> fields = new ArrayList<>(input.schema().fields());
    for (Expr.Over over : windows.keySet()) {
      ExprType type = typer.type(over);
      columns.add(new NamedWindow(over.toString(), over));
      fields.add(new Field(over.toString(), type.type(), type.nullable()));
    }
    return new LogicalPlan.Window(input, columns, new Schema(fields));
  }
}
