package dev.heddle.planner.exchange;

/** What of a plan's inputs is divided among partitions. */
public enum PartitionedInputs {
  /** All that can be. */
  ALL,
  /** What is large enough that it pays; small tables are read, and few rows joined, in one task. */
  LARGE
}
