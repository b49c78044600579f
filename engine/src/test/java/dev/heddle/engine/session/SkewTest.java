package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.scheduler.SchedulerOptions;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * One key with six of ten rows keeps all slots of a cluster busy: the tasks of the stage that has
 * the work make about equally many rows, as the scheduler's events say.
 */
class SkewTest {
  private static final int SLOTS = 4;
  private static final int ROWS = Effort.of(400_000, 160_000);
  private static final Pattern FINISHED =
      Pattern.compile("\"task_finished\",.*\"stage\":(\\d+),.*\"rows\":(\\d+)");

  @TempDir private static Path folder;

  private static ThreadCluster cluster;
  private static Session session;
  private static Session whole;

  @BeforeAll
  static void start() throws Exception {
    Path events = Files.createDirectory(folder.resolve("events"));
    cluster =
        new ThreadCluster(
            folder,
            1,
            SLOTS,
            SchedulerOptions.cluster().withSizes(64 << 10, 0),
            Optional.of(events),
            64L << 20);
    session = cluster.open(SessionOptions.defaults().withThreads(2).withPartitions(SLOTS));
    SessionOptions alone = SessionOptions.defaults().withThreads(2).withPartitions(1);
    whole = new Session(new SessionEngine(alone), alone);
    table(
        "skewed",
        "SELECT i AS id, CASE WHEN i % 10 < 6 THEN 0 ELSE 1 + i % 7 END AS k,"
            + " CAST(hash(i) % 1000000 AS INT) AS o, CAST(hash(i + 1) % 1000000007 AS BIGINT) AS v,"
            + " md5(CAST(i AS VARCHAR)) AS s"
            + " FROM range("
            + ROWS
            + ") t(i)");
    table(
        "many",
        "SELECT i AS id, CASE WHEN i % 10 < 6 THEN 'frequent' WHEN i % 997 = 0 THEN NULL"
            + " ELSE 'key ' || (hash(i + 2) % 20000) END AS k,"
            + " CAST(hash(i) % 1000000 AS INT) AS o, CAST(hash(i + 1) % 1000000007 AS BIGINT) AS v,"
            + " md5(CAST(i AS VARCHAR)) AS s"
            + " FROM range("
            + ROWS
            + ") t(i)");
    table(
        "keys",
        "SELECT CASE WHEN i < 8 THEN i ELSE i + 1000000 END AS k,"
            + " hash(i) % 1000000007 AS x, md5(CAST(i AS VARCHAR)) AS t FROM range("
            + ROWS
            + ") t(i)");
  }

