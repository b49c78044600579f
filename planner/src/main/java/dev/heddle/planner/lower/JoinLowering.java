package dev.heddle.planner.lower;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.JoinRange;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.cost.RelEstimate;
import dev.heddle.planner.rules.MarkJoin;
import dev.heddle.planner.translate.Failing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Lowers joins: equalities become keys of a hash join, everything else its residual; without an
 * equality pairs are compared. The side with fewer bytes is built into a table, on the right.
 */
final class JoinLowering {
  private static final double SLOT_BYTES = 16;

  private final Lowering lowering;

  JoinLowering(Lowering lowering) {
    this.lowering = lowering;
  }

  Lowered join(Join join, ImmutableBitSet needed) {
    if (join.getJoinType() == JoinRelType.FULL
        && (join.getCondition().isAlwaysFalse() || RexLiteral.isNullLiteral(join.getCondition()))) {
      return lowering.lower(unmatched(join), needed);
    }
    JoinKind kind =
        switch (join.getJoinType()) {
          case INNER -> JoinKind.INNER;
          case LEFT -> JoinKind.LEFT;
          case RIGHT -> JoinKind.RIGHT;
          case FULL -> JoinKind.FULL;
          case SEMI -> JoinKind.LEFT_SEMI;
          case ANTI -> JoinKind.LEFT_ANTI;
          case LEFT_MARK -> JoinKind.LEFT_MARK;
          case ASOF, LEFT_ASOF -> throw new IllegalStateException("An as-of join has its own node");
        };
    JoinCondition condition =
        JoinCondition.of(join.getCondition(), width(join.getLeft()), join.getCluster());
    return joined(join, join.getLeft(), join.getRight(), kind, condition, needed);
  }

  /** Returns the rows of both sides, each beside nulls: those of a full join without matches. */
  private static RelNode unmatched(Join join) {
    List<RelDataTypeField> fields = join.getRowType().getFieldList();
    RexBuilder rex = join.getCluster().getRexBuilder();
    List<RelNode> sides = new ArrayList<>();
    int first = 0;
    for (RelNode side : join.getInputs()) {
      List<RexNode> columns = new ArrayList<>();
      for (RelDataTypeField field : fields) {
        int column = field.getIndex() - first;
        columns.add(
            column >= 0 && column < width(side)
                ? RexInputRef.of(column, side.getRowType())
                : rex.makeNullLiteral(field.getType()));
      }
      sides.add(
          LogicalProject.create(
              side, List.of(), columns, join.getRowType().getFieldNames(), Set.of()));
      first += width(side);
    }
    return LogicalUnion.create(sides, true);
  }

  Lowered mark(MarkJoin join, ImmutableBitSet needed) {
    return joined(
        join,
        join.getLeft(),
        join.getRight(),
        JoinKind.LEFT_MARK,
        JoinCondition.ofMark(join.condition(), width(join.getLeft()), join.getCluster()),
        needed);
  }

  /**
   * Lowers a filter for rows whose mark is false, that is {@code NOT IN}, to a null-aware anti
   * join; null if the filter reads the mark in another way.
   */
  @Nullable Lowered markFilter(
      MarkJoin join, List<RexNode> conjuncts, ImmutableBitSet needed, RelEstimate estimate) {
    List<RexNode> others = new ArrayList<>();
    boolean isNegated = false;
    for (RexNode conjunct : conjuncts) {
      if (conjunct.isA(SqlKind.NOT)
          && ((RexCall) conjunct).getOperands().getFirst() instanceof RexInputRef mark
          && mark.getIndex() == join.markColumn()) {
        isNegated = true;
      } else if (RelOptUtil.InputFinder.bits(conjunct).get(join.markColumn())) {
        return null;
      } else {
        others.add(conjunct);
      }
    }
    JoinCondition condition =
        JoinCondition.ofMark(join.condition(), width(join.getLeft()), join.getCluster());
    if (!isNegated || needed.get(join.markColumn()) || !condition.isMembership()) {
      return null;
    }
    ImmutableBitSet read = needed;
    for (RexNode other : others) {
      read = read.union(RelOptUtil.InputFinder.bits(other));
    }
    Lowered joined =
        joined(
            join, join.getLeft(), join.getRight(), JoinKind.LEFT_ANTI_NULL_AWARE, condition, read);
    return others.isEmpty() ? joined : lowering.filtered(joined, others, estimate);
  }

