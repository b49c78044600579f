package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** WITH RECURSIVE beside what else there is; its rows are compared with DuckDB's elsewhere. */
class RecursionTest {
  private static final String COUNTING =
      "with recursive r as (select 1 as n union all select n + 1 from r where n < %d) ";

  private final SessionOptions options =
      SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(1L << 29);
  private final Session session = Heddle.local(options);

  @AfterEach
  void close() {
    session.close();
  }

  private List<List<@Nullable Object>> rows(DataFrame frame) {
    try (QueryResult result = frame.collect()) {
      return QueryRows.of(result);
    }
  }

  private List<List<@Nullable Object>> rows(String sql) {
    return rows(session.sql(sql));
  }

  private String shown(String statement) {
    List<Object> rows = new ArrayList<>();
    session.execute(statement, result -> rows.addAll(QueryRows.of(result.rows())));
    return rows.toString();
  }

  @Test
  void putsTheRowsOfManyRoundsTogether() {
    String sums = "select count(*), count(distinct n), sum(n), min(n), max(n) from r";
    assertThat(rows(COUNTING.formatted(700) + sums)).hasToString("[[700, 700, 245350, 1, 700]]");
    String ring = "with recursive r as (select 0 as n union select (n + 7) % 331 from r) ";
    assertThat(rows(ring + sums)).hasToString("[[331, 331, 54615, 0, 330]]");
  }

  @Test
  void endsWhatTakesMoreRoundsThanTheLimit() {
    String endless =
        "with recursive r as (select 1 as n union all select n + 1 from r) select * from r";
    session.execute("set max_recursion_rounds = 20");
    assertThat(rows(COUNTING.formatted(20) + "select count(*) from r")).hasToString("[[20]]");
    assertThatThrownBy(() -> rows(endless))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
        .hasMessageContaining("Cannot compute \"r\": after 20 rounds there still are new rows");
    session.execute("reset max_recursion_rounds");
    assertThat(rows(COUNTING.formatted(40) + "select count(*) from r")).hasToString("[[40]]");
    assertThatThrownBy(() -> options.withMaxRecursionRounds(0))
        .hasMessage("Cannot set option maxRecursionRounds to 0: it must be at least 1");
  }

  @Test
  void endsOnceALimitHasItsRows() {
    String endless = "with recursive r as (select 1 as n union%s select n + 1 from r) ";
    for (String kind : List.of(" all", "")) {
      String r = endless.formatted(kind);
      assertThat(rows(r + "select count(*), max(m) from (select n * 2 as m from r limit 10)"))
          .hasToString("[[10, 20]]");
      assertThat(rows(r + "select count(distinct n) from (select n from r limit 3 offset 40)"))
          .hasToString("[[3]]"); // which ones is open
      assertThat(rows(r + "select * from r limit 0")).isEmpty();
      session.execute("set max_recursion_rounds = 30");
      String all = r + "select a.n from (select n from r limit 5) a join r b on a.n = b.n";
      assertThatThrownBy(() -> rows(all)).hasMessageContaining("after 30 rounds");
      assertThatThrownBy(() -> rows(r + "select n from r where n > 1 limit 3"))
          .hasMessageContaining("after 30 rounds");
      session.execute("reset max_recursion_rounds");
    }
    assertThat(rows(COUNTING.formatted(4) + "select count(*) from (select * from r limit 9)"))
        .hasToString("[[4]]");
  }

  @Test
  void worksInViewsTablesCachedFramesAndWithParameters() {
    session.execute("create view v as " + COUNTING.formatted(5) + "select * from r");
    assertThat(rows("select sum(n) from v")).hasToString("[[15]]");
    session.execute("create table t as from v; insert into t select n + 100 from v");
    assertThat(rows("select count(*), max(n) from t")).hasToString("[[10, 105]]");
    session.execute("cache table v");
    assertThat(rows("select sum(n) from v")).hasToString("[[15]]");
    assertThat(rows("select sum(n) from v")).hasToString("[[15]]");
    DataFrame cached = session.sql(COUNTING.formatted(6) + "select * from r").cache();
    assertThat(cached.count()).isEqualTo(6);
    String open = COUNTING.replace("%d", "$last") + "select max(n) from r";
    assertThat(rows(session.sql(open, Map.of("last", 9)))).hasToString("[[9]]");
    assertThat(rows(session.sql(open, Map.of("last", 4)))).hasToString("[[4]]");
  }

  @Test
  void explainsTheFirstRoundAndComputesNone() {
    String endless =
        "with recursive r as (select 1 as n union all select n + 1 from r) select * from r";
    assertThat(shown("explain " + endless))
        .contains("Union all=true", "r: recursive; plans show its first round");
    assertThat(shown("describe " + endless)).contains("n, INTEGER, YES");
  }

  @Test
  void freesTheRowsOfRoundsAtTheEnd() {
    long before = ProcessMemory.ledger().usedBytes();
    assertThat(rows(COUNTING.formatted(100) + "select count(*) from r")).hasToString("[[100]]");
    assertThatThrownBy(
            () ->
                rows(
                    "with recursive r as (select 3 as n union all select 6 // n - 1 from r) select"
                        + " * from r"))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("Cannot divide 6 by zero");
    assertThat(ProcessMemory.ledger().usedBytes()).isEqualTo(before);
  }
}
