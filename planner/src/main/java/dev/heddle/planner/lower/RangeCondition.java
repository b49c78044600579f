package dev.heddle.planner.lower;

import dev.heddle.frame.schema.DataType;
import dev.heddle.physical.plan.JoinRange;
import dev.heddle.planner.types.TypeMapping;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Inequalities between the sides of a join, such as {@code a.t BETWEEN b.from AND b.to}: the rows
 * of the side that is built can be sorted by a value, and a row of the other side then has its
 * candidates side by side. Best is a value that is bounded from both ends, or one of which another
 * value leaves out candidates, as where intervals overlap.
 */
final class RangeCondition {
  private static final int WORD_DIGITS = 18;

  /**
   * A comparison.
   *
   * @param left value over left's columns
   * @param right value over right's columns
   * @param isLeftLower whether left is at most right; otherwise it is at least right
   * @param isStrict whether they are not equal
   */
  private record Comparison(RexNode left, RexNode right, boolean isLeftLower, boolean isStrict) {
    RexNode of(boolean isLeft) {
      return isLeft ? left : right;
    }
  }

  /**
   * A value of one side and the values of the other side that bound it.
   *
   * @param value what the built side is ordered by
   * @param lower with a value that is at most it; null for none
   * @param upper with a value that is at least it; null for none
   * @param other what bounds another value of the built side; null for none
   */
  private record Bounds(
      RexNode value,
      @Nullable Comparison lower,
      @Nullable Comparison upper,
      @Nullable Comparison other) {
    boolean isTwoSided() {
      return lower != null && upper != null;
    }

    int count() {
      return (lower == null ? 0 : 1) + (upper == null ? 0 : 1) + (other == null ? 0 : 1);
    }

    /** Whether candidates are bounded from both ends, by one value or by two. */
    boolean isSelective() {
      return isTwoSided() || other != null;
    }
  }

  private final Bounds leftBuilt;
  private final Bounds rightBuilt;
  private final int conjuncts; // of the condition
  private final List<RexNode> leftExpressions;
  private final List<RexNode> rightExpressions;

  private RangeCondition(Bounds leftBuilt, Bounds rightBuilt, int conjuncts) {
    this.leftBuilt = leftBuilt;
    this.rightBuilt = rightBuilt;
    this.conjuncts = conjuncts;
    this.leftExpressions = expressions(leftBuilt, rightBuilt, true);
    this.rightExpressions = expressions(rightBuilt, leftBuilt, false);
  }

  /** The values of a side: what it is ordered by if built, and the bounds if it is not. */
  private static List<RexNode> expressions(Bounds own, Bounds others, boolean isLeft) {
    Set<RexNode> values = new LinkedHashSet<>();
    values.add(own.value());
    for (Bounds bounds : List.of(own, others)) {
      if (bounds.other() != null) {
        values.add(bounds.other().of(isLeft));
      }
    }
    if (others.lower() != null) {
      values.add(others.lower().of(isLeft));
    }
    if (others.upper() != null) {
      values.add(others.upper().of(isLeft));
    }
    return List.copyOf(values);
  }

  /**
   * Returns the inequalities among conjuncts; null if none compares the two sides.
   *
   * @param all how many conjuncts the condition has, with those that are not to be looked at
   */
  static @Nullable RangeCondition of(List<RexNode> conjuncts, int all, int leftWidth) {
    List<Comparison> comparisons = new ArrayList<>();
    for (RexNode conjunct : conjuncts) {
      Comparison comparison = comparison(conjunct, leftWidth);
      if (comparison != null) {
        comparisons.add(comparison);
      }
    }
    return comparisons.isEmpty()
        ? null
        : new RangeCondition(best(comparisons, true), best(comparisons, false), all);
  }

  private static @Nullable Comparison comparison(RexNode conjunct, int leftWidth) {
    boolean isLess =
        switch (conjunct.getKind()) {
          case LESS_THAN, LESS_THAN_OR_EQUAL -> true;
          default -> false;
        };
    boolean isGreater =
        conjunct.getKind() == SqlKind.GREATER_THAN
            || conjunct.getKind() == SqlKind.GREATER_THAN_OR_EQUAL;
    if (!(isLess || isGreater) || !RexUtil.isDeterministic(conjunct)) {
      return null;
    }
    boolean isStrict =
        conjunct.getKind() == SqlKind.LESS_THAN || conjunct.getKind() == SqlKind.GREATER_THAN;
    RexNode one = ((RexCall) conjunct).getOperands().get(0);
    RexNode other = ((RexCall) conjunct).getOperands().get(1);
    DataType type = TypeMapping.dataType(one.getType());
    if (!type.equals(TypeMapping.dataType(other.getType())) || !isWord(type)) {
      return null;
    }
    ImmutableBitSet left = ImmutableBitSet.range(leftWidth);
    ImmutableBitSet ofOne = RelOptUtil.InputFinder.bits(one);
    ImmutableBitSet ofOther = RelOptUtil.InputFinder.bits(other);
    if (ofOne.isEmpty() || ofOther.isEmpty()) {
      return null;
    }
    if (left.contains(ofOne) && !left.intersects(ofOther)) {
      return new Comparison(one, RexUtil.shift(other, -leftWidth), isLess, isStrict);
    }
    if (left.contains(ofOther) && !left.intersects(ofOne)) {
      return new Comparison(other, RexUtil.shift(one, -leftWidth), isGreater, isStrict);
    }
    return null;
  }

