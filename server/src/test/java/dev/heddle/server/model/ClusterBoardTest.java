package dev.heddle.server.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.heddle.engine.cluster.coordinator.ClusterEvent;
import dev.heddle.engine.cluster.coordinator.ClusterFeed;
import dev.heddle.engine.cluster.coordinator.JobOwner;
import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.cluster.protocol.QueryNews;
import dev.heddle.engine.graph.JobEvent;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobText;
import dev.heddle.engine.graph.QueryRef;
import dev.heddle.engine.graph.StageProgress;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.frame.watch.Finding;
import dev.heddle.frame.watch.NodeStatus;
import dev.heddle.frame.watch.PlanNode;
import dev.heddle.frame.watch.PlannedStage;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.frame.watch.QueryProgress;
import dev.heddle.frame.watch.QueryState;
import dev.heddle.server.api.QueryJson;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterBoardTest {
  private static final JobText TEXT =
      new JobText("select count(*) from t", List.of("Scan t → Aggregate", "Aggregate"));
  private static final JobOwner CLIENT = new JobOwner("client 7", 5);

  @TempDir private static Path folder;

  private final QueryLog queries =
      new QueryLog(new HistoryFolder(folder, 100, 1 << 20), new QueryJson());
  private final ClusterFeed feed = new ClusterFeed();
  private final Asked asked = new Asked(new ArrayList<>());
  private final ClusterBoard board = new ClusterBoard(asked, feed, queries);
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
  private final Instant begun = now.minusSeconds(2);

  /** Remembers what the scheduler was asked for. */
  private record Asked(List<String> all) implements ClusterControl {
    @Override
    public void sample(Duration time) {}

    @Override
    public Duration sampled() {
      return Duration.ZERO;
    }

    @Override
    public Optional<ClusterStatus> status() {
      return Optional.empty();
    }

    @Override
    public void cancel(JobId job, String reason) {
      all.add("end " + job.number());
    }

    @Override
    public void stop(JobOwner client, long query, List<JobId> jobs, String reason) {
      all.add("stop " + query + " of " + client.name() + " with " + jobs.size() + " job");
    }
  }

  @AfterEach
  void close() {
    board.close();
    queries.close();
  }

  private static ClusterStatus status(int workers, ClusterStatus.Job... jobs) {
    ClusterStatus.Worker worker =
        new ClusterStatus.Worker(new WorkerId(1, 0), "w1", "h1", 4, 2, 1 << 30, 3, 20);
    return new ClusterStatus(
        1_000,
        0,
        0,
        workers == 0 ? List.of() : List.of(worker),
        List.of(),
        List.of(jobs),
        List.of(),
        List.of());
  }

  private static ClusterStatus.Job job(long number, int done, int held) {
    StageProgress first =
        new StageProgress(0, 4, held, done, 0, 10L * done, 100L * done, List.of());
    StageProgress second = new StageProgress(1, 1, 0, 0, 0, 0, 0, List.of());
    return new ClusterStatus.Job(
        new JobId(number), "client", TEXT, 500, "waits", List.of(first, second), List.of());
  }

  private ClusterEvent.JobBegan began(long job, Optional<QueryRef> query) {
    return new ClusterEvent.JobBegan(new JobId(job), CLIENT, TEXT, query, begun);
  }

  private void told(long query, QueryProgress progress, QueryEvent... events) {
    QueryNews news = new QueryNews(List.of(events), Optional.ofNullable(progress), List.of());
    feed.add(new ClusterEvent.News(CLIENT, query, news.encode().orElseThrow()));
  }

  private static long micros(Instant at) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, at);
  }

  private static QueryProgress progress(QueryState state, long rows) {
    return new QueryProgress(
        3,
        "",
        state,
        Duration.ofSeconds(1),
        Duration.ofSeconds(1),
        0.5,
        rows,
        0,
        0,
        0,
        0,
        0,
        0,
        List.of(),
        List.of(new NodeStatus(0, rows, 5, 6, 7)));
  }

  @Test
  void aJobOfWhichNoClientTellsIsAQueryWithItsStages() {
    feed.add(began(7, Optional.empty()));
    board.take();
    board.look(status(1, job(7, 0, 0)), now);
    assertThat(queries.running().getFirst().summary())
        .returns(QueryState.WAITING, QuerySummary::state)
        .returns("waits", QuerySummary::why)
        .returns("client 7", QuerySummary::owner)
        .returns("select count(*) from t", QuerySummary::text);
    feed.add(
        new ClusterEvent.JobHappened(
            new JobId(7), new JobEvent.StageEnded(micros(now), 0, 40, 400)));
    board.take();
    board.look(status(1, job(7, 4, 0)), now);
    QueryView view = queries.running().getFirst().view();
    assertThat(view.summary().state()).isEqualTo(QueryState.RUNNING);
    assertThat(view.summary().share()).isEqualTo(0.8);
    assertThat(view.stages().getFirst())
        .returns("Scan t → Aggregate", StageRecord::operators)
        .returns(4, StageRecord::finished)
        .returns(40L, StageRecord::rows)
        .returns(400L, StageRecord::bytes);
    assertThat(board.members())
        .extracting(Member::name, Member::process, Member::tasks)
        .containsExactly(tuple("worker 1", "w1", 3));
    feed.add(new ClusterEvent.JobEnded(new JobId(7), Optional.of("no memory"), now));
    board.take();
    assertThat(queries.running()).isEmpty();
    assertThat(queries.recent().getFirst().summary())
        .returns(QueryState.FAILED, QuerySummary::state)
        .returns(Optional.of("no memory"), QuerySummary::failure)
        .returns(2_000L, QuerySummary::elapsedMillis);
  }

  @Test
  void whatAClientTellsAndWhatTheSchedulerKnowsAreOneQuery() {
    String text = "select * from f where password = 'of-mine'";
    PlanNode scan = new PlanNode(0, 0, "Scan", "Scan f: token = 'of-mine'", 9, List.of());
    told(3, null, new QueryEvent.Began(3, begun, text));
    told(
        3,
        null,
        new QueryEvent.Planned(
            3, begun, List.of(new PlannedStage(0, "Scan f", 2, List.of())), List.of(scan)));
    feed.add(began(8, Optional.of(new QueryRef(3, micros(begun)))));
    feed.add(
        new ClusterEvent.JobHappened(
            new JobId(8), new JobEvent.TaskStarted(micros(now), 0, 1, 0, "worker 1")));
    told(3, progress(QueryState.RUNNING, 5));
    board.take();
    board.look(status(1, job(8, 1, 1)), now);
    QueryRecord record = queries.running().getFirst();
    assertThat(queries.running()).hasSize(1);
    assertThat(record.summary())
        .returns(begun.toEpochMilli(), QuerySummary::begunMillis)
        .returns("select * from f where password = '***'", QuerySummary::text)
        .returns(5L, QuerySummary::rows)
        .returns("waits", QuerySummary::why);
    assertThat(record.view().nodes().getFirst().text()).isEqualTo("Scan f: token = '***'");
    assertThat(record.view().statuses().getFirst().rows()).isEqualTo(5);
    assertThat(record.laneNames()).containsExactly("worker 1");
    feed.add(new ClusterEvent.JobEnded(new JobId(8), Optional.empty(), now));
    board.take();
    assertThat(record.isOver()).as("its client reads the result").isFalse();
    Finding finding = new Finding("slow", "is slow", "be quick", Duration.ofMillis(5), List.of(0));
    told(
        3,
        null,
        new QueryEvent.Ended(
            3,
            now,
            progress(QueryState.FINISHED, 9),
            Optional.empty(),
            Optional.empty(),
            List.of(finding)));
    board.take();
    assertThat(queries.running()).isEmpty();
    assertThat(record.view().findings()).containsExactly(finding);
    assertThat(record.view().statuses().getFirst().rows()).isEqualTo(9);
    assertThat(record.summary().state()).isEqualTo(QueryState.FINISHED);
  }

  @Test
  void aQueryWhoseClientIsGoneEndsOnceNothingRunsOfIt() {
    told(3, null, new QueryEvent.Began(3, begun, "select 1"));
    feed.add(began(8, Optional.of(new QueryRef(3, micros(begun)))));
    board.take();
    board.look(status(1, job(8, 1, 1)), now.plusSeconds(100));
    assertThat(queries.running()).as("its job runs").hasSize(1);
    feed.add(new ClusterEvent.JobEnded(new JobId(8), Optional.empty(), now));
    board.take();
    board.look(status(1), now.plusSeconds(1));
    assertThat(queries.running()).as("its client may read the result").hasSize(1);
    board.look(status(1), now.plusSeconds(60));
    assertThat(queries.recent().getFirst().summary())
        .returns(QueryState.FAILED, QuerySummary::state)
        .returns(Optional.of("Its client is gone"), QuerySummary::failure);
  }

  @Test
  void aCancelledQueryIsStoppedAtItsClientAndItsJobEnds() {
    told(3, null, new QueryEvent.Began(3, begun, "select 1"));
    feed.add(began(8, Optional.of(new QueryRef(3, micros(begun)))));
    feed.add(began(9, Optional.empty()));
    board.take();
    for (QueryRecord each : queries.running()) {
      assertThat(board.cancel(each)).isTrue();
    }
    assertThat(asked.all()).containsExactly("end 9", "stop 3 of client 7 with 1 job");
    QueryRecord job = queries.running().getFirst();
    feed.add(new ClusterEvent.JobEnded(new JobId(9), Optional.of("cancelled"), now));
    board.take();
    assertThat(job.summary().state()).isEqualTo(QueryState.CANCELLED);
    assertThat(board.cancel(job)).as("it is over").isFalse();
  }

  @Test
  void saysWhyNothingRuns() {
    assertThat(board.idle(queries.running())).isEqualTo("No query runs.");
    told(3, null, new QueryEvent.Began(3, begun, "select 1"));
    board.take();
    assertThat(board.idle(queries.running())).contains("no workers");
    board.look(status(1), now);
    assertThat(board.idle(queries.running())).contains("is planned by its client");
    feed.add(began(8, Optional.of(new QueryRef(3, micros(begun)))));
    board.take();
    board.look(status(1, job(8, 0, 0)), now);
    assertThat(board.idle(queries.running())).isEqualTo("Nothing runs: waits.");
    board.look(status(1, job(8, 0, 1)), now);
    assertThat(board.idle(queries.running())).isEmpty();
  }

  @Test
  void aLostWorkerStaysKnownForAWhile() {
    feed.add(new ClusterEvent.WorkerLost(new WorkerId(4, 1), "w4", "it was killed", Instant.now()));
    board.take();
    assertThat(board.lostMembers())
        .extracting(Lost::name, Lost::process, Lost::reason)
        .containsExactly(tuple("worker 4", "w4", "it was killed"));
  }

  @Test
  void whatIsTooMuchIsDroppedAndCounted() {
    ClusterFeed full = new ClusterFeed();
    for (int i = 0; i < 300_000; i++) {
      full.add(
          new ClusterEvent.JobHappened(
              new JobId(1), new JobEvent.TaskStarted(0, 0, i, 0, "worker 1")));
    }
    assertThat(full.take()).hasSize(200_000);
    assertThat(full.dropped()).isEqualTo(100_000);
  }
}