  private static int width(RelNode rel) {
    return rel.getRowType().getFieldCount();
  }

  private Lowered joined(
      RelNode rel,
      RelNode leftRel,
      RelNode rightRel,
      JoinKind kind,
      JoinCondition condition,
      ImmutableBitSet needed) {
    int leftWidth = width(leftRel);
    int rightWidth = width(rightRel);
    RelEstimate estimate = lowering.estimator.of(rel);
    ImmutableBitSet keptLeft = needed.intersect(ImmutableBitSet.range(leftWidth));
    ImmutableBitSet keptRight =
        deliversRight(kind)
            ? needed.except(ImmutableBitSet.range(leftWidth)).shift(-leftWidth)
            : ImmutableBitSet.of();
    ImmutableBitSet residual = condition.residualColumns();
    ImmutableBitSet residualLeft = residual.intersect(ImmutableBitSet.range(leftWidth));
    ImmutableBitSet residualRight =
        residual.except(ImmutableBitSet.range(leftWidth)).shift(-leftWidth);
    RangeCondition range = range(kind, condition, leftWidth);
    boolean hasKeys = !condition.leftKeys().isEmpty();
    Side left =
        side(
            leftRel,
            keptLeft.union(residualLeft),
            condition.leftKeys(),
            range == null ? List.of() : range.leftExpressions());
    Side right =
        side(
            rightRel,
            keptRight.union(residualRight),
            condition.rightKeys(),
            range == null ? List.of() : range.rightExpressions());
    boolean swaps =
        (range != null && !hasKeys && range.decidesSide())
            ? range.prefersLeft()
            : swaps(kind, left, right);
    Optional<JoinRange> bounds =
        range == null
            ? Optional.empty()
            : Optional.of(
                swaps
                    ? range.leftBuilt(left.bounds(), right.bounds())
                    : range.rightBuilt(left.bounds(), right.bounds()));
    Side probe = swaps ? right : left;
    Side build = swaps ? left : right;
    JoinKind physicalKind = swaps ? swapped(kind) : kind;

    int probeWidth = probe.input.plan().output().size();
    int[] pairPlace = new int[leftWidth + rightWidth];
    for (int i = 0; i < pairPlace.length; i++) {
      boolean isLeft = i < leftWidth;
      int at = isLeft ? left.input.place()[i] : right.input.place()[i - leftWidth];
      boolean isBuild = isLeft == swaps;
      pairPlace[i] = at < 0 ? -1 : isBuild ? probeWidth + at : at;
    }
    Schema pairs = pairs(probe, build);
    Optional<PhysicalExpr> residualExpression = residual(condition, pairs, pairPlace, estimate);
    Schema output = output(physicalKind, probe, build);
    int[] place = outputPlace(rel, kind, physicalKind, pairPlace, leftWidth, probeWidth, output);
    var size = Estimates.of(estimate.rows(), output, estimate, place);
    PhysicalPlan plan =
        hasKeys
            ? new PhysicalPlan.HashJoin(
                probe.input.plan(),
                build.input.plan(),
                physicalKind,
                probe.keys,
                build.keys,
                condition.nullSafe(),
                residualExpression,
                bounds,
                List.of(),
                output,
                size)
            : new PhysicalPlan.NestedLoopJoin(
                probe.input.plan(),
                build.input.plan(),
                physicalKind,
                residualExpression,
                bounds,
                output,
                size);
    return new Lowered(plan, place, estimate);
  }

  /** Returns the inequalities by which right rows, or those with equal keys, can be ordered. */
  private @Nullable RangeCondition range(JoinKind kind, JoinCondition condition, int leftWidth) {
    boolean knowsUnknown = kind == JoinKind.LEFT_MARK || kind == JoinKind.LEFT_ANTI_NULL_AWARE;
    if (knowsUnknown || lowering.mode == Lowering.Mode.PLAIN) {
      return null;
    }
    if (condition.leftKeys().isEmpty()) {
      return RangeCondition.of(condition.residual(), condition.residual().size(), leftWidth);
    }
    // A side's values are computed for rows too that no other row is compared with.
    RangeCondition range =
        RangeCondition.of(
            condition.residual().stream().filter(each -> !Failing.canFail(each)).toList(),
            condition.residual().size(),
            leftWidth);
    return range != null && range.paysWithKeys() ? range : null;
  }

