package dev.heddle.planner.program;

import org.apache.calcite.rel.core.AggregateCall;

/** An operator that stands for an aggregate's own while correlations are removed. Immutable. */
sealed interface CarriedCall permits CarriedOrder, CarriedCount {
  /** Returns the call that one of this operator stands for. */
  AggregateCall restored(AggregateCall call);
}
