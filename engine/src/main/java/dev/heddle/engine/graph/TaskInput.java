package dev.heddle.engine.graph;

import dev.heddle.physical.plan.PartitionGroup;
import dev.heddle.shuffle.protocol.ExchangeId;
import java.util.ArrayList;
import java.util.List;

/**
 * An exchange that a task reads.
 *
 * @param stage number of the writing stage, which is how the stage's fragment names it; negative
 *     for the result of another job, which it names by the job
 * @param exchange the exchange; its number differs from the stage's once it had to be made anew
 * @param isWhole whether the task reads all of it, not partitions of its own
 * @param version version of its winners that the task is to see, or a later one
 * @param group which of its partitions are read at all
 * @param skewed the partitions that are skewed, in ascending order; empty if all are read
 * @param firstTask number of the task that reads the first partition, where ranges begin at 0
 */
public record TaskInput(
    int stage,
    ExchangeId exchange,
    boolean isWhole,
    int version,
    PartitionGroup group,
    List<Integer> skewed,
    int firstTask) {
  /** Copies the list. */
  public TaskInput {
    skewed = List.copyOf(skewed);
  }

  /** Makes an input of which all partitions are read. */
  public TaskInput(int stage, ExchangeId exchange, boolean isWhole, int version) {
    this(stage, exchange, isWhole, version, PartitionGroup.ALL, List.of(), 0);
  }

  /**
   * Partitions that follow one another.
   *
   * @param first the first of them
   * @param end the one behind the last
   */
  public record Partitions(int first, int end) {}

  /** Returns what a task reads of an exchange with a number of partitions, in order. */
  public List<Partitions> read(TaskRange range, int partitions) {
    int first = isWhole ? 0 : Math.clamp((long) range.firstPartition() - firstTask, 0, partitions);
    int end =
        isWhole ? partitions : Math.clamp((long) range.endPartition() - firstTask, 0, partitions);
    List<Partitions> read = new ArrayList<>();
    int from = first;
    for (int partition : skewed) {
      if (partition >= first && partition < end) {
        if (group == PartitionGroup.SKEWED) {
          read.add(new Partitions(partition, partition + 1));
        } else if (from < partition) {
          read.add(new Partitions(from, partition));
        }
        from = partition + 1;
      }
    }
    if (group.hasEven() && from < end) {
      read.add(new Partitions(from, end));
    }
    return read;
  }
}