  /** Whether values of the type are words of 64 bits that are ordered as they are. */
  static boolean isWord(DataType type) {
    return switch (type) {
      case DataType.Decimal decimal -> decimal.precision() <= WORD_DIGITS;
      case DataType.Date _, DataType.Time _, DataType.Timestamp _ -> true;
      default -> type.isInteger() || type.isFloat();
    };
  }

  private static Bounds best(List<Comparison> comparisons, boolean isLeftBuilt) {
    Bounds best = null;
    for (Comparison first : comparisons) {
      RexNode value = first.of(isLeftBuilt);
      Comparison lower = null;
      Comparison upper = null;
      Comparison other = null;
      for (Comparison each : comparisons) {
        if (!each.of(isLeftBuilt).equals(value)) {
          other = other == null ? each : other;
          continue;
        }
        if (each.isLeftLower() != isLeftBuilt) {
          lower = lower == null ? each : lower;
        } else {
          upper = upper == null ? each : upper;
        }
      }
      Bounds found = new Bounds(value, lower, upper, other);
      if (best == null || (found.isTwoSided() && !best.isTwoSided())) {
        best = found;
      }
    }
    if (best == null) {
      throw new IllegalStateException("No comparison");
    }
    return best;
  }

  /**
   * Returns whether rows with equal keys are worth an order, too: where these have bounds from both
   * ends, or where nothing has to be computed for it.
   */
  boolean paysWithKeys() {
    return (leftBuilt.isSelective() && rightBuilt.isSelective())
        || (leftExpressions.stream().allMatch(RexInputRef.class::isInstance)
            && rightExpressions.stream().allMatch(RexInputRef.class::isInstance));
  }

  /** Returns what must be columns of the left side. */
  List<RexNode> leftExpressions() {
    return leftExpressions;
  }

  /** Returns what must be columns of the right side. */
  List<RexNode> rightExpressions() {
    return rightExpressions;
  }

  /** Returns whether one side must be built, since only its rows are bounded from both ends. */
  boolean decidesSide() {
    return leftBuilt.isSelective() != rightBuilt.isSelective();
  }

  /** Returns whether the left side's rows are bounded from both ends. */
  boolean prefersLeft() {
    return leftBuilt.isSelective();
  }

  /**
   * Returns the range, by positions of columns, of a join whose left side is built.
   *
   * @param left where the left expressions are
   * @param right where the right expressions are
   */
  JoinRange leftBuilt(List<Integer> left, List<Integer> right) {
    SidePositions columns = new SidePositions(leftExpressions, left, rightExpressions, right);
    return columns.range(leftBuilt, true, conjuncts);
  }

  /** Returns the range of a join whose right side is built, as {@link #leftBuilt} does. */
  JoinRange rightBuilt(List<Integer> left, List<Integer> right) {
    SidePositions columns = new SidePositions(rightExpressions, right, leftExpressions, left);
    return columns.range(rightBuilt, false, conjuncts);
  }

  /** Values of both sides and where these are. */
  private record SidePositions(
      List<RexNode> built, List<Integer> builtAt, List<RexNode> probing, List<Integer> probingAt) {
    JoinRange range(Bounds bounds, boolean isLeftBuilt, int conjuncts) {
      Comparison other = bounds.other();
      return new JoinRange(
          builtAt.get(built.indexOf(bounds.value())),
          end(bounds.lower(), isLeftBuilt),
          end(bounds.upper(), isLeftBuilt),
          other == null
              ? Optional.empty()
              : Optional.of(
                  new JoinRange.Bound(
                      builtAt.get(built.indexOf(other.of(isLeftBuilt))),
                      probingAt.get(probing.indexOf(other.of(!isLeftBuilt))),
                      other.isLeftLower() != isLeftBuilt,
                      other.isStrict())),
          bounds.count() == conjuncts ? JoinRange.Matches.ALL : JoinRange.Matches.BY_CONDITION);
    }

    private Optional<JoinRange.End> end(@Nullable Comparison bound, boolean isLeftBuilt) {
      return bound == null
          ? Optional.empty()
          : Optional.of(
              new JoinRange.End(
                  probingAt.get(probing.indexOf(bound.of(!isLeftBuilt))), bound.isStrict()));
    }
  }
}
