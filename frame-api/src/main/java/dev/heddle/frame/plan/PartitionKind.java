package dev.heddle.frame.plan;

/** How rows are divided into parts, each of which one task works on. */
public enum PartitionKind {
  /** About the same number of rows in each. */
  EVENLY,
  /** Rows of equal keys in one. */
  BY_HASH,
  /** Each has a range of an order, after those of the parts before it. */
  BY_RANGE,
  /** Neighbouring parts are put together, if there are more. */
  FEWER,
  /** As they are; the rows of each are sorted. */
  SORTED,
  /** All in each: a join sends these rows to the tasks of the other side, and not both by keys. */
  EVERYWHERE
}
