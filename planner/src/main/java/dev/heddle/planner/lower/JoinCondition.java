package dev.heddle.planner.lower;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * A join condition taken apart.
 *
 * @param leftKeys expressions over left's columns
 * @param rightKeys expressions over right's columns, each of the left one's type
 * @param nullSafe for each pair of keys, whether null equals null
 * @param residual what else must hold, over left's columns, then right's
 * @param isMembership whether the keys are those of an {@code IN}
 */
record JoinCondition(
    List<RexNode> leftKeys,
    List<RexNode> rightKeys,
    List<Boolean> nullSafe,
    List<RexNode> residual,
    boolean isMembership) {

  static JoinCondition of(RexNode condition, int leftWidth, RelOptCluster cluster) {
    Splitter splitter = new Splitter(leftWidth, cluster);
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      RexNode collapsed =
          conjunct instanceof RexCall call
              ? RelOptUtil.collapseExpandedIsNotDistinctFromExpr(call, cluster.getRexBuilder())
              : conjunct;
      if (!collapsed.isAlwaysTrue() && !splitter.addKey(collapsed)) {
        splitter.residual.add(collapsed);
      }
    }
    return splitter.condition(false);
  }

  /**
   * Takes the condition of a mark join apart. Comparisons that may be unknown are those of the
   * {@code IN}; the others are wrapped in {@code IS TRUE} or cannot be null.
   *
   * <p>Equalities among the former are keys whose nulls are unknown, if all of them are. Otherwise
   * they are compared in three-valued logic, pair by pair, as far as null-safe keys let rows meet.
   */
  static JoinCondition ofMark(RexNode condition, int leftWidth, RelOptCluster cluster) {
    List<RexNode> membership = new ArrayList<>();
    List<RexNode> others = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      if (conjunct.getType().isNullable() && !conjunct.isA(SqlKind.IS_TRUE)) {
        membership.add(conjunct);
      } else if (!conjunct.isAlwaysTrue()) {
        others.add(conjunct);
      }
    }
    Splitter splitter = new Splitter(leftWidth, cluster);
    for (RexNode comparison : membership) {
      if (!splitter.addKey(comparison)) {
        splitter = new Splitter(leftWidth, cluster);
        splitter.residual.addAll(membership);
        break;
      }
    }
    for (RexNode other : others) {
      if (!splitter.addNullSafeKey(other)) {
        splitter.residual.add(other);
      }
    }
    return splitter.condition(!membership.isEmpty());
  }

  ImmutableBitSet residualColumns() {
    ImmutableBitSet bits = ImmutableBitSet.of();
    for (RexNode conjunct : residual) {
      bits = bits.union(RelOptUtil.InputFinder.bits(conjunct));
    }
    return bits;
  }

  private static final class Splitter {
    private final int leftWidth;
    private final RexBuilder rex;
    private final List<RexNode> leftKeys = new ArrayList<>();
    private final List<RexNode> rightKeys = new ArrayList<>();
    private final List<Boolean> nullSafe = new ArrayList<>();
    private final List<RexNode> residual = new ArrayList<>();

    Splitter(int leftWidth, RelOptCluster cluster) {
      this.leftWidth = leftWidth;
      this.rex = cluster.getRexBuilder();
    }

    JoinCondition condition(boolean isMembership) {
      return new JoinCondition(leftKeys, rightKeys, nullSafe, residual, isMembership);
    }

    boolean addKey(RexNode conjunct) {
      if (!(conjunct.isA(SqlKind.EQUALS) || conjunct.isA(SqlKind.IS_NOT_DISTINCT_FROM))
          || !RexUtil.isDeterministic(conjunct)) {
        return false;
      }
      List<RexNode> operands = ((RexCall) conjunct).getOperands();
      RexNode one = operands.get(0);
      RexNode other = operands.get(1);
      if (isRight(one) && isLeft(other)) {
        RexNode swapped = one;
        one = other;
        other = swapped;
      }
      if (!isLeft(one) || !isRight(other)) {
        return false;
      }
      RelDataType common =
          rex.getTypeFactory().leastRestrictive(List.of(one.getType(), other.getType()));
      if (common == null) {
        return false;
      }
      leftKeys.add(converted(one, common));
      rightKeys.add(converted(RexUtil.shift(other, -leftWidth), common));
      nullSafe.add(conjunct.isA(SqlKind.IS_NOT_DISTINCT_FROM));
      return true;
    }

    /** Adds an equality that is never unknown, as a key whose nulls are equal. */
    boolean addNullSafeKey(RexNode conjunct) {
      RexNode equality =
          conjunct.isA(SqlKind.IS_TRUE) ? ((RexCall) conjunct).getOperands().getFirst() : conjunct;
      if (!addKey(equality)) {
        return false;
      }
      int last = nullSafe.size() - 1;
      boolean isNullSafe = nullSafe.set(last, true);
      RexNode key = leftKeys.get(last);
      if (!isNullSafe && key.getType().isNullable() && rightKeys.get(last).getType().isNullable()) {
        residual.add(rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, key));
      }
      return true;
    }

    private RexNode converted(RexNode key, RelDataType common) {
      if (SqlTypeUtil.equalSansNullability(rex.getTypeFactory(), key.getType(), common)) {
        return key;
      }
      return rex.makeCast(
          rex.getTypeFactory().createTypeWithNullability(common, key.getType().isNullable()), key);
    }

    private boolean isLeft(RexNode node) {
      ImmutableBitSet bits = RelOptUtil.InputFinder.bits(node);
      return !bits.isEmpty() && bits.length() <= leftWidth;
    }

    private boolean isRight(RexNode node) {
      ImmutableBitSet bits = RelOptUtil.InputFinder.bits(node);
      return !bits.isEmpty() && bits.nth(0) >= leftWidth;
    }
  }
}
