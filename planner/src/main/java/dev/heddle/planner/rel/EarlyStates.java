package dev.heddle.planner.rel;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Groups rows by their first columns and gives the states of aggregate calls, not their results. A
 * group may come out several times; {@link MergedStates} merges them.
 */
public final class EarlyStates extends GroupedStates {
  private EarlyStates(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode input,
      int keys,
      List<AggregateCall> calls,
      RelDataType rowType) {
    super(cluster, traits, input, keys, calls, rowType);
  }

  /**
   * Makes the node.
   *
   * @param keys how many columns of the input are keys
   * @param calls over the input's columns
   * @param rowType the keys, then the columns of each call's state
   */
  public static EarlyStates create(
      RelNode input, int keys, List<AggregateCall> calls, RelDataType rowType) {
    return new EarlyStates(input.getCluster(), input.getTraitSet(), input, keys, calls, rowType);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new EarlyStates(getCluster(), traits, inputs.getFirst(), keys(), calls(), rowType);
  }
}
