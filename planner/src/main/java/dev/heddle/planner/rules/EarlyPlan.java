package dev.heddle.planner.rules;

import dev.heddle.planner.rel.MergedStates;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil.InputFinder;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Puts joins and filters on groups that take the place of a part of the plan, from the part up to
 * the aggregation. Not thread-safe.
 */
final class EarlyPlan {
  private final EarlyPart part;
  private RelNode node; // so far
  private int block; // where the groups' columns begin in the node's
  private List<@Nullable RexNode> columns = new ArrayList<>(); // of the old node by the new one's

  private EarlyPlan(EarlyPart part) {
    this.part = part;
    this.node = part.states();
    for (int column : part.columnAt()) {
      columns.add(column < 0 ? null : RexInputRef.of(column, node.getRowType()));
    }
  }

  /**
   * Returns the plan of the aggregation over a grouped part of its input.
   *
   * @param path the nodes from the aggregation's input down to the join that reads the part
   * @param isLeft for each node on the path that is a join whether the part is in its left side
   */
  static RelNode of(
      Aggregate aggregate,
      EarlyPart part,
      EarlyWanted wanted,
      List<RelNode> path,
      List<Boolean> isLeft) {
    EarlyPlan plan = new EarlyPlan(part);
    for (int i = path.size() - 1; i >= 0; i--) {
      switch (path.get(i)) {
        case Filter filter ->
            plan.node = LogicalFilter.create(plan.node, plan.moved(filter.getCondition()));
        case Project project -> plan.columns = plan.moved(project);
        case Join join -> plan.join(join, isLeft.get(i));
        case RelNode other ->
            throw new IllegalStateException("No way through " + other.getRelTypeName());
      }
    }
    return plan.merged(aggregate, wanted);
  }

