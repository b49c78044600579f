package dev.heddle.server.model;

import dev.heddle.engine.cluster.coordinator.ClusterEvent;
import dev.heddle.engine.cluster.coordinator.ClusterFeed;
import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.graph.StageProgress;
import dev.heddle.frame.watch.CpuProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cluster: what its scheduler puts down as it happens, taken several times a second by a thread
 * of its own, and what it says once a second when it is asked. Thread-safe.
 */
public final class ClusterBoard implements Board, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterBoard.class);
  private static final int LOOKS = 5; // a second
  private static final ClusterStatus NOTHING =
      new ClusterStatus(0, 0, 0, List.of(), List.of(), List.of(), List.of(), List.of());

  private static final CpuProfile AT_THE_END =
      CpuProfile.missing(
          "Of a cluster's queries that begin while they are sampled, samples come after the end");

  private final ClusterControl control;
  private final ClusterFeed feed;
  private final QueryLog queries;
  private final ClusterQueries shown;
  private final LostWorkers lost = new LostWorkers();
  private final ProcessTable processes = new ProcessTable();
  private final FlowTable flows = new FlowTable();
  private final Thread thread;
  private volatile ClusterStatus last = NOTHING;

  /** Begins to look. */
  public ClusterBoard(ClusterControl control, ClusterFeed feed, QueryLog queries) {
    this.control = control;
    this.feed = feed;
    this.queries = queries;
    this.shown = new ClusterQueries(queries);
    this.thread = Thread.ofPlatform().daemon().name("heddle-cluster-board").start(this::run);
  }

  private void run() {
    try {
      for (long turn = 0; true; turn++) {
        try {
          take();
          if (turn % LOOKS == 0) {
            control.status().ifPresent(status -> look(status, Instant.now()));
          }
        } catch (RuntimeException e) {
          LOG.warn("the state of the cluster cannot be shown: {}", e.toString(), e);
        }
        TimeUnit.MILLISECONDS.sleep(1_000 / LOOKS);
      }
    } catch (InterruptedException e) {
      LOG.debug("the cluster is not looked at any longer");
    }
  }

  /** Takes what has happened, in order. */
  synchronized void take() {
    Instant now = Instant.now();
    for (ClusterEvent event : feed.take()) {
      shown.take(event, now);
      switch (event) {
        case ClusterEvent.WorkerLost worker -> lost.add(worker);
        case ClusterEvent.Sampled sampled -> {
          processes.add(sampled);
          flows.add(sampled);
        }
        case ClusterEvent.News _,
            ClusterEvent.JobBegan _,
            ClusterEvent.JobHappened _,
            ClusterEvent.JobEnded _ -> {} // of queries
      }
    }
  }

  /** Takes what the scheduler says. */
  void look(ClusterStatus status, Instant now) {
    last = status;
    shown.look(status, now);
    processes.trim(now);
  }

  @Override
  public String title() {
    int workers = last.workers().size();
    return "Cluster of " + workers + (workers == 1 ? " worker" : " workers");
  }

  @Override
  public QueryLog queries() {
    return queries;
  }

  @Override
  public List<Member> members() {
    return last.workers().stream().map(this::member).toList();
  }

  private Member member(ClusterStatus.Worker worker) {
    String name = "worker " + worker.id().number();
    return new Member(
        name,
        worker.name(),
        worker.host(),
        worker.slots(),
        worker.threads(),
        worker.held(),
        processes.memoryBytes(name),
        worker.memoryBytes(),
        processes.spillBytes(name),
        worker.silentMillis());
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
  public List<ProcessLine> processes(int maxLines, int maxPoints) {
    return processes.lines(maxLines, maxPoints);
  }

  @Override
  public ByteFlows flows(int max) {
    return flows.flows(max);
  }

  @Override
  public List<Lost> lostMembers() {
    return lost.list(Instant.now());
  }

  @Override
  public String idle(List<QueryRecord> running) {
    if (running.isEmpty()) {
      return "No query runs.";
    }
    ClusterStatus now = last;
    if (now.workers().isEmpty()) {
      return "Nothing runs: the cluster has no workers. Start some with heddle worker.";
    }
    if (now.jobs().stream().flatMap(job -> job.stages().stream()).anyMatch(ClusterBoard::runs)) {
      return "";
    }
    Optional<ClusterStatus.Bucket> paced =
        now.buckets().stream().filter(bucket -> bucket.waiting() > 0).findFirst();
    if (paced.isPresent()) {
      return "Nothing runs: "
          + paced.get().waiting()
          + " requests wait for what "
          + queries.secrets().mask(paced.get().name())
          + " allows.";
    }
    QueryRecord first = running.getLast(); // the one that has waited longest
    if (!now.jobs().isEmpty()) {
      return "Nothing runs: " + queries.secrets().mask(now.jobs().getFirst().why()) + ".";
    }
    return "Nothing runs on the cluster: "
        + switch (first.summary().state()) {
          case PLANNING -> "query " + first.id() + " is planned by its client.";
          case WAITING -> "query " + first.id() + " waits for memory of its client's.";
          case RUNNING, FINISHED, FAILED, CANCELLED ->
              "the client of query " + first.id() + " works on its own.";
        };
  }

  private static boolean runs(StageProgress stage) {
    return stage.held() > 0;
  }

  @Override
  public long droppedEvents() {
    return feed.dropped();
  }

  @Override
  public boolean cancel(QueryRecord query) {
    return shown.cancel(query, control);
  }

  @Override
  public Duration sampled() {
    return control.sampled();
  }

  @Override
  public void sample(Duration time) {
    control.sample(time);
  }

  /** Says when samples come, as their parts are put together at a query's end. */
  @Override
  public Optional<CpuProfile> profileSoFar(QueryRecord query) {
    return query.isOver() || sampled().isZero() ? Optional.empty() : Optional.of(AT_THE_END);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