  private static void table(String name, String sql) throws IOException {
    Path files = Files.createDirectory(folder.resolve(name));
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      for (int i = 0; i < 8; i++) {
        duck.execute(
            ("COPY (FROM (" + sql + ") WHERE hash(k + 5 * x) % 8 = " + i + ") TO '")
                    .replace("k + 5 * x", name.equals("keys") ? "k" : "id")
                + files.resolve(i + ".parquet")
                + "' (FORMAT parquet)");
      }
    }
    for (Session each : List.of(session, whole)) {
      each.createView(name, each.read().parquet(files.toString()));
    }
  }

  @AfterAll
  static void stop() {
    session.close();
    whole.close();
    cluster.close();
  }

  /** Runs a query and returns the rows that each task of the last stage with tasks has made. */
  private static List<Long> rowsOfTasks(String sql) throws IOException {
    List<Path> before = jobs();
    assertThat(bag(session, sql).equals(bag(whole, sql))).as(sql).isTrue();
    Map<Integer, List<Long>> stages = new TreeMap<>();
    for (Path job : jobs()) {
      if (before.contains(job)) {
        continue;
      }
      for (String line : Files.readAllLines(job)) {
        Matcher task = FINISHED.matcher(line);
        if (task.find()) {
          stages
              .computeIfAbsent(Integer.parseInt(task.group(1)), _ -> new ArrayList<>())
              .add(Long.parseLong(task.group(2)));
        }
      }
    }
    List<Long> last = List.of();
    for (List<Long> tasks : stages.values()) {
      last = tasks;
    }
    assertThat(last.stream().mapToLong(Long::longValue).sum()).isEqualTo(ROWS);
    return last;
  }

  private static List<Path> jobs() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("events"))) {
      return files.toList();
    }
  }

  private static List<String> bag(Session session, String sql) {
    try (QueryResult result = session.sql(sql).collect()) {
      return QueryRows.bag(QueryRows.of(result));
    }
  }

  /** Returns what share of the slots is busy while a stage runs whose tasks take as their rows. */
  private static double busy(List<Long> rows) {
    long[] slots = new long[SLOTS];
    for (long task : rows) {
      int free = 0;
      for (int slot = 1; slot < SLOTS; slot++) {
        free = slots[slot] < slots[free] ? slot : free;
      }
      slots[free] += task;
    }
    long longest = 0;
    for (long slot : slots) {
      longest = Math.max(longest, slot);
    }
    return (double) ROWS / (SLOTS * longest);
  }

  private static void keepsAllSlotsBusy(String sql) throws IOException {
    List<Long> rows = rowsOfTasks(sql);
    // by day there are so few tasks that their order, which follows from time, makes a difference
    assertThat(busy(rows)).as("%s", rows).isGreaterThan(Effort.isWhole() ? 0.9 : 0.85);
  }

  @Test
  void windowOfAFrequentKeyKeepsAllSlotsBusy() throws Exception {
    keepsAllSlotsBusy(
        "select id, s, row_number() over w, sum(v) over w, lag(v) over w, rank() over w"
            + " from skewed window w as (partition by k order by o, id)");
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void windowOfAFrequentKeyAmongManyKeepsAllSlotsBusy() throws Exception {
    keepsAllSlotsBusy(
        "select id, s, row_number() over w, sum(v) over w, lag(v) over w, rank() over w"
            + " from many window w as (partition by k order by o, id)");
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void windowsThatFollowOneAnotherKeepAllSlotsBusy() throws Exception {
    keepsAllSlotsBusy(
        "select id, s, r, lead(r, 2) over (partition by k order by v, id) as n,"
            + " sum(v) over (partition by k) as t from"
            + " (select *, row_number() over (partition by k order by o, id) as r from many) x"
            + " where r > 0");
  }

  @Test
  void windowOverWholePartitionsKeepsAllSlotsBusy() throws Exception {
    keepsAllSlotsBusy("select id, s, sum(v) over (partition by k) as t, k from many");
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void joinByAFrequentKeyAmongManyKeepsAllSlotsBusy() throws Exception {
    keepsAllSlotsBusy(
        "select m.id, m.s, t.t from many m left join"
            + " (select distinct k, 'text ' || k as t from many) t on m.k = t.k");
  }

  @Test
  void windowOfAllRowsKeepsAllSlotsBusy() throws Exception {
    keepsAllSlotsBusy(
        "select id, s, row_number() over w, sum(v) over w, lag(v, 2) over w"
            + " from skewed window w as (order by o, id)");
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void windowInOrderOfAFrequentKeyKeepsAllSlotsBusy() throws Exception {
    keepsAllSlotsBusy(
        "select k, s, last_value(k) over (order by k rows between 1 preceding and current row)"
            + " from skewed");
  }

  @Test
  void sortByAFrequentKeyKeepsAllSlotsBusy() throws Exception {
    keepsAllSlotsBusy("select k, id, s from skewed order by k");
  }

  @Test
  void joinWithFewBytesKeepsAllSlotsBusy() throws Exception {
    keepsAllSlotsBusy("select s.id, s.v, s.s, t.x from skewed s join keys t on s.k = t.k");
  }

  @Test
  void joinByAFrequentKeyOfManyBytesIsDivided() throws Exception {
    List<Long> rows =
        rowsOfTasks(
            "select s.id, t.x, length(s.s) + length(t.t) from skewed s join keys t on s.k = t.k");
    assertThat(rows).as("%s", rows).hasSizeGreaterThan(SLOTS);
    // not finer: each of the tasks reads the other side's rows of these keys too
    assertThat(Collections.max(rows)).as("%s", rows).isLessThan(ROWS * 4 / 10);
  }
}
