package dev.heddle.engine.session;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.engine.scheduler.SchedulerOptions;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.watch.NodeStatus;
import dev.heddle.frame.watch.PlanNode;
import dev.heddle.frame.watch.PlannedStage;
import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.frame.watch.QueryProgress;
import dev.heddle.frame.watch.QueryState;
import dev.heddle.frame.watch.QueryStep;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What listeners are told of a query's life. */
class QueryEventsTest {
  private static final int ROWS = 300_000;

  @TempDir private Path folder;

  private final KeptEvents events = new KeptEvents();

  private String sql() {
    return "select id % 1000 as k, count(*) as n from '"
        + folder.resolve("numbers.parquet")
        + "' where id >= 100000 group by k order by n desc, k limit 900";
  }

  private void run(Session session) {
    session.execute(
        "copy (select range as id from range("
            + ROWS
            + ")) to '"
            + folder.resolve("numbers.parquet")
            + "' (format parquet, row_group_size 16384)");
    session.addProgressListener(events);
    try (QueryResult rows = session.sql(sql()).collect()) {
      assertThat(rows.rowCount()).isEqualTo(900);
    }
    session.removeProgressListener(events);
  }

  /** What is told of each query that has ended well. */
  private QueryEvent.Ended checkWhole() {
    assertThat(events.all().getFirst()).isInstanceOf(QueryEvent.Began.class);
    assertThat(events.all().getLast()).isInstanceOf(QueryEvent.Ended.class);
    assertThat(events.all())
        .extracting(QueryEvent::query)
        .containsOnly(events.all().getFirst().query());
    QueryEvent.Planned plan = events.of(QueryEvent.Planned.class).getFirst();
    for (PlanNode node : plan.nodes()) {
      assertThat(node.inputs()).allMatch(input -> input < node.node());
      assertThat(plan.nodes().indexOf(node)).isEqualTo(node.node());
    }
    assertThat(plan.nodes().getLast().stage()).isEqualTo(plan.stages().getLast().stage());

    Map<Integer, QueryEvent.StageStarted> started = new HashMap<>();
    events.of(QueryEvent.StageStarted.class).forEach(each -> started.put(each.stage(), each));
    assertThat(events.of(QueryEvent.StageEnded.class))
        .extracting(QueryEvent.StageEnded::stage)
        .containsExactlyInAnyOrderElementsOf(started.keySet());
    Map<Integer, Set<Integer>> done = new HashMap<>();
    for (QueryEvent.TaskEnded task : events.of(QueryEvent.TaskEnded.class)) {
      assertThat(task.failure()).isEmpty();
      assertThat(task.ran()).isPositive();
      done.computeIfAbsent(task.stage(), _ -> new HashSet<>()).add(task.task());
    }
    started.forEach((stage, it) -> assertThat(done.get(stage)).hasSize(it.tasks()));
    for (QueryEvent.TaskStarted task : events.of(QueryEvent.TaskStarted.class)) {
      assertThat(done.get(task.stage())).contains(task.task());
    }

    Map<QueryStep, QueryEvent.StepEnded> steps = new EnumMap<>(QueryStep.class);
    events.of(QueryEvent.StepEnded.class).forEach(step -> steps.put(step.step(), step));
    assertThat(steps).containsOnlyKeys(QueryStep.values());
    assertThat(steps.values()).allMatch(step -> !step.took().isNegative());
    assertThat(steps.get(QueryStep.EXECUTION).took()).isPositive();
    assertThat(steps.get(QueryStep.PLANNING).took()).isPositive();

    QueryEvent.Ended end = (QueryEvent.Ended) events.all().getLast();
    assertThat(end.last().state()).isEqualTo(QueryState.FINISHED);
    assertThat(end.failure()).isEmpty();
    assertThat(end.profile()).isPresent();
    QueryProgress last = end.last();
    assertThat(last.rows()).isEqualTo(200_000 + 100_000 % 16_384);
    assertThat(last.files()).isEqualTo(1);
    assertThat(last.rowGroups()).isGreaterThanOrEqualTo(13); // two tasks may share one
    assertThat(last.rowGroupsSkipped()).isGreaterThanOrEqualTo(6);
    assertThat(last.nodes()).extracting(NodeStatus::node).isSorted().hasSameSizeAs(plan.nodes());
    for (PlanNode node : plan.nodes()) {
      NodeStatus did = last.nodes().get(node.node());
      if (node.operator().equals("Scan")) {
        assertThat(did.rows()).isEqualTo(200_000);
        assertThat(did.busyNanos()).isPositive();
      }
    }
    assertThat(last.nodes().getLast().rows()).isEqualTo(900);
    return end;
  }