  /** A lowered input with the positions of its keys, and of what is compared by order. */
  private record Side(Lowered input, List<Integer> keys, List<Integer> bounds) {}

  private Side side(
      RelNode rel, ImmutableBitSet kept, List<RexNode> equalKeys, List<RexNode> bounds) {
    List<RexNode> keys = new ArrayList<>(equalKeys);
    keys.addAll(bounds);
    ImmutableBitSet read = kept;
    ImmutableBitSet columns = kept;
    for (RexNode key : keys) {
      ImmutableBitSet bits = RelOptUtil.InputFinder.bits(key);
      read = read.union(bits);
      columns = key instanceof RexInputRef ? columns.union(bits) : columns;
    }
    Lowered input = lowering.lower(rel, read);
    boolean isPlain = keys.stream().allMatch(RexInputRef.class::isInstance);
    List<Integer> positions = new ArrayList<>();
    Lowered projected =
        isPlain ? input.trimmed(columns) : computed(input, columns, keys, positions);
    if (isPlain) {
      positions.addAll(keyPositions(keys, projected));
    }
    int count = equalKeys.size();
    return new Side(
        projected,
        List.copyOf(positions.subList(0, count)),
        List.copyOf(positions.subList(count, positions.size())));
  }

  private static List<Integer> keyPositions(List<RexNode> keys, Lowered input) {
    List<Integer> positions = new ArrayList<>();
    for (RexNode key : keys) {
      positions.add(input.at(((RexInputRef) key).getIndex()));
    }
    return positions;
  }

  /**
   * Projects the retained columns and, after them, the keys that are expressions.
   *
   * @param positions where to add the keys' positions
   */
  private Lowered computed(
      Lowered input, ImmutableBitSet columns, List<RexNode> keys, List<Integer> positions) {
    List<PhysicalExpr> expressions = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    int[] place = new int[input.place().length];
    Arrays.fill(place, -1);
    for (int column : columns) {
      Field field = input.field(column);
      place[column] = expressions.size();
      expressions.add(new PhysicalExpr.ColumnRef(input.at(column), field.type(), field.nullable()));
      fields.add(field);
    }
    for (RexNode key : keys) {
      if (key instanceof RexInputRef reference) {
        positions.add(place[reference.getIndex()]);
        continue;
      }
      PhysicalExpr expression = lowering.rex.convert(key, input);
      positions.add(expressions.size());
      expressions.add(expression);
      fields.add(new Field("$key" + positions.size(), expression.type(), expression.nullable()));
    }
    Schema output = new Schema(fields);
    RelEstimate logical = input.logical();
    PhysicalPlan plan =
        new PhysicalPlan.Project(
            input.plan(),
            expressions,
            output,
            Estimates.of(logical.rows(), output, logical, place));
    return new Lowered(plan, place, logical);
  }

  /** A row costs its bytes and a slot with its hash and place. */
  private static double size(Side side) {
    return side.input.estimate().bytes() + side.input.estimate().rows() * SLOT_BYTES;
  }

  private boolean swaps(JoinKind kind, Side left, Side right) {
    if (lowering.mode == Lowering.Mode.PLAIN) {
      return false;
    }
    boolean isLeftSent = BroadcastHint.isOn(left.input.plan());
    boolean isRightSent = BroadcastHint.isOn(right.input.plan());
    if (isLeftSent != isRightSent) {
      switch (kind) {
        case INNER -> {
          return isLeftSent;
        }
        case LEFT, LEFT_SEMI, LEFT_ANTI -> {
          if (isRightSent) {
            return false;
          }
        }
        case RIGHT -> {
          if (isLeftSent) {
            return true;
          }
        }
        case FULL, RIGHT_SEMI, RIGHT_ANTI, LEFT_MARK, LEFT_ANTI_NULL_AWARE -> {}
      }
    }
    return switch (kind) {
      case LEFT_MARK, LEFT_ANTI_NULL_AWARE -> false;
      case INNER, LEFT, RIGHT, FULL, LEFT_SEMI, LEFT_ANTI, RIGHT_SEMI, RIGHT_ANTI ->
          size(left) < size(right);
    };
  }

