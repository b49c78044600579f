package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.findings.FindingKind;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.UdfN;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.watch.Finding;
import dev.heddle.frame.watch.QueryEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Queries that are slow for one reason each, which is found first; others have no findings. */
class FindingsTest {
  @TempDir private Path folder;

  private final KeptEvents events = new KeptEvents();

  private Session open(SessionOptions options) {
    return watched(Heddle.local(options));
  }

  private Session open() {
    return open(SessionOptions.defaults().withThreads(2));
  }

  private List<QueryEvent.Ended> ended() {
    return events.of(QueryEvent.Ended.class);
  }

  private Session watched(Session session) {
    session.addProgressListener(events);
    return session;
  }

  private void run(Session session, String sql) {
    session.sql(sql).collect().close();
  }

  private Finding first(FindingKind kind) {
    List<Finding> findings = ended().getLast().findings();
    assertThat(findings).as("of %s", ended().getLast().last().text()).isNotEmpty();
    assertThat(findings.getFirst().code()).as("%s", findings).isEqualTo(kind.code());
    return findings.getFirst();
  }

  private String table(Session session, String query) {
    Path file = folder.resolve("table-" + ended().size() + ".parquet");
    session.execute("copy (" + query + ") to '" + file + "' (row_group_size 65536)");
    return "'" + file + "'";
  }

  @Test
  void joinsThatPairTooMuch() {
    try (Session session = open()) {
      run(
          session,
          "select count(*) from (select range a from range(3000)) x,"
              + " (select range b from range(3000)) y where (a * b) % 7 < 3");
      assertThat(first(FindingKind.CROSS_JOIN).what()).contains("3,000 rows with each of 3,000");
      run(
          session,
          "select sum(a.v) from (select range % 100 k, range v from range(100000)) a join"
              + " (select range % 100 k, range v from range(9000)) b on a.k = b.k");
      assertThat(first(FindingKind.EXPLODING_JOIN).what()).contains("by k", "9,000,000 rows");
    }
  }

  @Test
  void anEstimateThatIsFarOff() {
    try (Session session = open()) {
      String skewed =
          table(
              session,
              "select range as id, case when range % 10 < 9 then 7 else range end as k"
                  + " from range(1500000)");
      run(
          session,
          "select count(*), sum(n) from (select id % 300000 as g, count(*) as n, median(id) as m"
              + " from "
              + skewed
              + " where k = 7 group by g) t where m > 0");
      assertThat(first(FindingKind.ESTIMATE).what()).contains("there were 1,350,000");
    }
  }

  @Test
  void whatDoesNotFitIntoMemory() {
    try (Session session =
        open(SessionOptions.defaults().withThreads(1).withMemoryBudgetBytes(48 << 20))) {
      run(
          session,
          "select sum(id) from (select id, row_number() over (order by h, id) as r from"
              + " (select range as id, (range * 7919) % 1000003 as h,"
              + " 'some text of a row ' || range as t from range(1500000)) q) w where r % 2 = 0");
      assertThat(first(FindingKind.SPILL).remedy()).contains("memory");
    }
  }

  @Test
  void tablesThatAreReadTheHardWay() throws IOException {
    try (Session session = open()) {
      Path tiny = Files.createDirectory(folder.resolve("tiny"));
      session.execute("copy (select range as id from range(100)) to '" + tiny + "/0.parquet'");
      for (int file = 1; file < 4_000; file++) {
        Files.copy(tiny.resolve("0.parquet"), tiny.resolve(file + ".parquet"));
      }
      run(session, "select sum(id) from '" + tiny + "/*.parquet'");
      assertThat(first(FindingKind.TINY_FILES).what()).contains("4,000 files");
      String days =
          table(
              session,
              "select date '2000-01-01' + cast(range // 2000 as integer) as day, range * 3 as"
                  + " number, 'city ' || (range % 977) as city, range as id, 'text ' ||"
                  + " range as t from range(1500000)");
      run(session, "select count(*) from " + days + " where cast(number as varchar) = '3000'");
      assertThat(first(FindingKind.CAST_BLOCKS_PRUNING).what())
          .contains("number", "1,500,000 rows");
      run(
          session,
          "select sum(id) from " + days + " where upper(t) || t || lower(t) || '!' = 'TEXT 5!'");
      assertThat(first(FindingKind.FILTER_NOT_PUSHED).what()).contains("(t)", "1,500,000 rows");
      run(session, "select sum(id), count(distinct city) from " + days + " where id % 2 = 0");
      run(session, "select city, sum(id) from " + days + " group by city order by city");
      assertThat(ended().getLast().findings()).isEmpty();
    }
  }

