package dev.heddle.spark.bridge;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.Partition;

/**
 * A task of a stage, as Spark sees it.
 *
 * @param index number of the task
 * @param task bytes of what it has to know
 * @param sources what it reads of rows that Spark makes
 * @param hosts where what it reads is stored; empty if that is all the same
 */
@SuppressWarnings("ArrayRecordComponent") // compared by its number, as Spark's are
public record TaskPartition(int index, byte[] task, List<Source> sources, List<String> hosts)
    implements Partition {
  /**
   * Some adjacent partitions of an RDD.
   *
   * @param first number of the first of them
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Source(int first, Partition[] partitions) implements Serializable {}

  /** Copies the lists. */
  public TaskPartition {
    sources = List.copyOf(sources);
    hosts = List.copyOf(hosts);
  }

  /** Makes a task that reads nothing that Spark makes. */
  public TaskPartition(int index, byte[] task, List<String> hosts) {
    this(index, task, List.of(), hosts);
  }

  TaskPartition reading(List<StageSource> read) {
    return new TaskPartition(
        index, task, read.stream().map(source -> source.of(index)).toList(), hosts);
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
