package dev.heddle.frame.verb;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.plan.PlanCasts;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/** Builds the plans of union, intersect and except: columns meet by position, in common types. */
public final class SetOperations {
  private SetOperations() {}

  public static LogicalPlan union(LogicalPlan left, LogicalPlan right) {
    Schema schema = commonSchema(left.schema(), right.schema(), "Cannot union", true);
    return new LogicalPlan.Union(
        List.of(PlanCasts.converted(left, schema), PlanCasts.converted(right, schema)), schema);
  }

  public static LogicalPlan unionByName(LogicalPlan left, LogicalPlan right) {
    String action = "Cannot union by name";
    for (String name : right.schema().names()) {
      if (left.schema().indexOf(name).isEmpty()) {
        throw missing(action, "left", name, left.schema());
      }
    }
    List<NamedExpr> columns = new ArrayList<>();
    for (String name : left.schema().names()) {
      if (right.schema().indexOf(name).isEmpty()) {
        throw missing(action, "right", name, right.schema());
      }
      columns.add(new NamedExpr(name, new Expr.Column(name)));
    }
    LogicalPlan ordered =
        left.schema().names().equals(right.schema().names())
            ? right
            : Projections.project(right, columns, action);
    return union(left, ordered);
  }

  private static AnalysisException missing(String action, String side, String name, Schema schema) {
    return new AnalysisException(
        action
            + ": the "
            + side
            + " frame has "
            + NearestNames.missing("column", name, schema.names()));
  }

  public static LogicalPlan intersect(LogicalPlan left, LogicalPlan right) {
    Schema schema = commonSchema(left.schema(), right.schema(), "Cannot intersect", false);
    return new LogicalPlan.Intersect(
        PlanCasts.converted(left, schema), PlanCasts.converted(right, schema), false, schema);
  }

  public static LogicalPlan except(LogicalPlan left, LogicalPlan right) {
    Schema schema = commonSchema(left.schema(), right.schema(), "Cannot except", false);
    return new LogicalPlan.Except(
        PlanCasts.converted(left, schema), PlanCasts.converted(right, schema), false, schema);
  }

  private static Schema commonSchema(Schema left, Schema right, String action, boolean isUnion) {
    if (left.size() != right.size()) {
      throw new AnalysisException(
          action
              + ": the left frame has "
              + left.size()
              + " columns "
              + left.names()
              + ", the right one "
              + right.size()
              + " "
              + right.names());
    }
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < left.size(); i++) {
      Field a = left.field(i);
      Field b = right.field(i);
      DataType common = TypeCoercion.commonType(a.type(), b.type());
      if (common == null) {
        throw new AnalysisException(
            action
                + ": column "
                + (i + 1)
                + " is "
                + a.type().sqlName()
                + " (\""
                + a.name()
                + "\") on the left and "
                + b.type().sqlName()
                + " (\""
                + b.name()
                + "\") on the right; cast one of them");
      }
      fields.add(new Field(a.name(), common, a.nullable() || (isUnion && b.nullable())));
    }
    return new Schema(fields);
  }
}
