package dev.heddle.planner.rel;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;

/** A half of an aggregation: rows are grouped by their first columns, and states made or merged. */
public abstract sealed class GroupedStates extends SingleRel permits EarlyStates, MergedStates {
  private final int keys;
  private final List<AggregateCall> calls;

  GroupedStates(
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

  /** Returns how many of the first columns are keys. */
  public final int keys() {
    return keys;
  }

  /** Returns the calls whose states are made or merged. */
  public final List<AggregateCall> calls() {
    return calls;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("keys", keys).item("calls", calls);
  }
}
