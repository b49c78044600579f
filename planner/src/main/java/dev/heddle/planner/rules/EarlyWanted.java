package dev.heddle.planner.rules;

import dev.heddle.planner.rel.Volatility;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelOptUtil.InputFinder;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * What an aggregation further up asks of a node on the way down from it, as expressions over the
 * node's columns. Immutable.
 *
 * @param keys for each group key what it is computed from; null if it is computed further up
 * @param required columns that are read further up, by conditions and keys
 * @param values for each call what it reads
 * @param isOptional whether an outer join further up may make the node's columns null
 */
record EarlyWanted(
    List<@Nullable RexNode> keys,
    ImmutableBitSet required,
    List<CallValues> values,
    boolean isOptional) {

  /** Where the values of a call are. */
  enum Place {
    /** Below, and nowhere else. */
    HERE,
    /** Below; if not, the value of a row is the state of a group of this row alone. */
    ANYWHERE,
    /** In another side of a join further up. */
    ELSEWHERE
  }

  /**
   * What a call reads.
   *
   * @param arguments its arguments
   * @param filter which rows it takes; null if all, or if that is found out further up
   */
  record CallValues(List<RexNode> arguments, @Nullable RexNode filter, Place place) {
    private ImmutableBitSet bits() {
      return InputFinder.bits(arguments, filter);
    }

    private boolean isPlain() {
      return expressions().stream().allMatch(e -> e instanceof RexInputRef);
    }

    /** Returns the arguments, then the filter if there is one. */
    List<RexNode> expressions() {
      List<RexNode> all = new ArrayList<>(arguments);
      if (filter != null) {
        all.add(filter);
      }
      return all;
    }

    /** Returns whether a filter of the call that these are of is applied further up. */
    boolean isFilteredAbove(AggregateCall call) {
      return place == Place.HERE && filter == null && call.filterArg >= 0;
    }

    private CallValues mapped(UnaryOperator<RexNode> change) {
      return new CallValues(
          arguments.stream().map(change).toList(),
          filter == null ? null : change.apply(filter),
          place);
    }

    private CallValues withoutFilter() {
      return new CallValues(arguments, null, place);
    }
  }

  /** Returns what is asked of a projection's input; null if that cannot be told. */
  @Nullable EarlyWanted below(Project project) {
    if (project.containsOver() || Volatility.of(project)) {
      return null;
    }
    ImmutableBitSet.Builder below = ImmutableBitSet.builder();
    for (int column : required) {
      RexNode value = project.getProjects().get(column);
      if (isOptional && !(value instanceof RexInputRef)) {
        return null; // computed of the outer join's nulls it might be no null
      }
      below.addAll(InputFinder.bits(value));
    }
    List<@Nullable RexNode> newKeys = new ArrayList<>();
    for (RexNode key : keys) {
      newKeys.add(key == null ? null : RelOptUtil.pushPastProject(key, project));
    }
    List<CallValues> newValues = new ArrayList<>();
    for (CallValues value : values) {
      newValues.add(value.mapped(e -> RelOptUtil.pushPastProject(e, project)));
    }
    EarlyWanted wanted = new EarlyWanted(newKeys, below.build(), newValues, isOptional);
    return isOptional && !wanted.isPlain() ? null : wanted;
  }

  private boolean isPlain() {
    return keys.stream().allMatch(key -> key == null || key instanceof RexInputRef)
        && values.stream().allMatch(v -> v.place == Place.ELSEWHERE || v.isPlain());
  }

  /** Returns what is asked of a filter's input; null if that cannot be told. */
  @Nullable EarlyWanted below(Filter filter) {
    if (Volatility.of(filter) || !filter.getVariablesSet().isEmpty()) {
      return null;
    }
    ImmutableBitSet read = InputFinder.bits(filter.getCondition());
    return new EarlyWanted(keys, required.union(read), values, isOptional);
  }

  /**
   * Returns what is asked of a side of a join; null if its rows cannot be grouped by what is read
   * of them, or a call has an argument of the other side. A filter that reads the other side is
   * applied to states further up.
   */
  @Nullable EarlyWanted below(Join join, int input) {
    boolean isLeft = input == 0;
    if (!passes(join.getJoinType(), isLeft)
        || !RexUtil.isDeterministic(join.getCondition())
        || !join.getVariablesSet().isEmpty()) {
      return null;
    }
    boolean isOuter = join.getJoinType() == (isLeft ? JoinRelType.RIGHT : JoinRelType.LEFT);
    int from = isLeft ? 0 : join.getLeft().getRowType().getFieldCount();
    int width = join.getInput(input).getRowType().getFieldCount();
    ImmutableBitSet side = ImmutableBitSet.range(from, from + width);
    ImmutableBitSet.Builder read = ImmutableBitSet.builder();
    read.addAll(required).addAll(InputFinder.bits(join.getCondition()));
    List<@Nullable RexNode> newKeys = new ArrayList<>();
    for (RexNode key : keys) {
      ImmutableBitSet bits = key == null ? ImmutableBitSet.of() : InputFinder.bits(key);
      boolean isPlain = key instanceof RexInputRef;
      boolean isOwn = !bits.isEmpty() && side.contains(bits) && (isPlain || !isOuter);
      newKeys.add(key != null && isOwn ? RexUtil.shift(key, -from) : null);
      if (!isOwn) {
        read.addAll(bits);
      }
    }
    List<CallValues> newValues = new ArrayList<>();
    for (CallValues value : values) {
      ImmutableBitSet filter =
          value.filter == null ? ImmutableBitSet.of() : InputFinder.bits(value.filter);
      boolean isFilteredAbove = value.place == Place.HERE && !side.contains(filter);
      if (isFilteredAbove) {
        read.addAll(filter);
      }
      CallValues below =
          below(isFilteredAbove ? value.withoutFilter() : value, side, isOuter, from);
      if (below == null) {
        return null;
      }
      newValues.add(below);
    }
    ImmutableBitSet columns = read.build().intersect(side).shift(-from);
    return new EarlyWanted(newKeys, columns, newValues, isOptional || isOuter);
  }

  private static @Nullable CallValues below(
      CallValues value, ImmutableBitSet side, boolean isOuter, int from) {
    if (value.place == Place.ELSEWHERE) {
      return value;
    }
    ImmutableBitSet bits = value.bits();
    if (side.contains(bits) && (value.isPlain() || !isOuter)) {
      return value.mapped(e -> RexUtil.shift(e, -from));
    }
    return value.place == Place.ANYWHERE && !bits.isEmpty() && !bits.intersects(side)
        ? new CallValues(List.of(), null, Place.ELSEWHERE)
        : null;
  }

  /** Returns whether a side's row comes out as often as any other with the same values. */
  private static boolean passes(JoinRelType kind, boolean isLeft) {
    return switch (kind) {
      case INNER, LEFT, RIGHT -> true;
      case SEMI, ANTI -> isLeft;
      case FULL, LEFT_MARK, ASOF, LEFT_ASOF -> false;
    };
  }
}
