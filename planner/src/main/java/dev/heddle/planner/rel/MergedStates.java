package dev.heddle.planner.rel;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Groups states of {@link EarlyStates} by the first columns and gives the results of the calls. A
 * state that occurs several times counts as often.
 */
public final class MergedStates extends SingleRel {
  private final int keys;
  private final List<AggregateCall> calls;

  private MergedStates(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode input,
      int keys,
      List<AggregateCall> calls,
      RelDataType rowType) {
    super(cluster, traits, input);
    this.keys = keys;
    this.calls = List.copyOf(calls);
    this.rowType = rowType;
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

  /** Returns how many of the first columns are keys. */
  public int keys() {
    return keys;
  }

  /** Returns the calls whose states are merged. */
  public List<AggregateCall> calls() {
    return calls;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new MergedStates(getCluster(), traits, inputs.getFirst(), keys, calls, rowType);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("keys", keys).item("calls", calls);
  }
}
