package dev.heddle.physical.plan;

/** Which part of an aggregation a node does. */
public enum AggregateMode {
  /** Rows to results. */
  SINGLE,
  /** Rows to states: group keys, then the state columns of each call ({@link AggregateStates}). */
  PARTIAL,
  /** States to the states of all groups, of which each comes once. */
  INTERMEDIATE,
  /** States to results. */
  FINAL,
  /** States of groups that come once each to results, row by row; with keys. */
  FINISH;

  /** Returns whether the input holds states. */
  public boolean readsStates() {
    return this == INTERMEDIATE || this == FINAL || this == FINISH;
  }

  /** Returns whether the output holds states. */
  public boolean makesStates() {
    return this == PARTIAL || this == INTERMEDIATE;
  }

  /** Returns whether a part of the input gives a part of the output, of which nothing is lost. */
  public boolean isPiecewise() {
    return this == PARTIAL || this == FINISH;
  }
}