  private RexNode moved(RexNode expression) {
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            RexNode now = columns.get(ref.getIndex());
            if (now == null) {
              throw new IllegalStateException("Column " + ref.getIndex() + " is grouped away");
            }
            return now;
          }
        });
  }

  private List<@Nullable RexNode> moved(Project project) {
    List<@Nullable RexNode> values = new ArrayList<>();
    for (RexNode value : project.getProjects()) {
      boolean isKnown = true;
      for (int column : InputFinder.bits(value)) {
        isKnown &= columns.get(column) != null;
      }
      values.add(isKnown ? moved(value) : null);
    }
    return values;
  }

  private void join(Join join, boolean isLeft) {
    RelNode other = join.getInput(isLeft ? 1 : 0);
    int ownWidth = node.getRowType().getFieldCount();
    int otherWidth = other.getRowType().getFieldCount();
    int shift = isLeft ? 0 : otherWidth;
    List<@Nullable RexNode> own = columns;
    List<@Nullable RexNode> both = new ArrayList<>();
    RelDataType types =
        join.copy(
                join.getTraitSet(),
                join.getCluster().getRexBuilder().makeLiteral(true),
                isLeft ? node : other,
                isLeft ? other : node,
                join.getJoinType(),
                false)
            .getRowType();
    boolean hasBoth = types.getFieldCount() == ownWidth + otherWidth;
    for (RexNode column : own) {
      both.add(column == null ? null : retyped(column, shift, types));
    }
    List<@Nullable RexNode> others = new ArrayList<>();
    for (int i = 0; hasBoth && i < otherWidth; i++) {
      others.add(RexInputRef.of(isLeft ? ownWidth + i : i, types));
    }
    both.addAll(isLeft ? both.size() : 0, others);
    columns = inputs(own, other, isLeft, ownWidth, shift);
    RexNode condition = moved(join.getCondition());
    columns = both;
    node =
        join.copy(
            join.getTraitSet(),
            condition,
            isLeft ? node : other,
            isLeft ? other : node,
            join.getJoinType(),
            false);
    block += shift;
  }

  /** Returns what a condition reads, which are both sides' columns before nulls are put in. */
  private List<@Nullable RexNode> inputs(
      List<@Nullable RexNode> own, RelNode other, boolean isLeft, int ownWidth, int shift) {
    List<@Nullable RexNode> inputs = new ArrayList<>();
    for (RexNode column : own) {
      inputs.add(column == null ? null : retyped(column, shift, null));
    }
    List<@Nullable RexNode> others = new ArrayList<>();
    for (int i = 0; i < other.getRowType().getFieldCount(); i++) {
      RelDataType type = other.getRowType().getFieldList().get(i).getType();
      others.add(new RexInputRef(isLeft ? ownWidth + i : i, type));
    }
    inputs.addAll(isLeft ? inputs.size() : 0, others);
    return inputs;
  }

  private static RexNode retyped(RexNode expression, int shift, @Nullable RelDataType types) {
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            int index = ref.getIndex() + shift;
            return types == null
                ? new RexInputRef(index, ref.getType())
                : RexInputRef.of(index, types);
          }
        });
  }

  private RelNode merged(Aggregate aggregate, EarlyWanted wanted) {
    List<RexNode> expressions = new ArrayList<>();
    List<Integer> groupSet = aggregate.getGroupSet().asList();
    for (int i = 0; i < groupSet.size(); i++) {
      int at = part.keyAt()[i];
      expressions.add(
          at < 0
              ? moved(RexInputRef.of(groupSet.get(i), aggregate.getInput().getRowType()))
              : RexInputRef.of(block + at, node.getRowType()));
    }
    List<AggregateCall> calls = new ArrayList<>(aggregate.getAggCallList());
    for (int i = 0; i < calls.size(); i++) {
      int at = part.stateAt()[i];
      if (EarlyAggregation.isOfSets(calls.get(i))) {
        List<Integer> keys = calls.get(i).getArgList().stream().map(groupSet::indexOf).toList();
        calls.set(i, calls.get(i).withArgList(keys));
      } else if (at < 0) {
        int argument = calls.get(i).getArgList().getFirst();
        expressions.add(moved(RexInputRef.of(argument, aggregate.getInput().getRowType())));
      } else {
        RexNode filter =
            wanted.values().get(i).isFilteredAbove(calls.get(i))
                ? moved(RexInputRef.of(calls.get(i).filterArg, aggregate.getInput().getRowType()))
                : null;
        states(calls.get(i), at, filter, wanted.isOptional(), expressions);
      }
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < expressions.size(); i++) {
      names.add("$merged" + i);
    }
    RelNode project = LogicalProject.create(node, List.of(), expressions, names, Set.of());
    List<ImmutableBitSet> sets =
        aggregate.getGroupSets().stream()
            .map(set -> ImmutableBitSet.of(set.asList().stream().map(groupSet::indexOf).toList()))
            .toList();
    return MergedStates.create(project, groupSet.size(), sets, calls, aggregate.getRowType());
  }

  private int nextState(int state) {
    int next = part.states().getRowType().getFieldCount();
    for (int at : part.stateAt()) {
      next = at > state ? Math.min(next, at) : next;
    }
    return next;
  }

  /**
   * Adds the columns of a state; a row that an outer join made has one of its own.
   *
   * @param filter which states count; null if all do
   */
  private void states(
      AggregateCall call,
      int from,
      @Nullable RexNode filter,
      boolean isOptional,
      List<RexNode> expressions) {
    RexBuilder rex = node.getCluster().getRexBuilder();
    int to = nextState(from);
    for (int i = from; i < to; i++) {
      RexNode state = RexInputRef.of(block + i, node.getRowType());
      RelDataType type = part.states().getRowType().getFieldList().get(i).getType();
      boolean isCount = !type.isNullable();
      if (isOptional && isCount) {
        boolean isOfRows = call.getArgList().isEmpty() && (call.filterArg < 0 || filter != null);
        RexNode none = rex.makeExactLiteral(BigDecimal.valueOf(isOfRows ? 1 : 0), type);
        RexNode isThere = rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, state);
        state = rex.makeCall(type, SqlStdOperatorTable.CASE, List.of(isThere, state, none));
      }
      if (filter != null) {
        RexNode none =
            isCount ? rex.makeExactLiteral(BigDecimal.ZERO, type) : rex.makeNullLiteral(type);
        state = rex.makeCall(type, SqlStdOperatorTable.CASE, List.of(filter, state, none));
      }
      expressions.add(state);
    }
  }
}
