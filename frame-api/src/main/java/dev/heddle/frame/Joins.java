package dev.heddle.frame;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.plan.JoinKey;
import dev.heddle.frame.plan.JoinKind;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.verb.ExprChecks;
import dev.heddle.frame.verb.Projections;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builds the plan of a join: the join itself, and a projection where shared keys are to appear
 * once.
 */
final class Joins {
  private static final String ACTION = "Cannot join";

  private Joins() {}

  static LogicalPlan join(LogicalPlan left, LogicalPlan right, Join join) {
    checkShape(join);
    List<JoinKey> keys =
        keys(left.schema(), right.schema(), join.pairs(), join.nullsMatch(), ACTION);
    Schema pairs = pairSchema(left.schema(), right.schema(), join.suffix(), ACTION);
    Expr condition = condition(pairs, join);
    Schema schema = join.kind().outputSchema(left.schema(), pairs);
    LogicalPlan joined =
        new LogicalPlan.Join(left, right, join.kind(), keys, condition, pairs, schema);
    return join.kind().keepsRightColumns() ? mergeSharedKeys(joined, left, right, join) : joined;
  }

  private static void checkShape(Join join) {
    boolean hasCondition = !join.pairs().isEmpty() || join.condition() != null;
    if (join.kind() == JoinKind.CROSS && hasCondition) {
      throw new AnalysisException(
          ACTION + ": a cross join takes no keys and no condition; use an inner join");
    }
    if (join.kind() != JoinKind.CROSS && !hasCondition) {
      throw new AnalysisException(
          ACTION + ": neither keys nor a condition are given; for all pairs use Join.cross()");
    }
  }

  /** Returns keys of which nulls match nothing. */
  static List<JoinKey> keys(Schema left, Schema right, List<Join.Pair> pairs, String action) {
    return keys(left, right, pairs, false, action);
  }

  private static List<JoinKey> keys(
      Schema left, Schema right, List<Join.Pair> pairs, boolean nullsMatch, String action) {
    ExprTyper leftTyper = new ExprTyper(left, action + " (left side)");
    ExprTyper rightTyper = new ExprTyper(right, action + " (right side)");
    List<JoinKey> keys = new ArrayList<>();
    for (Join.Pair pair : pairs) {
      Expr leftKey = ExprChecks.bound(leftTyper, pair.left());
      Expr rightKey = ExprChecks.bound(rightTyper, pair.right());
      ExprChecks.requireScalar(leftTyper, leftKey);
      ExprChecks.requireScalar(rightTyper, rightKey);
      DataType leftType = leftTyper.type(leftKey).type();
      DataType rightType = rightTyper.type(rightKey).type();
      DataType common = TypeCoercion.comparedType(leftType, rightType);
      if (common == null) {
        throw new AnalysisException(
            action
                + ": key "
                + leftKey
                + " is "
                + leftType.sqlName()
                + " and "
                + rightKey
                + " is "
                + rightType.sqlName()
                + "; cast one of them");
      }
      keys.add(new JoinKey(leftKey, rightKey, common, nullsMatch));
    }
    return keys;
  }

  /** The left columns and then the right ones, which take the suffix where names clash. */
  static Schema pairSchema(Schema left, Schema right, String suffix, String action) {
    Set<String> leftNames = new HashSet<>(left.names());
    List<Field> fields = new ArrayList<>(left.fields());
    for (Field field : right.fields()) {
      boolean clashes = leftNames.contains(field.name());
      fields.add(clashes ? field.withName(field.name() + suffix) : field);
    }
    Set<String> names = new HashSet<>();
    for (Field field : fields) {
      if (!names.add(field.name())) {
        throw new AnalysisException(
            action
                + ": there would be two columns \""
                + field.name()
                + "\"; give another suffix by suffix(...) or rename one");
      }
    }
    return new Schema(fields);
  }

  private static @Nullable Expr condition(Schema pairs, Join join) {
    if (join.condition() == null) {
      return null;
    }
    ExprTyper typer = new ExprTyper(pairs, ACTION);
    Expr condition = ExprChecks.bound(typer, join.condition());
    ExprChecks.requireScalar(typer, condition);
    typer.requireBoolean(condition);
    return condition;
  }

  /**
   * Keeps one of each two shared key columns, in the left one's position: the side that has a value
   * for every row.
   */
  private static LogicalPlan mergeSharedKeys(
      LogicalPlan joined, LogicalPlan left, LogicalPlan right, Join join) {
    Set<String> shared = new HashSet<>();
    for (Join.Pair pair : join.pairs()) {
      if (pair.isShared()) {
        shared.add(((Expr.Column) pair.left()).name());
      }
    }
    if (shared.isEmpty()) {
      return joined;
    }
    List<NamedExpr> columns = new ArrayList<>();
    for (String name : left.schema().names()) {
      Expr own = new Expr.Column(name);
      Expr other = new Expr.Column(name + join.suffix());
      Expr kept =
          switch (join.kind()) {
            case RIGHT -> other;
            case FULL -> Functions.coalesce(own, other);
            case INNER, LEFT, CROSS, SEMI, ANTI -> own;
          };
      columns.add(new NamedExpr(name, shared.contains(name) ? kept : own));
    }
    for (int i = 0; i < right.schema().size(); i++) {
      if (!shared.contains(right.schema().field(i).name())) {
        String name = joined.schema().field(left.schema().size() + i).name();
        columns.add(new NamedExpr(name, new Expr.Column(name)));
      }
    }
    return Projections.project(joined, columns, ACTION);
  }
}
