package dev.heddle.physical.operator;

import dev.heddle.io.storage.Transfers;

/**
 * What tasks that ran in other processes have written and moved.
 *
 * @param spilledBytes what went to spill files
 * @param spilledFiles how many there were
 * @param transfers what has been moved between their processes and storage
 */
public record TaskTotals(long spilledBytes, long spilledFiles, Transfers transfers) {
  /** Nothing. */
  public static final TaskTotals NONE = new TaskTotals(0, 0, Transfers.NONE);

  /** Adds those of another task. */
  public TaskTotals plus(TaskTotals other) {
    return new TaskTotals(
        spilledBytes + other.spilledBytes,
        spilledFiles + other.spilledFiles,
        transfers.plus(other.transfers));
  }
}
