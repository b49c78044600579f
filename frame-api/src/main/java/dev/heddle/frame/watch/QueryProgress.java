package dev.heddle.frame.watch;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How far a query is, at a moment.
 *
 * @param query its number, unique in this process
 * @param text the statement as it was written; of a frame of verbs, these
 * @param state where it is in its life
 * @param elapsed since it began
 * @param running since its stages began to run; zero before
 * @param share how much of its work is done, from 0 to 1, as estimated from rows that are known or
 *     expected; it does not go back
 * @param rows rows read from tables so far
 * @param bytesRead bytes read from files so far
 * @param files files, or parts of files, whose reading has begun
 * @param rowGroups row groups of files that were read
 * @param rowGroupsSkipped row groups that could be left out unread
 * @param memoryBytes memory off the heap that it has now, in all processes
 * @param spilledBytes bytes written to spill files so far
 * @param stages how far each stage is, producers before consumers; empty while it is planned
 * @param nodes what each node of the plan has done, in the order of {@link QueryEvent.Planned};
 *     empty while it is planned
 */
public record QueryProgress(
    long query,
    String text,
    QueryState state,
    Duration elapsed,
    Duration running,
    double share,
    long rows,
    long bytesRead,
    long files,
    long rowGroups,
    long rowGroupsSkipped,
    long memoryBytes,
    long spilledBytes,
    List<StageStatus> stages,
    List<NodeStatus> nodes) {
  /** From this share on there is something to estimate from. */
  private static final double MIN_SHARE = 0.02;

  private static final double NANOS_PER_SECOND = 1e9;

  /** Copies the lists, and checks that nothing is null. */
  public QueryProgress {
    requireNonNull(text, "text is null");
    requireNonNull(state, "state is null");
    requireNonNull(elapsed, "elapsed is null");
    requireNonNull(running, "running is null");
    stages = Arguments.all(stages, "stages");
    nodes = Arguments.all(nodes, "nodes");
  }

  /**
   * Returns how long it is going to run, if it goes on as up to now; empty while too little is done
   * to tell, and once it is over.
   */
  public Optional<Duration> left() {
    if (state != QueryState.RUNNING || share < MIN_SHARE) {
      return Optional.empty();
    }
    double seconds = running.getSeconds() + running.getNano() / NANOS_PER_SECOND;
    return Optional.of(Duration.ofNanos((long) (seconds * NANOS_PER_SECOND * (1 - share) / share)));
  }
}
