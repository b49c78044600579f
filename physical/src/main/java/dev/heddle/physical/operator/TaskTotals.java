package dev.heddle.physical.operator;

import dev.heddle.io.storage.Transfers;
import java.util.Map;
import java.util.TreeMap;

/**
 * What tasks that ran in other processes have written and moved.
 *
 * @param spilledBytes what went to spill files
 * @param spilledFiles how many there were
 * @param transfers what has been moved between their processes and storage
 * @param threads how long their threads worked, and had a processor
 * @param repeats how many of them were not the first attempt: others may have counted the same rows
 * @param functionNanos how long threads were in functions of the user's own, by name
 */
public record TaskTotals(
    long spilledBytes,
    long spilledFiles,
    Transfers transfers,
    ThreadTimes threads,
    long repeats,
    Map<String, Long> functionNanos) {
  /** Nothing. */
  public static final TaskTotals NONE =
      new TaskTotals(0, 0, Transfers.NONE, ThreadTimes.NONE, 0, Map.of());

  /** Copies the map. */
  public TaskTotals {
    functionNanos = Map.copyOf(functionNanos);
  }

  /** Adds those of another task. */
  public TaskTotals plus(TaskTotals other) {
    Map<String, Long> nanos = new TreeMap<>(functionNanos);
    other.functionNanos.forEach((function, spent) -> nanos.merge(function, spent, Long::sum));
    return new TaskTotals(
        spilledBytes + other.spilledBytes,
        spilledFiles + other.spilledFiles,
        transfers.plus(other.transfers),
        threads.plus(other.threads),
        repeats + other.repeats,
        nanos);
  }
}
