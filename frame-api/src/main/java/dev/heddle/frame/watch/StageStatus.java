package dev.heddle.frame.watch;

import static java.util.Objects.requireNonNull;

/**
 * How far a stage of a query is, at a moment.
 *
 * @param stage its number in the query
 * @param operators what it does, such as {@code Scan orders → Filter → Aggregate}
 * @param tasks how many tasks it has
 * @param running tasks that run
 * @param finished tasks that have a result
 * @param rows rows that it has read, or could leave out unread; what several tasks read is counted
 *     for each
 * @param share how much of its work is done, from 0 to 1, as estimated
 */
public record StageStatus(
    int stage, String operators, int tasks, int running, int finished, long rows, double share) {
  /** Checks that nothing is null. */
  public StageStatus {
    requireNonNull(operators, "operators is null");
  }
}
