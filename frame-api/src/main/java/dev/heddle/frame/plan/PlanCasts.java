package dev.heddle.frame.plan;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/** Converts the columns of plans that meet by position. Stateless. */
public final class PlanCasts {
  private PlanCasts() {}

  /** Returns a plan whose columns have the types of a schema; the plan itself if they have. */
  public static LogicalPlan converted(LogicalPlan plan, Schema wanted) {
    List<NamedExpr> columns = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    boolean isChanged = false;
    for (int i = 0; i < wanted.size(); i++) {
      Field field = plan.schema().field(i);
      DataType type = wanted.field(i).type();
      Expr column = new Expr.BoundColumn(i, field.name());
      boolean differs = !field.type().equals(type);
      columns.add(
          new NamedExpr(
              field.name(), differs ? new Expr.Cast(column, type, CastMode.STRICT) : column));
      fields.add(new Field(field.name(), type, field.nullable()));
      isChanged |= differs;
    }
    return isChanged ? new LogicalPlan.Project(plan, columns, new Schema(fields)) : plan;
  }
}
