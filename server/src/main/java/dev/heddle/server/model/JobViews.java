package dev.heddle.server.model;

import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.graph.StageProgress;
import dev.heddle.engine.graph.StageSample;
import dev.heddle.frame.watch.QueryProgress;
import dev.heddle.frame.watch.QueryState;
import dev.heddle.frame.watch.StageStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Jobs, as a scheduler knows them, in the form of queries. */
final class JobViews {
  private JobViews() {}

  /** Returns how far a job is. */
  static QueryProgress progress(ClusterStatus.Job job, long query) {
    Map<Integer, StageSample> samples = new HashMap<>();
    job.running().forEach(sample -> samples.put(sample.stage(), sample));
    List<StageStatus> stages = new ArrayList<>();
    long held = 0;
    long done = 0;
    long tasks = 0;
    for (StageProgress each : job.stages()) {
      StageSample sample = samples.get(each.stage());
      stages.add(
          new StageStatus(
              each.stage(),
              job.text().stage(each.stage()),
              each.tasks(),
              each.held(),
              each.done(),
              Math.max(each.rows(), sample == null ? 0 : sample.handledRows()),
              each.tasks() == 0 ? 0 : each.done() / (double) each.tasks()));
      held += each.held();
      done += each.done();
      tasks += each.tasks();
    }
    Duration age = Duration.ofMillis(job.ageMillis());
    return new QueryProgress(
        query,
        job.text().query(),
        held > 0 || done > 0 ? QueryState.RUNNING : QueryState.WAITING,
        age,
        age,
        tasks == 0 ? 0 : done / (double) tasks,
        job.running().stream().mapToLong(StageSample::tableRows).sum(),
        job.running().stream().mapToLong(StageSample::bytesRead).sum(),
        job.running().stream().mapToLong(StageSample::files).sum(),
        job.running().stream().mapToLong(StageSample::rowGroups).sum(),
        job.running().stream().mapToLong(StageSample::rowGroupsSkipped).sum(),
        job.running().stream().mapToLong(StageSample::memoryBytes).sum(),
        job.running().stream().mapToLong(StageSample::spilledBytes).sum(),
        stages,
        List.of());
  }
}
