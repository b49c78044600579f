package dev.heddle.server.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heddle.engine.cluster.coordinator.ClusterEvent;
import dev.heddle.engine.cluster.coordinator.ClusterFeed;
import dev.heddle.engine.cluster.coordinator.JobOwner;
import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.cluster.protocol.FetchedBytes;
import dev.heddle.engine.graph.JobEvent;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobText;
import dev.heddle.engine.graph.StageProgress;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.engine.ui.ProcessMeter;
import dev.heddle.frame.watch.PlanNode;
import dev.heddle.frame.watch.PlannedStage;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.server.api.Api;
import dev.heddle.server.api.OwnProfileApi;
import dev.heddle.server.api.QueryJson;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A simulated cluster of 1,000 workers that have run many tasks: by night a million. */
class LargeClusterTest {
  private static final boolean IS_WHOLE = Boolean.getBoolean("heddle.long");
  private static final int TASKS = IS_WHOLE ? 1_000_000 : 200_000;
  private static final int WORKERS = 1_000;
  private static final int STAGES = 4;
  private static final int SAMPLES = IS_WHOLE ? 120 : 30; // of each worker
  private static final int READS = 10; // samples that say what was read
  private static final long MAX_CPU_NANOS = 50_000_000; // a refresh of a page
  private static final int MAX_BYTES = 2_000_000;
  private static final List<String> TOPICS =
      List.of("status", "graph", "workers", "shuffle", "queries", "storage", "system", "query/1");

  @TempDir private Path folder;

  /** Workers without processes. */
  record Cluster(QueryLog queries) implements Board {
    @Override
    public void sample(Duration time) {}

    @Override
    public Duration sampled() {
      return Duration.ZERO;
    }

    @Override
    public String title() {
      return "simulated";
    }

    @Override
    public List<Member> members() {
      List<Member> all = new ArrayList<>();
      for (int i = 0; i < WORKERS; i++) {
        all.add(new Member("worker-" + i, "w", "host-" + i, 8, 2, 8, 1 << 30, 2L << 30, 0, 10));
      }
      return all;
    }

    @Override
    public List<BucketUse> buckets() {
      return List.of();
    }

    @Override
    public String idle(List<QueryRecord> running) {
      return "";
    }

    @Override
    public boolean cancel(QueryRecord query) {
      return false;
    }
  }

  /** Runs tasks of one query, of which the last ones of each worker still run. */
  private static void run(QueryLog queries, int tasks) {
    Instant begun = Instant.now().minusSeconds(600);
    queries.event(new QueryEvent.Began(1, begun, "select a million"));
    List<PlannedStage> stages = new ArrayList<>();
    List<PlanNode> nodes = new ArrayList<>();
    for (int stage = 0; stage < STAGES; stage++) {
      List<Integer> inputs = stage == 0 ? List.of() : List.of(stage - 1);
      stages.add(new PlannedStage(stage, "HashJoin → Aggregate", tasks / STAGES, inputs));
      nodes.add(new PlanNode(stage, stage, "HashJoin", "HashJoin a = b", 1e6, inputs));
    }
    queries.event(new QueryEvent.Planned(1, begun, stages, nodes));
    int eachWorker = tasks / WORKERS;
    Duration ran = Duration.ofMillis(600_000L / eachWorker);
    for (int turn = 0; turn < eachWorker; turn++) {
      Instant at = begun.plus(ran.multipliedBy(turn));
      int stage = turn * STAGES / eachWorker;
      for (int worker = 0; worker < WORKERS; worker++) {
        int task = turn * WORKERS + worker;
        String name = "worker-" + worker;
        queries.event(new QueryEvent.TaskStarted(1, at, stage, task, 0, name));
        if (turn < eachWorker - 1) {
          queries.event(
              new QueryEvent.TaskEnded(
                  1, at.plus(ran), stage, task, 0, name, ran, 10, 1_000, Optional.empty()));
        }
      }
    }
  }

  @Test
  void aPageOfAMillionTasksIsAsSmallAsOneOfFew() throws Exception {
    List<Integer> bars = new ArrayList<>();
    for (int tasks : new int[] {20_000, TASKS}) {
      HistoryFolder history = new HistoryFolder(folder.resolve("" + tasks), 10, 1 << 20);
      try (QueryLog queries = new QueryLog(history, new QueryJson());
          ProcessSampler system = new ProcessSampler(() -> 0)) {
        run(queries, tasks);
        Api api = new Api(new Cluster(queries), system, new OwnProfileApi(new OwnProfiles()));
        for (String topic : TOPICS) {
          assertThat(api.topic(topic).orElseThrow()).as(topic).hasSizeLessThan(MAX_BYTES);
        }
        JsonNode query =
            new ObjectMapper().readTree(new String(api.topic("query/1").orElseThrow(), UTF_8));
        JsonNode timeline = query.get("timeline");
        assertThat(timeline.get("tasks").asInt()).isEqualTo(tasks);
        assertThat(timeline.get("lanes")).hasSizeLessThanOrEqualTo(64);
        int shown = 0;
        int open = 0;
        for (JsonNode bar : timeline.get("bars")) {
          shown += bar.get(4).asInt();
          open += bar.get(5).asInt() == 1 ? bar.get(4).asInt() : 0;
        }
        assertThat(shown).as("every task is in a bar").isEqualTo(tasks);
        assertThat(open).as("those that run are in open ones").isEqualTo(WORKERS);
        bars.add(timeline.get("bars").size());
        JsonNode part =
            new ObjectMapper().readTree(api.timeline(1, 100_000, 200_000, 500).orElseThrow());
        assertThat(part.get("bars")).hasSizeBetween(64, 500 * 15 + 64 * STAGES);
      }
    }
    assertThat(bars).allSatisfy(count -> assertThat(count).isLessThan(1_600 * 15 + 64 * STAGES));
    assertThat(bars.get(1)).isLessThan(bars.get(0) * 4 + 1_000);
  }

