package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.scheduler.SchedulerOptions;
import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.UdfN;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.watch.NodeStatus;
import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryHandle;
import dev.heddle.frame.watch.QueryProgress;
import dev.heddle.frame.watch.QueryState;
import dev.heddle.frame.watch.StageStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be seen of queries while they run, and done about them. */
class QueryWatchTest {
  private static final int ROWS = 200_000;

  @TempDir private Path folder;

  private final Session session = Heddle.local(SessionOptions.defaults().withThreads(2));
  private final CountDownLatch seen = new CountDownLatch(1);
  private final LinkedBlockingQueue<Long> calls = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    seen.countDown();
    session.close();
  }

  /** A query whose function waits in row 150,000 until the test has seen enough. */
  private DataFrame waiting() {
    session.register(
        UserFunction.local(
            "wait_for_test",
            (UdfN<Long>)
                values -> {
                  long id = (Long) values[0];
                  if (id == 150_000) {
                    calls.add(id);
                    seen.await();
                  }
                  return id;
                },
            DataType.INT64,
            DataType.INT64));
    return session.sql("select sum(wait_for_test(id)) as s, count(*) as n from " + table(ROWS));
  }

  /** Returns a file of numbers as SQL names it, which is written once. */
  private String table(int rows) {
    Path file = folder.resolve("numbers.parquet");
    if (!Files.exists(file)) {
      session.execute(
          "copy (select range as id from range("
              + rows
              + ")) to '"
              + file
              + "' (format parquet, row_group_size 16384)");
    }
    return "'" + file + "'";
  }

  private static ErrorCode code(Throwable error) {
    return ((HeddleException) error.getCause()).code();
  }

  @Test
  void aSubmittedQueryRunsBesideItsCaller() throws Exception {
    QueryHandle query = session.submit(waiting());
    calls.take();
    QueryProgress half = query.progress();
    assertThat(half.state()).isEqualTo(QueryState.RUNNING);
    assertThat(half.query()).isEqualTo(query.query());
    assertThat(half.text()).startsWith("select sum(wait_for_test(id))");
    assertThat(half.rows()).isBetween(1L, (long) ROWS);
    assertThat(half.share()).isBetween(0.01, 0.98);
    assertThat(half.left()).isPresent();
    assertThat(half.running()).isPositive().isLessThanOrEqualTo(half.elapsed());
    StageStatus last = half.stages().getLast();
    assertThat(last.operators()).startsWith("Scan ").contains("Aggregate");
    assertThat(last.running()).isEqualTo(1);
    assertThat(last.finished()).isZero();
    seen.countDown();
    try (QueryResult rows = query.result().get()) {
      assertThat(rows.iterator().next().value(1)).isEqualTo((long) ROWS);
    }
    QueryProgress end = query.progress();
    assertThat(end.state()).isEqualTo(QueryState.FINISHED);
    assertThat(end.share()).isEqualTo(1);
    assertThat(end.rows()).isEqualTo(ROWS);
    assertThat(end.left()).isEmpty();
    assertThat(end.stages().getLast().finished()).isEqualTo(1);
    assertThat(query.progress()).isEqualTo(end);
  }

  @Test
  void aQueryIsCancelledByItsHandleOrItsFuture() throws Exception {
    for (boolean byFuture : new boolean[] {false, true}) {
      QueryHandle query = session.submit(waiting());
      calls.take();
      if (byFuture) {
        assertThat(query.result().cancel(true)).isTrue();
      } else {
        query.cancel();
      }
      seen.countDown();
      if (!byFuture) {
        assertThatThrownBy(() -> query.result().get())
            .isInstanceOf(ExecutionException.class)
            .hasMessageContaining("Query was cancelled")
            .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.CANCELLED));
      }
      while (!query.progress().state().isEnd()) {
        Thread.onSpinWait();
      }
      assertThat(query.progress().state()).isEqualTo(QueryState.CANCELLED);
    }
  }

  @Test
  void aQueryThatTakesTooLongIsCancelled() {
    QueryHandle query =
        session
            .submit(
                session.sql( // would take hours
                    "select count(*) from range(1000000) a, range(1000000) b"
                        + " where a.range * b.range % 7 = 3"))
            .cancelAfter(Duration.ofMillis(1));
    assertThatThrownBy(() -> query.result().join())
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("it was not over after PT0.001S");
    QueryHandle quick = session.submit(session.sql("select 1")).cancelAfter(Duration.ofDays(9999));
    quick.result().join().close();
    assertThatThrownBy(() -> quick.cancelAfter(Duration.ZERO))
        .hasMessage("timeout is PT0S, must be above zero");
  }

  @Test
  void aFrameOfVerbsIsNamedByThem() {
    DataFrame frame = session.sql("select 1 as x union all select 2").sort("x").limit(1);
    QueryHandle query = session.submit(frame);
    query.result().join().close();
    assertThat(query.progress().text()).startsWith("Limit ← Sort ← ");
  }

  @Test
  void aQueryThatFailsSaysSo() {
    QueryHandle query = session.submit(session.sql("select 1 // (range - 3) from range(5)"));
    assertThatThrownBy(() -> query.result().join())
        .hasMessageContaining("by zero")
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.DIVISION_BY_ZERO));
    assertThat(query.progress().state()).isEqualTo(QueryState.FAILED);
    assertThat(query.progress().share()).isLessThan(1);
  }

  @Test
  void aListenerIsShownEachQueryWhileItRunsAndOnceAtItsEnd() throws Exception {
    List<QueryProgress> shown = new ArrayList<>();
    ProgressListener listener =
        progress -> {
          shown.add(progress);
          if (progress.state() == QueryState.RUNNING && progress.rows() > 0) {
            seen.countDown();
          }
        };
    ProgressListener broken =
        _ -> {
          throw new IllegalStateException("as the test wants");
        };
    DataFrame waiting = waiting();
    session.addProgressListener(broken);
    session.addProgressListener(listener);
    waiting.collect().close();
    session.sql("select 1").forEachBatch(_ -> {});
    session.execute("copy (select 2 as x) to '" + folder.resolve("x.parquet") + "'");
    try (ArrowStream stream = session.sql("select 3").toArrow()) {
      assertThat(stream.next()).isTrue();
    }
    assertThatThrownBy(() -> session.sql("select 1 // (range - 3) from range(5)").collect())
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("by zero");
    session.removeProgressListener(listener);
    session.sql("select 4").collect().close();
    Map<Long, List<QueryProgress>> byQuery =
        shown.stream().collect(Collectors.groupingBy(QueryProgress::query));
    assertThat(byQuery).hasSize(5);
    int failed = 0;
    for (List<QueryProgress> each : byQuery.values()) {
      double share = 0;
      for (QueryProgress progress : each) {
        assertThat(progress.share()).isBetween(share, 1.0);
        assertThat(progress.state().isEnd()).isEqualTo(progress.equals(each.getLast()));
        share = progress.share();
      }
      failed += each.getLast().state() == QueryState.FAILED ? 1 : 0;
    }
    assertThat(failed).isEqualTo(1);
  }

  @Test
  void aQueryOnAClusterShowsItsStages() throws Exception {
    try (ThreadCluster cluster =
            new ThreadCluster(
                folder, 2, 2, SchedulerOptions.cluster(), Optional.empty(), 256L << 20);
        Session remote = cluster.open(SessionOptions.defaults().withPartitions(4))) {
      List<QueryProgress> shown = new ArrayList<>();
      remote.addProgressListener(shown::add);
      QueryHandle query =
          remote.submit(
              remote.sql(
                  "select id % 100003 as k, count(*) as n from "
                      + table(500_000)
                      + " group by k order by n, k"));
      try (QueryResult rows = query.result().join()) {
        assertThat(rows.rowCount()).isEqualTo(100_003);
      }
      QueryProgress end = query.progress();
      assertThat(end.state()).isEqualTo(QueryState.FINISHED);
      assertThat(end.stages()).hasSizeGreaterThan(1);
      assertThat(end.rows()).isEqualTo(500_000);
      assertThat(shown.getLast()).isEqualTo(end);
      assertThat(shown)
          .anySatisfy(
              progress -> assertThat(progress.stages()).anyMatch(stage -> stage.finished() > 0));
      for (QueryProgress progress : shown) { // what has ended is not counted twice
        for (NodeStatus node : progress.nodes()) {
          assertThat(node.rows()).isBetween(0L, end.nodes().get(node.node()).rows());
        }
      }
      assertThat(end.nodes()).extracting(NodeStatus::rows).contains(500_000L, 100_003L);
    }
  }

  @Test
  void rowsOfTasksThatRunOnAClusterAreSeenBeforeTheyEnd() throws Exception {
    try (ThreadCluster cluster =
            new ThreadCluster(
                folder, 1, 2, SchedulerOptions.cluster(), Optional.empty(), 256L << 20);
        Session remote = cluster.open(SessionOptions.defaults().withPartitions(2))) {
      String numbers = table(1_000_000);
      QueryHandle query =
          remote.submit(
              remote.sql( // would take hours, in each task: no row is without a pair
                  "select count(*) from "
                      + numbers
                      + " a join "
                      + numbers
                      + " b on a.id * 3 < b.id + 4000000 and a.id * b.id % 7 < 3"));
      QueryProgress progress = query.progress();
      while (!isReadingWhatIsNotDone(progress)) {
        assertThat(progress.state().isEnd()).isFalse();
        Thread.onSpinWait();
        progress = query.progress();
      }
      assertThat(progress.rows()).isGreaterThanOrEqualTo(1_000_000);
      assertThat(progress.share()).isLessThan(1);
      long pairs = 2_000_000; // more than tables have
      for (int looks = 0; looks < 3; looks++) {
        while (maxRows(query.progress()) <= pairs) {
          Thread.onSpinWait();
        }
        pairs = maxRows(query.progress());
      }
      assertThat(query.progress().nodes()).anyMatch(node -> node.rows() == 0); // count(*)
      assertThat(progress.text()).startsWith("select count(*) from '");
      String sql = progress.text();
      ClusterStatus status =
          cluster.await(
              now -> now.jobs().stream().anyMatch(job -> isSampled(job) && hasText(job, sql)));
      assertThat(status.text())
          .contains("  select count(*) from '")
          .containsPattern("stage 0 \\(Scan .*numbers.parquet");
      query.cancel();
      assertThatThrownBy(() -> query.result().join())
          .hasMessageContaining("cancelled")
          .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.CANCELLED));
      assertThat(query.progress().state()).isEqualTo(QueryState.CANCELLED);
      ClusterStatus after = cluster.await(now -> now.jobs().isEmpty());
      assertThat(after.ended().getFirst().text().query()).isEqualTo(sql);
      assertThat(after.ended().getFirst().failure()).get().asString().contains("cancelled");
    }
  }

  private static long maxRows(QueryProgress progress) {
    assertThat(progress.state().isEnd()).isFalse();
    return progress.nodes().stream().mapToLong(NodeStatus::rows).max().orElse(0);
  }

  private static boolean isSampled(ClusterStatus.Job job) {
    return job.running().stream().anyMatch(sample -> sample.handledRows() > 0);
  }

  private static boolean hasText(ClusterStatus.Job job, String sql) {
    return job.text().query().equals(sql);
  }

  /** Whether a stage over a table has read some and none of its tasks has ended, another has. */
  private static boolean isReadingWhatIsNotDone(QueryProgress progress) {
    return progress.stages().stream().anyMatch(stage -> stage.finished() == stage.tasks())
        && progress.stages().stream()
            .anyMatch(
                stage ->
                    stage.finished() == 0
                        && stage.rows() > 0
                        && stage.operators().startsWith("Scan"));
  }
}
