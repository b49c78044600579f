package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.plan.JoinKind;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.binder.scope.ScopeTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes lateral joins; one that only unnests a list of the left row becomes an {@code Unnest}. */
final class Laterals {
  private Laterals() {}

  static LogicalPlan join(
      LogicalPlan left,
      LogicalPlan right,
      List<Expr> arguments,
      JoinKind kind,
      @Nullable Expr condition,
      Schema schema) {
    boolean keepsLeft = kind == JoinKind.LEFT;
    boolean isTrue =
        condition instanceof Expr.Literal literal && Boolean.TRUE.equals(literal.value());
    if (right instanceof LogicalPlan.Project project
        && project.input() instanceof LogicalPlan.Unnest unnest
        && unnest.input() instanceof LogicalPlan.Values row
        && row.rows().size() == 1
        && (!keepsLeft || condition == null || isTrue)) {
      LogicalPlan plan = unnested(left, project, unnest, arguments, keepsLeft, schema);
      return condition == null || isTrue ? plan : new LogicalPlan.Filter(plan, condition);
    }
    return new LogicalPlan.LateralJoin(left, right, arguments, keepsLeft, condition, schema);
  }

  private static LogicalPlan unnested(
      LogicalPlan left,
      LogicalPlan.Project project,
      LogicalPlan.Unnest unnest,
      List<Expr> arguments,
      boolean keepsLeft,
      Schema schema) {
    int width = left.schema().size();
    int shift = width - unnest.input().schema().size();
    List<Field> fields = new ArrayList<>(left.schema().fields());
    List<Field> elements = unnest.schema().fields();
    for (Field field : elements.subList(unnest.input().schema().size(), elements.size())) {
      fields.add(new Field(field.name(), field.type(), field.nullable() || keepsLeft));
    }
    LogicalPlan lists =
        new LogicalPlan.Unnest(
            left,
            Correlation.outside(unnest.list(), arguments),
            keepsLeft,
            unnest.withPosition(),
            new Schema(fields));
    List<NamedExpr> columns = new ArrayList<>(Plans.columns(left));
    for (NamedExpr column : project.columns()) {
      Expr value = Correlation.outside(ScopeTable.shifted(column.expr(), shift), arguments);
      columns.add(new NamedExpr(column.name(), value));
    }
    return new LogicalPlan.Project(lists, columns, schema);
  }
}