  /** Answers with a thousand workers. */
  private record Scheduler(ClusterStatus now) implements ClusterControl {
    @Override
    public void sample(Duration time) {}

    @Override
    public Duration sampled() {
      return Duration.ZERO;
    }

    @Override
    public Optional<ClusterStatus> status() {
      return Optional.of(now);
    }

    @Override
    public void cancel(JobId job, String reason) {}

    @Override
    public void stop(JobOwner client, long query, List<JobId> jobs, String reason) {}
  }

  private static ClusterStatus thousandWorkers() {
    List<ClusterStatus.Worker> workers = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      workers.add(
          new ClusterStatus.Worker(
              new WorkerId(i, 1), "w" + i, "host-" + i, 8, 2, 2L << 30, 8, 10));
    }
    List<StageProgress> stages = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (int stage = 0; stage < STAGES; stage++) {
      stages.add(new StageProgress(stage, 250_000, 2_000, 100_000, 0, 1, 1, List.of()));
      texts.add("HashJoin → Aggregate");
    }
    ClusterStatus.Job job =
        new ClusterStatus.Job(
            new JobId(1),
            "client",
            new JobText("select a million", texts),
            1,
            "runs",
            stages,
            List.of());
    return new ClusterStatus(1, 0, 0, workers, List.of(), List.of(job), List.of(), List.of());
  }

  /** Each worker has read from each other one at first. */
  private static ClusterEvent.Sampled sample(int worker, int turn) {
    List<FetchedBytes> fetched = new ArrayList<>();
    for (int source = turn; source < WORKERS && turn < READS; source += READS) {
      fetched.add(new FetchedBytes(source, 1_000 + source));
    }
    return new ClusterEvent.Sampled(
        "worker " + worker,
        worker,
        "w" + worker,
        Instant.now().minusSeconds(30L * (SAMPLES - turn)),
        new ControlMessage.ProcessSampled(
            Collections.nCopies(ProcessMeter.COMPONENTS.size(), 123_456.789), 5, fetched));
  }

  @Test
  void aClustersPagesAreSmallAndCheapHoweverManyTasksAndWorkersItHas() throws Exception {
    HistoryFolder history = new HistoryFolder(folder.resolve("cluster"), 10, 1 << 20);
    ClusterFeed feed = new ClusterFeed();
    try (QueryLog queries = new QueryLog(history, new QueryJson());
        ProcessSampler system = new ProcessSampler(() -> 0);
        ClusterBoard board = new ClusterBoard(new Scheduler(thousandWorkers()), feed, queries)) {
      feed.add(
          new ClusterEvent.JobBegan(
              new JobId(1),
              new JobOwner("client", 1),
              thousandWorkers().jobs().getFirst().text(),
              Optional.empty(),
              Instant.now().minusSeconds(600)));
      long micros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now().minusSeconds(600));
      for (int task = 0; task < TASKS; task++) {
        long at = micros + task * (600_000_000L / TASKS);
        String worker = "worker " + task % WORKERS;
        int stage = (int) ((long) task * STAGES / TASKS);
        feed.add(
            new ClusterEvent.JobHappened(
                new JobId(1), new JobEvent.TaskStarted(at, stage, task, 0, worker)));
        feed.add(
            new ClusterEvent.JobHappened(
                new JobId(1),
                new JobEvent.TaskEnded(
                    at + 9_000, stage, task, 0, worker, 9_000, 10, 1_000, Optional.empty())));
        if (task % 50_000 == 0) {
          board.take();
        }
      }
      for (int turn = 0; turn < SAMPLES; turn++) {
        for (int worker = 0; worker < WORKERS; worker++) {
          feed.add(sample(worker, turn));
        }
        board.take();
      }
      board.look(thousandWorkers(), Instant.now());
      assertThat(board.droppedEvents()).isZero();
      assertThat(queries.running().getFirst().tasks()).isEqualTo(TASKS);
      Api api = new Api(board, system, new OwnProfileApi(new OwnProfiles()));
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      for (String topic : TOPICS) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 10; i++) {
          long begun = threads.getCurrentThreadCpuTime();
          assertThat(api.topic(topic).orElseThrow()).as(topic).hasSizeLessThan(MAX_BYTES);
          least = Math.min(least, threads.getCurrentThreadCpuTime() - begun);
        }
        if (IS_WHOLE) { // on a machine that is known
          assertThat(least).as("CPU time of a refresh of %s", topic).isLessThan(MAX_CPU_NANOS);
        }
      }
      JsonNode processes = new ObjectMapper().readTree(api.topic("system").orElseThrow());
      assertThat(processes.get("processes")).hasSize(200);
      assertThat(processes.get("processes").get(0).get("members").asInt()).isEqualTo(5);
      JsonNode flows = new ObjectMapper().readTree(api.topic("shuffle").orElseThrow()).get("flows");
      assertThat(flows.get("to")).hasSize(50);
      assertThat(flows.get("bytes")).hasSize(flows.get("from").size());
      long sum = 0;
      for (JsonNode row : flows.get("bytes")) {
        for (JsonNode bytes : row) {
          sum += bytes.asLong();
        }
      }
      long expected = 0;
      for (int source = 0; source < WORKERS; source++) {
        expected += (1_000L + source) * WORKERS;
      }
      assertThat(sum).as("nothing is lost where neighbours are put together").isEqualTo(expected);
    }
  }
}
