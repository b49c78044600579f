package dev.heddle.server.model;

import dev.heddle.engine.cluster.coordinator.ClusterEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The workers that were lost lately. Thread-safe. */
final class LostWorkers {
  private static final int MAX_WORKERS = 50;
  private static final Duration SHOWN = Duration.ofHours(1);

  private final Deque<ClusterEvent.WorkerLost> last = new ArrayDeque<>(); // guarded by this

  synchronized void add(ClusterEvent.WorkerLost worker) {
    last.addFirst(worker);
    if (last.size() > MAX_WORKERS) {
      last.removeLast();
    }
  }

  /** Returns them, the latest first. */
  synchronized List<Lost> list(Instant now) {
    last.removeIf(each -> each.at().plus(SHOWN).isBefore(now));
    List<Lost> all = new ArrayList<>();
    for (ClusterEvent.WorkerLost each : last) {
      all.add(
          new Lost(
              "worker " + each.worker().number(),
              each.name(),
              each.reason(),
              Duration.between(each.at(), now).toMillis()));
    }
    return all;
  }
}
