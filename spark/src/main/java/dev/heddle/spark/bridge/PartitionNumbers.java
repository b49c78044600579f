package dev.heddle.spark.bridge;

import org.apache.spark.Partitioner;

/** Sends a block to the partition whose number is its key. */
final class PartitionNumbers extends Partitioner {
  private static final long serialVersionUID = 1L;

  private final int count;

  PartitionNumbers(int count) {
    this.count = count;
  }

  @Override
  public int numPartitions() {
    return count;
  }

  @Override
  public int getPartition(Object key) {
    return (Integer) key;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PartitionNumbers it && it.count == count;
  }

  @Override
  public int hashCode() {
    return count;
  }
}
