package dev.heddle.spark.bridge;

import org.apache.spark.Partition;

/**
 * A task of a stage, as Spark sees it.
 *
 * @param index number of the task
 * @param task bytes of what it has to know
 */
@SuppressWarnings("ArrayRecordComponent") // compared by its number, as Spark's are
public record TaskPartition(int index, byte[] task) implements Partition {
  @Override
  public int hashCode() {
    return index;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TaskPartition it && it.index == index;
  }
}
