package dev.heddle.engine.graph;

import java.util.List;

/**
 * How far a stage is.
 *
 * @param stage its number
 * @param tasks number of tasks
 * @param held tasks assigned to workers, begun or not
 * @param done tasks that have a result
 * @param speculativeAttempts tasks that got a second attempt, since the first one took too long
 * @param rows rows written by tasks that are done
 * @param bytes bytes written by them
 * @param steps in words, what was made of the stage since sizes were known
 */
public record StageProgress(
    int stage,
    int tasks,
    int held,
    int done,
    int speculativeAttempts,
    long rows,
    long bytes,
    List<String> steps) {
  /** Copies the list. */
  public StageProgress {
    steps = List.copyOf(steps);
  }
}
