package dev.heddle.server.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stage as far as it is known.
 *
 * @param operators what it does
 * @param inputs the stages whose rows it reads
 * @param startedMillis when its tasks began, since the query did; null before
 * @param endedMillis when all had a result; null before
 * @param readRows rows that it has read
 * @param rows rows written
 * @param bytes bytes written
 * @param taskSizes what its ended tasks have written, for skew
 */
public record StageRecord(
    int stage,
    String operators,
    List<Integer> inputs,
    int tasks,
    int running,
    int finished,
    double share,
    @Nullable Long startedMillis,
    @Nullable Long endedMillis,
    long readRows,
    long rows,
    long bytes,
    TaskSizes taskSizes) {
  /** Copies the list. */
  public StageRecord {
    inputs = List.copyOf(inputs);
  }
}
