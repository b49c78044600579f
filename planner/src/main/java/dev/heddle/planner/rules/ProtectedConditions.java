package dev.heddle.planner.rules;

import dev.heddle.planner.translate.Failing;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * A condition in two parts: conjuncts that may be decided for more rows, and those that a join or
 * filter protects from rows for which they would fail.
 *
 * @param movable conjuncts that may move
 * @param kept conjuncts that stay in place
 */
record ProtectedConditions(List<RexNode> movable, List<RexNode> kept) {
  private static ProtectedConditions split(RexNode condition, Predicate<RexNode> canMove) {
    List<RexNode> movable = new ArrayList<>();
    List<RexNode> kept = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      (!Failing.canFail(conjunct) || canMove.test(conjunct) ? movable : kept).add(conjunct);
    }
    return new ProtectedConditions(movable, kept);
  }

  /** Splits a filter over a join. What reads a side of which no row is lost may move to it. */
  static ProtectedConditions above(Join join, RexNode condition) {
    int left = join.getLeft().getRowType().getFieldCount();
    int all = join.getRowType().getFieldCount();
    ImmutableBitSet whole =
        switch (join.getJoinType()) {
          case LEFT -> ImmutableBitSet.range(left);
          case RIGHT -> ImmutableBitSet.range(left, all);
          default -> ImmutableBitSet.of();
        };
    return split(
        condition,
        conjunct ->
            whole.contains(RelOptUtil.InputFinder.bits(conjunct)) || readsBoth(conjunct, left));
  }

  /** Splits the condition of a join. What reads both sides is decided for pairs of rows. */
  static ProtectedConditions of(Join join) {
    int left = join.getLeft().getRowType().getFieldCount();
    return split(join.getCondition(), conjunct -> readsBoth(conjunct, left));
  }

  private static boolean readsBoth(RexNode conjunct, int left) {
    ImmutableBitSet columns = RelOptUtil.InputFinder.bits(conjunct);
    return !columns.isEmpty() && columns.nth(0) < left && columns.length() > left;
  }

  /** Returns whether some conjunct can fail. */
  static boolean canFail(RexNode condition) {
    return RelOptUtil.conjunctions(condition).stream().anyMatch(Failing::canFail);
  }

  RexNode movable(RexBuilder rex) {
    return RexUtil.composeConjunction(rex, movable);
  }

  RexNode kept(RexBuilder rex) {
    return RexUtil.composeConjunction(rex, kept);
  }
}
