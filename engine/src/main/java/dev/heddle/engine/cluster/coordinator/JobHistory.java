package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.cluster.protocol.ClusterStatus;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The jobs that are over: how many, and the last of them. Used by one thread. */
final class JobHistory {
  private static final int MAX_JOBS = 100;

  private final Deque<Ended> last = new ArrayDeque<>();
  private long done;
  private long failed;

  private record Ended(ClusterStatus.EndedJob job, long endMillis) {}

  /** A job is over. */
  void add(OpenJob job, long now) {
    if (job.failure().isPresent()) {
      failed++;
    } else {
      done++;
    }
    if (last.size() == MAX_JOBS) {
      last.removeLast();
    }
    last.addFirst(
        new Ended(
            new ClusterStatus.EndedJob(
                job.id(),
                job.owner().name(),
                job.submit().text(),
                now - job.begunMillis(),
                0,
                job.failure()),
            now));
  }

  /** Returns how many have ended with a result. */
  long done() {
    return done;
  }

  /** Returns how many have ended without. */
  long failed() {
    return failed;
  }

  /** Returns the last that have ended, the latest first. */
  List<ClusterStatus.EndedJob> last(long now) {
    return last.stream().map(each -> each.job().agoMillis(now - each.endMillis())).toList();
  }
}
