package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageSample;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the tasks of a job that run now have done so far, as their workers have last reported it.
 * Used by one thread.
 */
final class JobSamples {
  private final JobId job;
  private final Map<ConnectedMember, Map<Integer, StageSample>> byWorker = new HashMap<>();

  JobSamples(JobId job) {
    this.job = job;
  }

  /** Takes a worker's report, in which stages of other jobs may be, in place of its last one. */
  void put(ConnectedMember worker, List<StageSample> stages) {
    Map<Integer, StageSample> own = new HashMap<>();
    for (StageSample sample : stages) {
      if (sample.job().equals(job)) {
        own.put(sample.stage(), sample);
      }
    }
    if (own.isEmpty() || worker.isGone()) {
      byWorker.remove(worker);
    } else {
      byWorker.put(worker, own);
    }
  }

  /** Tasks of a stage have ended on a worker: what they did is known otherwise. */
  void drop(ConnectedMember worker, int stage) {
    Map<Integer, StageSample> own = byWorker.get(worker);
    if (own != null) {
      own.remove(stage);
    }
  }

  /** Returns the sums over workers, by stage. */
  List<StageSample> stages() {
    Map<Integer, StageSample> sums = new TreeMap<>();
    byWorker.keySet().removeIf(ConnectedMember::isGone);
    for (Map<Integer, StageSample> own : byWorker.values()) {
      own.forEach((stage, sample) -> sums.merge(stage, sample, StageSample::plus));
    }
    return List.copyOf(sums.values());
  }
}
