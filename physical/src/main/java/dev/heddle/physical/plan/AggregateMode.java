package dev.heddle.physical.plan;

/** Which half of an aggregation a node does. */
public enum AggregateMode {
  /** Rows to results. */
  SINGLE,
  /** Rows to states: group keys, then the state columns of each call ({@link AggregateStates}). */
  PARTIAL,
  /** States to results. */
  FINAL
}
