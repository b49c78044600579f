package dev.heddle.physical.plan;

/**
 * Which partitions of an exchange a reader takes. Skewed ones are those that would keep a task busy
 * long after others have ended, which is known once all rows have been written.
 */
public enum PartitionGroup {
  /** All of them. */
  ALL,
  /** Those that are not skewed. */
  EVEN,
  /** The skewed ones; their rows may be in any task. */
  SKEWED;

  /** Returns whether partitions that are not skewed are read. */
  public boolean hasEven() {
    return this != SKEWED;
  }

  /** Returns whether skewed partitions are read. */
  public boolean hasSkewed() {
    return this != EVEN;
  }
}
