package dev.heddle.planner.rel;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Groups states of {@link EarlyStates} by the first columns, or by several sets of them, and gives
 * the results of the calls. A state that occurs several times counts as often.
 */
public final class MergedStates extends GroupedStates {
  private final List<ImmutableBitSet> sets;

  private MergedStates(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode input,
      int keys,
      List<ImmutableBitSet> sets,
      List<AggregateCall> calls,
      RelDataType rowType) {
    super(cluster, traits, input, keys, calls, rowType);
    this.sets = List.copyOf(sets);
  }

  /**
   * Makes the node.
   *
   * @param input the keys, then the states of the calls
   * @param keys how many columns of the input are keys
   * @param sets of keys by which is grouped; keys that are not in a row's set are null
   * @param calls the functions with the types of their results; arguments are not looked at but
   *     those of {@code GROUPING}, which are keys
   * @param rowType the keys, then a column for each call
   */
  public static MergedStates create(
      RelNode input,
      int keys,
      List<ImmutableBitSet> sets,
      List<AggregateCall> calls,
      RelDataType rowType) {
    return new MergedStates(
        input.getCluster(), input.getTraitSet(), input, keys, sets, calls, rowType);
  }

  /** Returns by which sets of keys is grouped. */
  public List<ImmutableBitSet> sets() {
    return sets;
  }

  /** Returns whether rows are grouped once, by all keys. */
  public boolean isSimple() {
    return sets.size() == 1 && sets.getFirst().cardinality() == keys();
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new MergedStates(
        getCluster(), traits, inputs.getFirst(), keys(), sets, calls(), rowType);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).itemIf("sets", sets, !isSimple());
  }
}
