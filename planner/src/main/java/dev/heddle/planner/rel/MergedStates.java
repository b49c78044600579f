package dev.heddle.planner.rel;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Groups states of {@link EarlyStates} by the first columns and gives the results of the calls. A
 * state that occurs several times counts as often.
 */
public final class MergedStates extends GroupedStates {
  private MergedStates(
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
   * @param input the keys, then the states of the calls
   * @param keys how many columns of the input are keys
   * @param calls the functions with the types of their results; arguments are not looked at
   * @param rowType the keys, then a column for each call
   */
  public static MergedStates create(
      RelNode input, int keys, List<AggregateCall> calls, RelDataType rowType) {
    return new MergedStates(input.getCluster(), input.getTraitSet(), input, keys, calls, rowType);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new MergedStates(getCluster(), traits, inputs.getFirst(), keys(), calls(), rowType);
  }
}
