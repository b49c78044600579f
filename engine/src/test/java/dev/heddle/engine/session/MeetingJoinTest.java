package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Few rows of which those are kept that meet, or do not meet, one of many rows in any task. */
class MeetingJoinTest {
  @TempDir private static Path folder;

  @BeforeAll
  static void writeTables() {
    List<String> digits = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      digits.add("(" + i + ")");
    }
    try (Session session = Heddle.local(SessionOptions.defaults().withThreads(2))) {
      String values = "(values " + String.join(", ", digits) + ")";
      // each key three times, none that ends with 3, some unknown
      session
          .sql(
              "select case when n % 10 = 3 then null else n end as k, n % 7 as v from (select i.v"
                  + " + 100 * j.v as n from "
                  + values
                  + " as i(v), "
                  + values
                  + " as j(v), (values (1), (2), (3)) as t(x)) as a")
          .write()
          .parquet(folder.resolve("many").toString());
      // rows twice, one without a key and one without a value
      session
          .sql(
              "select * from (values (1, 1), (1, 1), (2, 0), (3, 5), (3, 5), (14, 0), (14, 3),"
                  + " (cast(null as int), 1), (cast(null as int), 1), (20, cast(null as int)),"
                  + " (20001, 4)) as t(k, v)")
          .write()
          .parquet(folder.resolve("few").toString());
    }
  }

  private static Session session(SessionOptions options) {
    Session session = Heddle.local(options);
    for (String table : List.of("many", "few")) {
      session.createView(table, session.read().parquet(folder.resolve(table).toString()));
    }
    return session;
  }

  private static List<String> rows(Session session, String sql) {
    List<String> rows = new ArrayList<>();
    try (QueryResult result = session.sql(sql).collect()) {
      for (Row row : result) {
        rows.add(row.value(0) + " " + row.value(1));
      }
    }
    return rows.stream().sorted().toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7})
  void rowsAreKeptOnceForTheirMeetings(int partitions) {
    SessionOptions options =
        SessionOptions.defaults().withMemoryBudgetBytes(1L << 28).withThreads(2);
    List<String> conditions = List.of("", " and m.v <> f.v", " and m.v > f.v + 2", " and f.v = 5");
    int told = 0;
    try (Session one = session(options);
        Session several = session(options.withPartitions(partitions))) {
      for (String not : List.of("", "not ")) {
        for (String condition : conditions) {
          String sql =
              "select f.k, f.v from few f where "
                  + not
                  + "exists (select 1 from many m where m.k = f.k"
                  + condition
                  + ")";
          assertThat(rows(several, sql)).as(sql).isEqualTo(rows(one, sql));
          String plan = several.sql(sql).explain(ExplainMode.PHYSICAL);
          told += plan.contains("RIGHT_SEMI") && plan.contains("SharedRead") ? 1 : 0;
        }
      }
    }
    assertThat(told).isPositive();
  }
}
