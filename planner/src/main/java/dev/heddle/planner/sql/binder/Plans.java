package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/** Makes small parts of plans. Stateless. */
final class Plans {
  private Plans() {}

  /** Returns one row, for queries without FROM. */
  static LogicalPlan oneRow() {
    Schema schema = Schema.of(new Field("$row", DataType.BOOL, false));
    return new LogicalPlan.Values(schema, List.of(List.of(new Expr.Literal(true, DataType.BOOL))));
  }

  static Expr.BoundColumn column(LogicalPlan plan, int index) {
    return new Expr.BoundColumn(index, plan.schema().field(index).name());
  }

  /** Returns all columns of a plan. */
  static List<NamedExpr> columns(LogicalPlan plan) {
    List<NamedExpr> columns = new ArrayList<>(plan.schema().size());
    for (int i = 0; i < plan.schema().size(); i++) {
      Expr.BoundColumn column = column(plan, i);
      columns.add(new NamedExpr(column.name(), column));
    }
    return columns;
  }

  /** Returns a projection whose fields have the types of their expressions. */
  static LogicalPlan project(LogicalPlan input, List<NamedExpr> columns) {
    ExprTyper typer = new ExprTyper(input.schema(), BindContext.ACTION);
    List<Field> fields = new ArrayList<>(columns.size());
    for (NamedExpr column : columns) {
      ExprType type = typer.type(column.expr());
      fields.add(new Field(column.name(), type.type(), type.nullable()));
    }
    return new LogicalPlan.Project(input, columns, new Schema(fields));
  }

  /** Returns the plan under other column names; the plan itself if they are its own. */
  static LogicalPlan named(LogicalPlan plan, List<String> names) {
    if (plan.schema().names().equals(names)) {
      return plan;
    }
    List<NamedExpr> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      columns.add(new NamedExpr(names.get(i), column(plan, i)));
    }
    return project(plan, columns);
  }

  /** Returns some columns of a plan. */
  static LogicalPlan first(LogicalPlan plan, int count) {
    return project(plan, columns(plan).subList(0, count));
  }

  /** Returns a plan that unnests a list for each row. */
  static LogicalPlan unnest(
      LogicalPlan input,
      Expr list,
      DataType element,
      String name,
      boolean keepsEmpty,
      boolean withPosition) {
    List<Field> fields = new ArrayList<>(input.schema().fields());
    fields.add(new Field(name, element, true));
    if (withPosition) {
      fields.add(new Field("ordinality", DataType.INT64, keepsEmpty));
    }
    return new LogicalPlan.Unnest(input, list, keepsEmpty, withPosition, new Schema(fields));
  }

  /** Returns the elements of a list that is computed of no row. */
  static LogicalPlan elements(Expr list, DataType element, String name) {
    LogicalPlan row = oneRow();
    LogicalPlan unnest = unnest(row, list, element, name, false, false);
    return project(unnest, List.of(new NamedExpr(name, column(unnest, row.schema().size()))));
  }
}
