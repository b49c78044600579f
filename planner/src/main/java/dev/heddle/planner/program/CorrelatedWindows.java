package dev.heddle.planner.program;

import com.google.common.collect.ImmutableList;
import dev.heddle.planner.translate.DeepShuttle;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * Partitions windows in correlated subqueries by the columns that equal those of the outer row.
 *
 * <p>For one outer row that changes nothing. Once the subquery has become a join, and the rows of
 * all outer rows are in one input, it keeps them apart, which the classic decorrelator forgets to
 * do. A window whose rows depend on the outer row in another way is left.
 */
final class CorrelatedWindows extends DeepShuttle {
  private boolean areLeft;

  /** Returns the plan with partitioned windows. */
  RelNode apply(RelNode rel) {
    return rel.accept(this);
  }

  /** Returns whether there was a window whose rows depend on the outer row in another way. */
  boolean areLeft() {
    return areLeft;
  }

  @Override
  protected RelNode rewritten(RelNode node) {
    RelNode visited = super.rewritten(node);
    return visited instanceof Project project && project.containsOver()
        ? partitioned(project)
        : visited;
  }

  private RelNode partitioned(Project project) {
    List<RexNode> keys = keys(project.getInput());
    if (keys == null || uses(project.getProjects(), project.getVariablesSet())) {
      areLeft = true;
      return project;
    }
    if (keys.isEmpty()) {
      return project;
    }
    RexBuilder rex = project.getCluster().getRexBuilder();
    RexShuttle shuttle =
        new RexShuttle() {
          @Override
          public RexNode visitOver(RexOver over) {
            return over(over, keys, rex);
          }
        };
    List<RexNode> expressions = new ArrayList<>();
    for (RexNode expression : project.getProjects()) {
      expressions.add(expression.accept(shuttle));
    }
    return project.copy(
        project.getTraitSet(), project.getInput(), expressions, project.getRowType());
  }

  private static RexNode over(RexOver over, List<RexNode> keys, RexBuilder rex) {
    RexWindow window = over.getWindow();
    Set<RexNode> partition = new LinkedHashSet<>(window.partitionKeys);
    partition.addAll(keys);
    return rex.makeOver(
        over.getType(),
        over.getAggOperator(),
        over.getOperands(),
        ImmutableList.copyOf(partition),
        window.orderKeys,
        window.getLowerBound(),
        window.getUpperBound(),
        window.getExclude(),
        window.isRows(),
        true,
        false,
        over.isDistinct(),
        over.ignoreNulls());
  }

  /**
   * Returns expressions over a plan's columns that equal values of the outer row and say all of how
   * the rows depend on it, or null if there are none that do.
   */
  private static @Nullable List<RexNode> keys(RelNode rel) {
    if (RelOptUtil.getVariablesUsed(rel).isEmpty()) {
      return List.of();
    }
    return switch (rel) {
      case Filter filter ->
          equal(keys(filter.getInput()), filter.getCondition(), filter.getVariablesSet());
      case Sort sort -> keys(sort.getInput());
      case Project project ->
          uses(project.getProjects(), project.getVariablesSet())
              ? null
              : moved(keys(project.getInput()), column -> place(project, column));
      case Join join when join.getJoinType() == JoinRelType.INNER -> {
        int width = join.getLeft().getRowType().getFieldCount();
        List<RexNode> left = keys(join.getLeft());
        List<RexNode> right = moved(keys(join.getRight()), column -> column + width);
        if (left == null || right == null) {
          yield null;
        }
        List<RexNode> both = new ArrayList<>(left);
        both.addAll(right);
        yield equal(both, join.getCondition(), join.getVariablesSet());
      }
      case Aggregate aggregate when aggregate.getGroupSets().size() == 1 ->
          moved(keys(aggregate.getInput()), column -> aggregate.getGroupSet().indexOf(column));
      default -> null;
    };
  }

  private static int place(Project project, int column) {
    for (int i = 0; i < project.getProjects().size(); i++) {
      if (project.getProjects().get(i) instanceof RexInputRef ref && ref.getIndex() == column) {
        return i;
      }
    }
    return -1;
  }

  /** Returns expressions over columns that are elsewhere; null if one is nowhere. */
  private static @Nullable List<RexNode> moved(
      @Nullable List<RexNode> keys, IntUnaryOperator placeOf) {
    if (keys == null) {
      return null;
    }
    boolean[] isLost = new boolean[1];
    List<RexNode> moved = new ArrayList<>();
    for (RexNode key : keys) {
      moved.add(
          key.accept(
              new RexShuttle() {
                @Override
                public RexNode visitInputRef(RexInputRef ref) {
                  int place = placeOf.applyAsInt(ref.getIndex());
                  isLost[0] |= place < 0;
                  return new RexInputRef(Math.max(0, place), ref.getType());
                }
              }));
    }
    return isLost[0] ? null : moved;
  }

  /** Adds what a condition says to equal outer values; null if it uses them in another way. */
  private static @Nullable List<RexNode> equal(
      @Nullable List<RexNode> keys, RexNode condition, Set<CorrelationId> bound) {
    if (keys == null) {
      return null;
    }
    List<RexNode> all = new ArrayList<>(keys);
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      if (uses(List.of(conjunct), bound)) {
        RexNode key = equalToOuter(conjunct, bound);
        if (key == null) {
          return null;
        }
        all.add(key);
      }
    }
    return all;
  }

  private static @Nullable RexNode equalToOuter(RexNode conjunct, Set<CorrelationId> bound) {
    if (!(conjunct instanceof RexCall call)
        || (call.getKind() != SqlKind.EQUALS && call.getKind() != SqlKind.IS_NOT_DISTINCT_FROM)
        || RexUtil.SubQueryFinder.find(call) != null) {
      return null;
    }
    for (int side = 0; side < 2; side++) {
      RexNode own = call.getOperands().get(side);
      RexNode outer = call.getOperands().get(1 - side);
      if (!uses(List.of(own), bound) && RelOptUtil.InputFinder.bits(outer).isEmpty()) {
        return own;
      }
    }
    return null;
  }

  /** Returns whether expressions read outer rows, other than those they bind themselves. */
  private static boolean uses(List<RexNode> expressions, Set<CorrelationId> bound) {
    Set<CorrelationId> used = new LinkedHashSet<>();
    for (RexNode expression : expressions) {
      expression.accept(
          new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitCorrelVariable(RexCorrelVariable variable) {
              used.add(variable.id);
              return null;
            }

            @Override
            public Void visitSubQuery(RexSubQuery subQuery) {
              used.addAll(RelOptUtil.getVariablesUsed(subQuery.rel));
              return super.visitSubQuery(subQuery);
            }
          });
    }
    used.removeAll(bound);
    return !used.isEmpty();
  }
}