  @Test
  void whoeverTakesTheRows() {
    try (Session session = open()) {
      SlowReader.read(session.sql("select range as id, 'text ' || range as t from range(400000)"));
      assertThat(first(FindingKind.CLIENT_BOUND).what()).contains("400,000 rows");
    }
  }

  @Test
  void aFunctionOfTheUsers() {
    try (Session session = open()) {
      session.register(
          UserFunction.local(
              "slow_one",
              (UdfN<Long>)
                  values -> {
                    long hash = (Long) values[0];
                    for (int i = 0; i < 3_000; i++) {
                      hash = hash * 31 + i;
                    }
                    return hash;
                  },
              DataType.INT64,
              DataType.INT64));
      run(session, "select max(slow_one(range)) from range(200000)");
      assertThat(first(FindingKind.USER_FUNCTION).what()).contains("slow_one", "200,000 rows");
    }
  }

  @Test
  void threadsThatOthersWaitFor() {
    try (Session session = open(SessionOptions.defaults().withThreads(2))) {
      String skewed =
          table(
              session,
              "select case when range % 40 < 39 then 7 else range % 1000 end as k,"
                  + " (range * 7919) % 1000003 as v from range(3000000)");
      run(
          session,
          "select k, length(string_agg('v' || v, ',' order by v)) as m from "
              + skewed
              + " group by k order by m, k limit 5");
      assertThat(first(FindingKind.SKEW).what()).contains("k = 7 in about 9", "% of the rows");
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void threadsThatOthersWaitForInAWindow() {
    try (Session session = open(SessionOptions.defaults().withThreads(2))) {
      String owners =
          table(
              session,
              "select case when range % 20 < 19 then null else range % 1000 end as owner,"
                  + " range % 4 as part, (range * 7919) % 1000003 as v from range(3000000)");
      run(
          session,
          "select count(*) from (select owner, sum(v) over (partition by owner order by v rows"
              + " between 500 preceding and current row) as s, max(v) over (partition by owner"
              + " order by v rows between 300 preceding and 5 following) as m from "
              + owners
              + ") t where s > m");
      assertThat(first(FindingKind.SKEW).what()).contains("owner is null in about 9");
    }
  }

  @Test
  void tasksThatOthersWaitFor() throws Exception {
    try (ThreadCluster cluster = new ThreadCluster(folder, 1, 2);
        Session session = watched(cluster.open(SessionOptions.defaults().withPartitions(16)))) {
      String skewed =
          table(
              session,
              "select case when range % 40 < 39 then 7 else range % 1000 end as k,"
                  + " range * 3 % 1000003 as v"
                  + " from range(1500000)");
      run(
          session,
          "select k, length(string_agg('v' || v, ',' order by v)) as m from "
              + skewed
              + " group by k order by m, k limit 5");
      assertThat(first(FindingKind.SKEW).what()).contains("k = 7 in about 9", "% of the rows");
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void tasksThatOthersWaitForInAWindowOrAlone() throws Exception {
    try (ThreadCluster cluster = new ThreadCluster(folder, 1, 2);
        Session session = watched(cluster.open(SessionOptions.defaults().withPartitions(16)))) {
      run(
          session,
          "select sum(r), max(q) from (select row_number() over (partition by k order by v) r,"
              + " sum(v) over (partition by k order by v rows between 10 preceding and current row)"
              + " q from "
              + table(
                  session,
                  "select case when range % 20 < 17 then 7 else range % 50021 end as k,"
                      + " (range * 104729) % 1000003 as v from range(4000000)")
              + ") t");
      assertThat(first(FindingKind.SKEW).what())
          .contains("k = 7 in about 8", "% of the rows", "divided by ranges");
      String many = table(session, "select (range * 7919) % 1000003 as v from range(5000000)");
      run(session, "select median(v), count(distinct v) from " + many);
      assertThat(first(FindingKind.SINGLE_TASK).what())
          .contains("has to see all of 5,000,000 rows");
    }
  }
}
