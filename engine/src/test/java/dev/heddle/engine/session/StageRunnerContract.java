package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.engine.graph.StageRunner;
import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What everything that runs stages has to do, seen from a session. */
abstract class StageRunnerContract {
  private static final int ROWS = 20_000;

  private static final String JOINED =
      "select g.name, count(*), sum(i.id), min(i.id), max(i.id) from items i join groups g"
          + " on i.part = g.part group by g.name";

  @TempDir private Path folder;

  record Item(long id, int part) {}

  record Group(int part, String name) {}

  /** Makes a runner, which its session closes. */
  abstract StageRunner runner();

  /** Opens a session with tables, both in memory. */
  final Session open(int partitions) {
    return open(partitions, runner());
  }

  /** Opens a session with the same tables. */
  static Session open(int partitions, StageRunner runner) {
    SessionOptions options = SessionOptions.defaults().withThreads(2).withPartitions(partitions);
    Session session = new Session(new SessionEngine(options, runner), options);
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      items.add(new Item(i, i * 31 % 100));
    }
    List<Group> groups = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      groups.add(new Group(i, "group " + i % 10));
    }
    session.createView("items", session.from(items));
    session.createView("groups", session.from(groups));
    return session;
  }

  private static List<String> rows(Session session, String sql) {
    List<String> rows = new ArrayList<>();
    try (QueryResult result = session.sql(sql).collect()) {
      for (Row row : result) {
        rows.add(row.toString());
      }
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 129})
  void rowsDoNotDependOnPartitions(int partitions) {
    try (Session session = open(partitions)) {
      List<String> rows = rows(session, JOINED + " order by 1");
      assertThat(rows).hasSize(10).isSorted();
      assertThat(rows.getFirst()).startsWith("[group 0, 2000, ");
      assertThat(rows(session, "select count(*), sum(id), count(distinct part) from items"))
          .containsExactly("[20000, 199990000, 100]");
    }
  }

  /** Nine of ten rows have one key. */
  static final String SKEWED =
      "(select id, case when mod(id, 10) < 9 then 5 else part end as k from items) s";

  private static final String SUMS = "select count(*), sum(s.id), max(s.k)";

  @Test
  void rowsDoNotDependOnHowKeysAreSpread() {
    try (Session session = open(6);
        Session whole = open(1)) {
      for (String query :
          List.of(
              SUMS + ", sum(i.id) from " + SKEWED + " join items i on s.k = i.part",
              SUMS + ", sum(i.id) from " + SKEWED + " left join items i on s.k = i.part + 6",
              SUMS + ", sum(i.id) from " + SKEWED + " full join items i on s.k = i.part + 6",
              SUMS + ", sum(i.id) from items i right join " + SKEWED + " on s.k = i.part + 6",
              SUMS + " from " + SKEWED + " where k in (select part + 4 from items)",
              SUMS
                  + " from "
                  + SKEWED
                  + " where not exists"
                  + " (select 1 from items i where i.part + 6 = s.k)",
              "select k, count(*), sum(id) from " + SKEWED + " group by k order by k",
              "select k, id from " + SKEWED + " order by k, id limit 100")) {
        assertThat(rows(session, query)).as(query).isEqualTo(rows(whole, query));
      }
    }
  }

  @Test
  void aSortedResultKeepsItsOrder() {
    try (Session session = open(3)) {
      List<String> rows = rows(session, "select id from items order by id desc");
      assertThat(rows).hasSize(ROWS);
      for (int i = 0; i < ROWS; i++) {
        assertThat(rows.get(i)).isEqualTo("[" + (ROWS - 1 - i) + "]");
      }
    }
  }

  @Test
  void anEmptyResultHasNoRows() {
    try (Session session = open(3)) {
      assertThat(rows(session, "select part, count(*) from items where id < 0 group by part"))
          .isEmpty();
    }
  }

  @Test
  void anErrorKeepsItsCodeAndTheNextQueryRuns() {
    try (Session session = open(3)) {
      assertThatThrownBy(() -> rows(session, "select sum(id / (part - 50)) from items"))
          .isInstanceOfSatisfying(
              HeddleException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.DIVISION_BY_ZERO))
          .hasMessageContaining("zero");
      assertThat(rows(session, "select count(*) from items")).containsExactly("[20000]");
    }
  }

  @Test
  void aCancelledQueryEndsAndTheNextOneRuns() throws Exception {
    try (Session session = open(2);
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      long used = ProcessMemory.ledger().usedBytes();
      Callable<List<String>> endless =
          () ->
              rows(
                  session,
                  "select count(*) from items a, items b, items c where a.id + b.id + c.id < 0");
      Future<List<String>> running = executor.submit(endless);
      Throwable error = null;
      while (error == null) {
        session.cancelAll(); // again and again, since what has not begun is not cancelled
        try {
          running.get(5, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          continue;
        } catch (ExecutionException e) {
          error = e.getCause();
        }
      }
      assertThat(error)
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
      assertThat(rows(session, "select count(*) from items")).containsExactly("[20000]");
      assertThat(ProcessMemory.ledger().usedBytes()).isEqualTo(used);
    }
  }

  @Test
  void queriesOfManyThreadsDoNotMix() throws Exception {
    try (Session session = open(3)) {
      List<CompletableFuture<List<String>>> answers = new ArrayList<>();
      try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < 12; i++) {
          String sql = "select sum(id) from items where part = " + i;
          answers.add(CompletableFuture.supplyAsync(() -> rows(session, sql), executor));
        }
      }
      for (int i = 0; i < answers.size(); i++) {
        long sum = 0;
        for (long id = 0; id < ROWS; id++) {
          sum += id * 31 % 100 == i ? id : 0;
        }
        assertThat(answers.get(i).get()).containsExactly("[" + sum + "]");
      }
    }
  }

  @Test
  void rowsReachFilesThatTheSessionWrites() {
    try (Session session = open(4)) {
      String file = folder.resolve("items.parquet").toString();
      session.sql("select * from items where part < 50").write().parquet(file);
      session.createView("written", session.read().parquet(file));
      assertThat(rows(session, "select count(*), sum(id) from written"))
          .isEqualTo(rows(session, "select count(*), sum(id) from items where part < 50"));
    }
  }

  @Test
  void whatNodesDidIsCounted() {
    try (Session session = open(2)) {
      try (QueryResult result = session.sql(JOINED).collect()) {
        List<QueryProfile.Stage> stages = result.profile().stages();
        assertThat(stages.getLast().rowsOut()).isEqualTo(10);
        assertThat(stages.stream().mapToLong(QueryProfile.Stage::rowsIn).max().orElse(0))
            .isGreaterThanOrEqualTo(ROWS);
      }
      assertThat(session.sql(JOINED).explain(ExplainMode.ANALYZE))
          .contains("[20000 rows")
          .containsPattern("Aggregate FINAL.*\\[10 rows");
    }
  }
}
