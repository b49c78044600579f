package dev.heddle.planner.rules;

import dev.heddle.planner.cost.Estimator;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.sql.SqlKind;

/**
 * Lets a join read the few rows of a table that another part of the plan has picked out already.
 *
 * <p>Where a table is joined by a key with groups that come from a part of the same table, reduced
 * by a semi join on that key, no other rows of it can match: it becomes the reduced table too, and
 * as that then occurs twice it is computed once. Runs after {@link GroupReduction}. Not
 * thread-safe.
 */
public final class ScanReuse extends PlanVisit {
  private final Estimator estimator;

  private ScanReuse(Estimator estimator) {
    this.estimator = estimator;
  }

  /** Returns the plan with such tables reduced; the estimator then knows the new nodes. */
  public static RelNode apply(RelNode rel, Estimator estimator) {
    return new ScanReuse(estimator).visit(rel);
  }

  @Override
  RelNode visitAlone(RelNode rel) {
    List<RelNode> inputs = visitInputs(rel);
    if (rel instanceof Join join && join.getJoinType() == JoinRelType.INNER) {
      JoinInfo keys = join.analyzeCondition();
      RelNode left = inputs.get(0);
      RelNode right = inputs.get(1);
      for (int i = 0; i < keys.leftKeys.size(); i++) {
        int leftKey = keys.leftKeys.get(i);
        int rightKey = keys.rightKeys.get(i);
        inputs.set(0, reduced(left, leftKey, right, rightKey).orElse(inputs.get(0)));
        inputs.set(1, reduced(right, rightKey, left, leftKey).orElse(inputs.get(1)));
      }
    }
    if (inputs.equals(rel.getInputs())) {
      return rel;
    }
    RelNode changed = rel.copy(rel.getTraitSet(), inputs);
    estimator.put(changed, estimator.of(rel)); // it gives the same rows
    return changed;
  }

  /** Returns a table reduced to rows that may find a match, if some part of the other side is. */
  private static Optional<RelNode> reduced(RelNode rel, int key, RelNode other, int otherKey) {
    return isTable(rel) ? find(other, otherKey, rel, key) : Optional.empty();
  }

  private static boolean isTable(RelNode rel) {
    return rel instanceof TableScan
        || (rel instanceof Filter filter && filter.getInput() instanceof TableScan);
  }

  /**
   * Finds the reduced table whose key a column's values come from.
   *
   * @param column of {@code rel}; it never has a value that the key has not
   */
  private static Optional<RelNode> find(RelNode rel, int column, RelNode table, int key) {
    return switch (rel) {
      case Filter filter -> find(filter.getInput(), column, table, key);
      case Project project when project.getProjects().get(column) instanceof RexInputRef ref ->
          find(project.getInput(), ref.getIndex(), table, key);
      case Aggregate aggregate
          when column < aggregate.getGroupCount() && aggregate.getGroupSets().size() == 1 ->
          find(aggregate.getInput(), aggregate.getGroupSet().nth(column), table, key);
      case Join join -> find(join, column, table, key);
      default -> Optional.empty();
    };
  }

  /** Takes away a filter that only leaves out nulls of the key, which match nothing anyway. */
  private static RelNode withNulls(RelNode rel, int key) {
    return rel instanceof Filter filter
            && filter.getCondition().isA(SqlKind.IS_NOT_NULL)
            && ((RexCall) filter.getCondition()).getOperands().getFirst() instanceof RexInputRef ref
            && ref.getIndex() == key
        ? filter.getInput()
        : rel;
  }

  private static Optional<RelNode> find(Join join, int column, RelNode table, int key) {
    RelNode left = join.getLeft();
    RelNode right = join.getRight();
    JoinInfo keys = join.analyzeCondition();
    int width = left.getRowType().getFieldCount();
    if (join.getJoinType() == JoinRelType.SEMI) {
      boolean isReduced =
          column == key
              && keys.isEqui()
              && keys.leftKeys.size() == 1
              && keys.leftKeys.get(0) == key
              && withNulls(left, key).getRelDigest().equals(withNulls(table, key).getRelDigest());
      return isReduced ? Optional.of(join) : find(left, column, table, key);
    }
    if (join.getJoinType() != JoinRelType.INNER) {
      return Optional.empty();
    }
    Optional<RelNode> found =
        column < width ? find(left, column, table, key) : find(right, column - width, table, key);
    for (int i = 0; i < keys.leftKeys.size() && found.isEmpty(); i++) {
      if (keys.leftKeys.get(i) == column) {
        found = find(right, keys.rightKeys.get(i), table, key);
      } else if (keys.rightKeys.get(i) + width == column) {
        found = find(left, keys.leftKeys.get(i), table, key);
      }
    }
    return found;
  }
}
