package dev.heddle.server.model;

import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.graph.StageProgress;
import dev.heddle.engine.graph.StageSample;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.frame.watch.QueryProgress;
import dev.heddle.frame.watch.QueryState;
import dev.heddle.frame.watch.StageStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cluster, as its scheduler says once a second; a query is a job. Of tasks and plan nodes the
 * scheduler says nothing. Thread-safe.
 */
public final class ClusterBoard implements Board, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterBoard.class);
  private static final int MAX_ENDED = 10_000;
  private static final ClusterStatus NOTHING =
      new ClusterStatus(0, 0, 0, List.of(), List.of(), List.of(), List.of(), List.of());

  private final Supplier<Optional<ClusterStatus>> source;
  private final QueryLog queries;
  private final Set<Long> ended = new LinkedHashSet<>(); // the thread's
  private final Map<Long, Set<Integer>> endedStages = new HashMap<>(); // the thread's
  private final Thread thread;
  private volatile ClusterStatus last = NOTHING;

  /** Begins to ask. */
  public ClusterBoard(Supplier<Optional<ClusterStatus>> source, QueryLog queries) {
    this.source = source;
    this.queries = queries;
    this.thread = Thread.ofVirtual().name("heddle-cluster-board").start(this::run);
  }

  private void run() {
    try {
      while (true) {
        try {
          source.get().ifPresent(status -> take(status, Instant.now()));
        } catch (RuntimeException e) {
          LOG.warn("the state of the cluster cannot be shown: {}", e.toString(), e);
        }
        TimeUnit.SECONDS.sleep(1);
      }
    } catch (InterruptedException e) {
      LOG.debug("the cluster is not asked any longer");
    }
  }

  /** Takes what the scheduler says. */
  void take(ClusterStatus status, Instant now) {
    last = status;
    Set<Long> open = new LinkedHashSet<>();
    for (ClusterStatus.Job job : status.jobs()) {
      open.add(job.id().number());
      Instant begun = now.minusMillis(job.ageMillis());
      QueryRecord record =
          queries.record(job.id().number(), job.client(), job.text().query(), begun);
      record.progress(progress(job));
      record.why(job.why());
      endStages(record, job, now);
    }
    for (ClusterStatus.EndedJob job : status.ended().reversed()) {
      if (ended.add(job.id().number())) {
        Instant at = now.minusMillis(job.agoMillis());
        QueryRecord record =
            queries.record(
                job.id().number(),
                job.client(),
                job.text().query(),
                at.minusMillis(job.ranMillis()));
        end(record, job.failure(), at);
      }
    }
    for (QueryRecord record : queries.running()) {
      if (!open.contains(record.query())) {
        end(record, Optional.of("The scheduler does not know it any longer"), now);
      }
    }
    while (ended.size() > MAX_ENDED) {
      ended.remove(ended.iterator().next());
    }
  }

  private void end(QueryRecord record, Optional<String> failure, Instant at) {
    endedStages.remove(record.query());
    record.why("");
    queries.end(record, failure.isEmpty() ? QueryState.FINISHED : QueryState.FAILED, failure, at);
  }

  private void endStages(QueryRecord record, ClusterStatus.Job job, Instant now) {
    Set<Integer> known = endedStages.computeIfAbsent(record.query(), _ -> new LinkedHashSet<>());
    for (StageProgress stage : job.stages()) {
      boolean isOver = stage.tasks() > 0 && stage.done() >= stage.tasks();
      if (isOver && known.add(stage.stage())) {
        record.event(
            new QueryEvent.StageEnded(
                record.query(), now, stage.stage(), stage.rows(), stage.bytes()));
      }
    }
  }

  private static QueryProgress progress(ClusterStatus.Job job) {
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
        job.id().number(),
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

  @Override
  public String title() {
    return "Cluster of " + last.workers().size() + " workers";
  }

  @Override
  public QueryLog queries() {
    return queries;
  }

  @Override
  public List<Member> members() {
    return last.workers().stream()
        .map(
            each ->
                new Member(
                    each.name(),
                    each.host(),
                    each.slots(),
                    each.threads(),
                    each.held(),
                    -1,
                    each.memoryBytes(),
                    -1,
                    each.silentMillis()))
        .toList();
  }

  @Override
  public List<BucketUse> buckets() {
    return last.buckets().stream()
        .map(
            each ->
                new BucketUse(
                    each.name(),
                    each.limit(),
                    each.sentPerSecond(),
                    each.refusedPerSecond(),
                    each.bytesPerSecond(),
                    each.isLimited() ? each.allowedBytesPerSecond() : 0,
                    each.waiting(),
                    each.requests(),
                    each.refused()))
        .toList();
  }

  @Override
  public boolean cancel(QueryRecord query) {
    return false; // its client does that
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
