package dev.heddle.planner.cost;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * What holds for the rows of a join, and what follows for one side from what holds for the other:
 * of columns that are equal the same conditions are true.
 *
 * <p>Calcite infers from all equalities of all joins below at once, in a time that doubles with
 * each. Here a condition moves from one side of a join to the other, if it is about one column, and
 * of more than a number nothing is known.
 */
final class JoinPredicates {
  private static final int MAX_CONDITIONS = 64;

  private final Join join;
  private final RexBuilder rex;
  private final int leftWidth;

  private JoinPredicates(Join join) {
    this.join = join;
    this.rex = join.getCluster().getRexBuilder();
    this.leftWidth = join.getLeft().getRowType().getFieldCount();
  }

  /** Two equal columns, each by its position in its side. */
  private record Equal(int left, int right) {}

  static RelOptPredicateList of(Join join, RelOptPredicateList left, RelOptPredicateList right) {
    return new JoinPredicates(join).infer(left.pulledUpPredicates, right.pulledUpPredicates);
  }

  private RelOptPredicateList infer(List<RexNode> left, List<RexNode> right) {
    List<Equal> equal = equalColumns();
    JoinRelType kind = join.getJoinType();
    boolean filtersRight =
        switch (kind) {
          case INNER, SEMI, LEFT, ANTI -> true;
          default -> false;
        };
    boolean filtersLeft =
        switch (kind) {
          case INNER, SEMI, RIGHT -> true;
          default -> false;
        };
    List<RexNode> forRight =
        filtersRight ? moved(left, equal, true, join.getRight(), right) : List.of();
    List<RexNode> forLeft =
        filtersLeft ? moved(right, equal, false, join.getLeft(), left) : List.of();
    Set<RexNode> all = new LinkedHashSet<>();
    if (kind != JoinRelType.RIGHT && kind != JoinRelType.FULL) {
      all.addAll(left);
      all.addAll(forLeft);
    }
    if (kind == JoinRelType.INNER || kind == JoinRelType.RIGHT) {
      all.addAll(RexUtil.shift(right, leftWidth));
      all.addAll(RexUtil.shift(forRight, leftWidth));
    }
    return RelOptPredicateList.of(
        rex,
        all.stream().limit(MAX_CONDITIONS).toList(),
        ImmutableList.copyOf(forLeft),
        ImmutableList.copyOf(forRight));
  }

  private List<Equal> equalColumns() {
    List<Equal> equal = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(join.getCondition())) {
      if (conjunct.isA(SqlKind.EQUALS)
          && conjunct instanceof RexCall call
          && call.getOperands().get(0) instanceof RexInputRef one
          && call.getOperands().get(1) instanceof RexInputRef other
          && SqlTypeUtil.equalSansNullability(one.getType(), other.getType())
          && areEqualOnesTheSame(one.getType())
          && one.getIndex() < leftWidth != other.getIndex() < leftWidth) {
        int left = Math.min(one.getIndex(), other.getIndex());
        int right = Math.max(one.getIndex(), other.getIndex());
        equal.add(new Equal(left, right - leftWidth));
      }
    }
    return equal;
  }

  /** Not so of 0.0 and -0.0, of which one may fulfil what the other does not. */
  private static boolean areEqualOnesTheSame(RelDataType type) {
    return SqlTypeUtil.isExactNumeric(type)
        || SqlTypeUtil.isCharacter(type)
        || SqlTypeUtil.isBoolean(type)
        || SqlTypeUtil.isDate(type)
        || SqlTypeUtil.isTimestamp(type);
  }

  /** Returns conditions on one side as such on the other, where they are not known. */
  private List<RexNode> moved(
      List<RexNode> conditions,
      List<Equal> equal,
      boolean isToRight,
      RelNode to,
      List<RexNode> known) {
    if (conditions.isEmpty() || equal.isEmpty()) {
      return List.of();
    }
    Set<RexNode> moved = new LinkedHashSet<>();
    for (RexNode condition : conditions) {
      ImmutableBitSet columns = RelOptUtil.InputFinder.bits(condition);
      if (columns.cardinality() != 1 || !RexUtil.isDeterministic(condition)) {
        continue;
      }
      for (Equal pair : equal) {
        if (columns.get(isToRight ? pair.left : pair.right)) {
          moved.add(over(condition, isToRight ? pair.right : pair.left, to.getRowType()));
        }
      }
    }
    known.forEach(moved::remove);
    return moved.stream().limit(MAX_CONDITIONS).toList();
  }

  /** Returns a condition on a column as one on another, whose nulls may differ. */
  private RexNode over(RexNode condition, int column, RelDataType row) {
    RexNode replaced =
        condition.accept(
            new RexShuttle() {
              @Override
              public RexNode visitInputRef(RexInputRef ref) {
                return RexInputRef.of(column, row);
              }
            });
    return RexUtil.fixUp(rex, List.of(replaced), row).getFirst();
  }
}
