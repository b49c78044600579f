package dev.heddle.spark.bridge;

import java.util.List;
import org.apache.spark.Partition;

/**
 * A task of a stage, as Spark sees it.
 *
 * @param index number of the task
 * @param task bytes of what it has to know
 * @param hosts where what it reads is stored; empty if that is all the same
 */
@SuppressWarnings("ArrayRecordComponent") // compared by its number, as Spark's are
public record TaskPartition(int index, byte[] task, List<String> hosts) implements Partition {
  /** Copies the list. */
  public TaskPartition {
    hosts = List.copyOf(hosts);
  }

  @Override
  public int hashCode() {
    return index;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TaskPartition it && it.index == index;
  }
}
