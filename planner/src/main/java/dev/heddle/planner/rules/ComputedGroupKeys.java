package dev.heddle.planner.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Computes keys of groups that follow from others once a group in place of once a row: of {@code
 * GROUP BY x, x - 1} only x is a key, and the other one is computed of it above.
 *
 * <p>Not of floats and intervals, of which equal values can give unlike results.
 */
final class ComputedGroupKeys extends PlanRule {
  ComputedGroupKeys() {
    super(
        "ComputedGroupKeys",
        upper ->
            upper
                .operand(LogicalAggregate.class)
                .oneInput(lower -> lower.operand(LogicalProject.class).anyInputs()));
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    Aggregate aggregate = call.rel(0);
    Project project = call.rel(1);
    if (aggregate.getGroupType() != Aggregate.Group.SIMPLE
        || RemoveDependentKeys.tellsKeys(aggregate)) {
      return;
    }
    List<Integer> kept = new ArrayList<>(aggregate.getGroupSet().asList());
    ImmutableBitSet plain = columns(project, kept);
    kept.removeIf(key -> isComputed(project.getProjects().get(key), plain));
    if (!kept.isEmpty() && kept.size() < aggregate.getGroupCount()) {
      call.transformTo(rewritten(aggregate, project, kept));
    }
  }

  /** Returns the columns below a projection that are keys as they are. */
  private static ImmutableBitSet columns(Project project, List<Integer> keys) {
    ImmutableBitSet.Builder columns = ImmutableBitSet.builder();
    for (int key : keys) {
      if (project.getProjects().get(key) instanceof RexInputRef column) {
        columns.set(column.getIndex());
      }
    }
    return columns.build();
  }

  private static boolean isComputed(RexNode key, ImmutableBitSet plain) {
    ImmutableBitSet read = RelOptUtil.InputFinder.bits(key);
    return !(key instanceof RexInputRef)
        && !read.isEmpty()
        && plain.contains(read)
        && RexUtil.isDeterministic(key)
        && !RexOver.containsOver(key) // which reads other rows
        && !RemoveDependentKeys.readsUnlikeEquals(key);
  }

  private static Project rewritten(Aggregate aggregate, Project project, List<Integer> kept) {
    Aggregate smaller =
        LogicalAggregate.create(
            project, List.of(), ImmutableBitSet.of(kept), null, aggregate.getAggCallList());
    List<RexNode> columns = new ArrayList<>();
    for (int key : aggregate.getGroupSet()) {
      columns.add(
          kept.contains(key)
              ? RexInputRef.of(kept.indexOf(key), smaller.getRowType())
              : ofKeys(project, kept, smaller, project.getProjects().get(key)));
    }
    List<AggregateCall> calls = aggregate.getAggCallList();
    for (int i = 0; i < calls.size(); i++) {
      columns.add(RexInputRef.of(kept.size() + i, smaller.getRowType()));
    }
    return LogicalProject.create(
        smaller, List.of(), columns, aggregate.getRowType().getFieldNames(), Set.of());
  }

  /** Returns an expression over the keys in place of the columns that they are. */
  private static RexNode ofKeys(
      Project project, List<Integer> kept, Aggregate above, RexNode expression) {
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef column) {
            for (int i = 0; i < kept.size(); i++) {
              if (project.getProjects().get(kept.get(i)) instanceof RexInputRef key
                  && key.getIndex() == column.getIndex()) {
                return RexInputRef.of(i, above.getRowType());
              }
            }
            throw new IllegalStateException("No key is column " + column);
          }
        });
  }
}
