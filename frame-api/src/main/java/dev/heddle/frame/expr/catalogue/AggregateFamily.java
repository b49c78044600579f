package dev.heddle.frame.expr.catalogue;

/** Aggregate functions that are computed alike, with what passes ask of all of a family. */
public enum AggregateFamily {
  /** Counts of rows. */
  COUNT(true, true, true),
  /** Checked sums, and sums of floats. */
  SUM(true, true, true),
  /** A sum and a count. */
  MEAN(true, true, true),
  /** The smallest or largest value. */
  EXTREME(true, true, false),
  /** The value of one row. */
  PICK(true, false, false),
  /** A state of fixed columns, which {@link AggregateFunction#stateColumns} names. */
  FOLD(true, true, true),
  /** A sketch, as its bytes. */
  SKETCH(true, false, true),
  /** Places in the order of all values. */
  QUANTILE(false, false, true),
  /** All values, as a list or text. */
  LIST(false, false, true),
  /** By code of the user's own, whose states are values of a type. */
  USER(true, false, true),
  /** What the grouping set is; computed from the set's number. */
  GROUPING(false, false, false);

  private final boolean isMergeable;
  private final boolean canRun;
  private final boolean dependsOnRepetition;

  AggregateFamily(boolean isMergeable, boolean canRun, boolean dependsOnRepetition) {
    this.isMergeable = isMergeable;
    this.canRun = canRun;
    this.dependsOnRepetition = dependsOnRepetition;
  }

  /** Returns whether the states of two parts of a group make the state of both. */
  public boolean isMergeable() {
    return isMergeable;
  }

  /** Returns whether a result can be had after each of many rows, at the cost of the row. */
  public boolean canRun() {
    return canRun;
  }

  boolean dependsOnRepetition() {
    return dependsOnRepetition;
  }
}
