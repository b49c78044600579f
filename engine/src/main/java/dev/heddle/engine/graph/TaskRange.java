package dev.heddle.engine.graph;

import java.util.Optional;

/**
 * What a task reads of the exchanges that it does not read whole.
 *
 * @param firstPartition first partition that it reads
 * @param endPartition the one behind the last
 * @param part which part of one input's partition it reads, if that is divided among tasks
 */
public record TaskRange(int firstPartition, int endPartition, Optional<Part> part) {
  /** Reads all of one partition. */
  public static TaskRange of(int partition) {
    return new TaskRange(partition, partition + 1, Optional.empty());
  }

  /**
   * What some tasks of a stage have written of a partition.
   *
   * @param stage the stage
   * @param firstMap first of the tasks
   * @param endMap the one behind the last
   */
  public record Part(int stage, int firstMap, int endMap) {}
}