  @Test
  void aQueryInOneProcessTellsItsLife() {
    try (Session session = Heddle.local(SessionOptions.defaults().withThreads(2))) {
      run(session);
      checkWhole();
      assertThat(events.of(QueryEvent.TaskEnded.class)).allMatch(task -> task.worker().isEmpty());
      assertThat(((QueryEvent.Began) events.all().getFirst()).text()).isEqualTo(sql());
    }
  }

  @Test
  void aQueryOnAClusterTellsTheSame() throws Exception {
    try (ThreadCluster cluster =
            new ThreadCluster(
                folder, 2, 2, SchedulerOptions.cluster(), Optional.empty(), 256L << 20);
        Session session = cluster.open(SessionOptions.defaults().withPartitions(4))) {
      run(session);
      checkWhole();
      assertThat(events.of(QueryEvent.TaskEnded.class)).allMatch(task -> !task.worker().isEmpty());
      QueryEvent.Planned plan = events.of(QueryEvent.Planned.class).getFirst();
      assertThat(plan.stages()).hasSizeGreaterThan(1);
      for (PlannedStage stage : plan.stages()) {
        assertThat(stage.inputs()).allMatch(input -> input < stage.stage());
      }
      long sent =
          events.of(QueryEvent.StepEnded.class).stream()
              .filter(step -> step.step() == QueryStep.SUBMISSION)
              .mapToLong(QueryEvent.StepEnded::bytes)
              .sum();
      assertThat(sent).isPositive();
    }
  }

  @Test
  void aQueryThatFailsTellsWhy() {
    try (Session session = Heddle.local(SessionOptions.defaults().withThreads(1))) {
      session.addProgressListener(events);
      assertThatThrownBy(() -> session.sql("select 1 // (range - 3) from range(5)").collect())
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("by zero");
      QueryEvent.Ended end = (QueryEvent.Ended) events.all().getLast();
      assertThat(end.failure()).get().asString().contains("by zero");
      assertThat(end.last().state()).isEqualTo(QueryState.FAILED);
      assertThat(events.of(QueryEvent.TaskEnded.class).getLast().failure())
          .get()
          .asString()
          .contains("by zero");
    }
  }

  @Test
  void aNewListenerIsNotToldWhatOthersDidNotStayFor() {
    ProgressReports reports = new ProgressReports();
    ProgressListener gone = _ -> {};
    reports.add(gone);
    reports.happened(new QueryEvent.Began(-1, Instant.EPOCH, "of an earlier listener"));
    reports.remove(gone);
    reports.add(events);
    RunningQuery next =
        new RunningQuery(
            "select 1",
            reports,
            (_, _, _, _) -> {
              throw new AssertionError("it has not run");
            });
    next.begin();
    next.fail(new IllegalStateException("as the test wants"));
    reports.end(next);
    assertThat(events.all()).hasSize(2).allMatch(event -> event.query() == next.number());
  }

  @Test
  void whatIsKnownWithoutReadingIsNoQuery() {
    try (Session session = Heddle.local(SessionOptions.defaults().withPartitions(2))) {
      session.execute("create table numbers as select range as id from range(3)");
      session.addProgressListener(events);
      StringBuilder shown = new StringBuilder();
      session.execute(
          "show tables; describe numbers; explain select sum(id) from numbers",
          result -> shown.append(requireNonNull(result.rows()).toText(100)));
      assertThat(shown).contains("| numbers", "BIGINT", "Scan numbers").contains("1 row\n");
      assertThat(events.all()).isEmpty();
    }
  }
}