  private static JoinKind swapped(JoinKind kind) {
    return switch (kind) {
      case INNER -> JoinKind.INNER;
      case LEFT -> JoinKind.RIGHT;
      case RIGHT -> JoinKind.LEFT;
      case FULL -> JoinKind.FULL;
      case LEFT_SEMI -> JoinKind.RIGHT_SEMI;
      case LEFT_ANTI -> JoinKind.RIGHT_ANTI;
      case RIGHT_SEMI -> JoinKind.LEFT_SEMI;
      case RIGHT_ANTI -> JoinKind.LEFT_ANTI;
      case LEFT_ANTI_NULL_AWARE, LEFT_MARK ->
          throw new IllegalStateException("Sides of " + kind + " cannot be swapped");
    };
  }

  private static boolean deliversRight(JoinKind kind) {
    return switch (kind) {
      case INNER, LEFT, RIGHT, FULL -> true;
      case LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK, RIGHT_SEMI, RIGHT_ANTI -> false;
    };
  }

  private static Schema pairs(Side probe, Side build) {
    List<Field> fields = new ArrayList<>(probe.input.plan().output().fields());
    fields.addAll(build.input.plan().output().fields());
    return new Schema(fields);
  }

  private Optional<PhysicalExpr> residual(
      JoinCondition condition, Schema pairs, int[] pairPlace, RelEstimate estimate) {
    if (condition.residual().isEmpty()) {
      return Optional.empty();
    }
    Lowered input =
        new Lowered(
            new PhysicalPlan.Values(List.of(), pairs, Estimates.of(0, pairs)), pairPlace, estimate);
    List<PhysicalExpr> predicates = new ArrayList<>();
    for (RexNode conjunct : condition.residual()) {
      predicates.add(lowering.rex.convert(conjunct, input));
    }
    return Optional.of(Rex.and(predicates));
  }

  private static Schema output(JoinKind kind, Side probe, Side build) {
    List<Field> left = probe.input.plan().output().fields();
    List<Field> right = build.input.plan().output().fields();
    List<Field> fields = new ArrayList<>();
    switch (kind) {
      case INNER -> {
        fields.addAll(left);
        fields.addAll(right);
      }
      case LEFT -> {
        fields.addAll(left);
        fields.addAll(nullable(right));
      }
      case RIGHT -> {
        fields.addAll(nullable(left));
        fields.addAll(right);
      }
      case FULL -> {
        fields.addAll(nullable(left));
        fields.addAll(nullable(right));
      }
      case LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE -> fields.addAll(left);
      case LEFT_MARK -> {
        fields.addAll(left);
        fields.add(new Field("$mark", DataType.BOOL, true));
      }
      case RIGHT_SEMI, RIGHT_ANTI -> fields.addAll(right);
    }
    return new Schema(fields);
  }

  private static List<Field> nullable(List<Field> fields) {
    return fields.stream().map(f -> new Field(f.name(), f.type(), true)).toList();
  }

  private static int[] outputPlace(
      RelNode rel,
      JoinKind kind,
      JoinKind physicalKind,
      int[] pairPlace,
      int leftWidth,
      int probeWidth,
      Schema output) {
    int[] place = new int[rel.getRowType().getFieldCount()];
    Arrays.fill(place, -1);
    int fromPairs = deliversRight(kind) ? place.length : leftWidth;
    boolean dropsProbe = physicalKind == JoinKind.RIGHT_SEMI || physicalKind == JoinKind.RIGHT_ANTI;
    for (int i = 0; i < fromPairs; i++) {
      place[i] = pairPlace[i] < 0 || !dropsProbe ? pairPlace[i] : pairPlace[i] - probeWidth;
    }
    if (kind == JoinKind.LEFT_MARK && place.length > leftWidth) {
      place[leftWidth] = output.size() - 1;
    }
    return place;
  }
}
