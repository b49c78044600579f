package dev.heddle.engine.graph;

import dev.heddle.physical.plan.PartitionGroup;

/**
 * An exchange that a stage reads; it is named by the stage that writes it.
 *
 * @param stage number of the writing stage
 * @param isWhole whether each task reads all of it, not partitions of its own
 * @param isDivisible whether a partition may as well be read in parts by several tasks, if each of
 *     them reads all of the same partition of the other inputs; and so whether the tasks that make
 *     its rows may do the work of the reading stage, if each reads all of the other inputs
 * @param isRequired whether the stage has nothing to write if this has no rows, and so need not run
 * @param group which of its partitions are read at all
 * @param firstTask number of the task that reads the first partition; where inputs are read by
 *     tasks of their own, those of one come before those of the next
 */
public record StageInput(
    int stage,
    boolean isWhole,
    boolean isDivisible,
    boolean isRequired,
    PartitionGroup group,
    int firstTask) {
  /** Makes an input of which all partitions are read. */
  public StageInput(int stage, boolean isWhole, boolean isDivisible, boolean isRequired) {
    this(stage, isWhole, isDivisible, isRequired, PartitionGroup.ALL, 0);
  }

  /** Makes an input whose partitions are read by one task each. */
  public StageInput(int stage, boolean isWhole) {
    this(stage, isWhole, false, false);
  }

  /** Returns whether what is read of it depends on which partitions are skewed. */
  public boolean isGrouped() {
    return group != PartitionGroup.ALL;
  }
}
