package dev.heddle.frame.verb;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.plan.JoinKey;
import dev.heddle.frame.plan.JoinKind;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.plan.PlanCasts;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Builds the plans of union, intersect and except: columns meet by position, in common types. */
public final class SetOperations {
  private static final String POSITION = "$position";
  private static final String OTHER = "$position_right";

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

  /** The rows of both, with the columns of both; nulls where an input lacks one. */
  public static LogicalPlan unionOfAllColumns(LogicalPlan left, LogicalPlan right) {
    Set<String> names = new LinkedHashSet<>(left.schema().names());
    names.addAll(right.schema().names());
    return union(
        withColumns(left, names, right.schema()), withColumns(right, names, left.schema()));
  }

  private static LogicalPlan withColumns(LogicalPlan input, Set<String> names, Schema other) {
    if (input.schema().names().equals(List.copyOf(names))) {
      return input;
    }
    List<NamedExpr> columns = new ArrayList<>();
    for (String name : names) {
      columns.add(
          new NamedExpr(
              name,
              input.schema().indexOf(name).isPresent()
                  ? new Expr.Column(name)
                  : Functions.litNull(other.field(other.indexOf(name).orElseThrow()).type())));
    }
    return Projections.project(input, columns, "Cannot union by name");
  }

  /** The rows side by side, by their numbers. */
  public static LogicalPlan positionalJoin(LogicalPlan left, LogicalPlan right) {
    String action = "Cannot join by position";
    for (String name : right.schema().names()) {
      if (left.schema().indexOf(name).isPresent()) {
        throw new AnalysisException(
            action + ": both frames have a column \"" + name + "\"; rename one of them");
      }
    }
    LogicalPlan numbered = Projections.indexed(left, POSITION, 0);
    LogicalPlan others = Projections.indexed(right, POSITION, 0);
    Expr position = new Expr.Column(POSITION);
    List<Field> pairs = new ArrayList<>();
    pairs.addAll(numbered.schema().fields());
    pairs.add(new Field(OTHER, DataType.INT64, false));
    pairs.addAll(right.schema().fields());
    Schema pairSchema = new Schema(pairs);
    LogicalPlan joined =
        new LogicalPlan.Join(
            numbered,
            others,
            JoinKind.FULL,
            List.of(new JoinKey(position, position, DataType.INT64, false)),
            null,
            pairSchema,
            JoinKind.FULL.outputSchema(numbered.schema(), pairSchema));
    List<NamedExpr> columns = new ArrayList<>();
    for (Schema side : List.of(left.schema(), right.schema())) {
      side.names().forEach(name -> columns.add(new NamedExpr(name, new Expr.Column(name))));
    }
    return Projections.project(joined, columns, action);
  }

  private static AnalysisException missing(String action, String side, String name, Schema schema) {
    return new AnalysisException(
        action
            + ": the "
            + side
            + " frame has "
            + NearestNames.missing("column", name, schema.names()));
  }

  /** The different rows that both have. */
  public static LogicalPlan intersect(LogicalPlan left, LogicalPlan right) {
    return intersect(left, right, false);
  }

  /** The rows that both have, equal ones too. */
  public static LogicalPlan intersectAll(LogicalPlan left, LogicalPlan right) {
    return intersect(left, right, true);
  }

  private static LogicalPlan intersect(LogicalPlan left, LogicalPlan right, boolean all) {
    Schema schema = commonSchema(left.schema(), right.schema(), "Cannot intersect", false);
    return new LogicalPlan.Intersect(
        PlanCasts.converted(left, schema), PlanCasts.converted(right, schema), all, schema);
  }

  /** The different rows that only the left has. */
  public static LogicalPlan except(LogicalPlan left, LogicalPlan right) {
    return except(left, right, false);
  }

  /** The rows that the left has more often than the right. */
  public static LogicalPlan exceptAll(LogicalPlan left, LogicalPlan right) {
    return except(left, right, true);
  }

  private static LogicalPlan except(LogicalPlan left, LogicalPlan right, boolean all) {
    Schema schema = commonSchema(left.schema(), right.schema(), "Cannot except", false);
    return new LogicalPlan.Except(
        PlanCasts.converted(left, schema), PlanCasts.converted(right, schema), all, schema);
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
