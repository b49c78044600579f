package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Effort;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Aggregates over whole partitions, few and many, have the values of DuckDB's. */
class WholePartitionTest {
  private static final int ROWS = Effort.of(200_000, 60_000);
  private static final String TABLE =
      "select i as id, case when hash(i) % 10 = 0 then null else (hash(i) % 700)::int end as k, "
          + "case when hash(i + 1) % 7 = 0 then null else 'key ' || (hash(i + 1) % 5) end as t, "
          + "(hash(i + 2) % 40) / 8.0::double as f, ((hash(i + 3) % 99999) / 100)::decimal(9, 2) "
          + "as d, case when hash(i + 4) % 3 = 0 then null else (hash(i + 4) % 1000)::bigint end "
          + "as x, 'the text of row ' || i as s from range("
          + ROWS
          + ") r(i)";

  private static String query(String keys, String file) {
    return "select count(*), sum(id), sum(case when s = 'the text of row ' || id then 1 else 0"
        + " end), sum(c), sum(cx), sum(sd), sum(length(mn)), max(mn), sum(mx), sum(sf),"
        + " sum(b::int), sum(round(a * 1000)::bigint), round(sum(v))::bigint from (select *,"
        + " count(*) over w as c, count(x) over w as cx, sum(d) over w as sd, min(s) over w"
        + " as mn, max(d) over w as mx, bool_and(x > 1) over w as b, sum(x) filter (where id"
        + " % 2 = 0) over w as sf, avg(x) over w as a, var_pop(x) over w as v from '"
        + file
        + "' window w as (partition by "
        + keys
        + "))";
  }

  private static List<String> row(Session session, String query) {
    List<String> values = new ArrayList<>();
    try (QueryResult result = session.sql(query).collect()) {
      for (Row row : result) {
        for (int i = 0; i < row.schema().size(); i++) {
          values.add(text(row.value(i)));
        }
      }
    }
    return values;
  }

  private static String text(@Nullable Object value) {
    return String.valueOf(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"k", "t", "f", "k % 3, t", "k, t, f", "id / 4", "id / 50000", "s", "x is null"})
  void agreesWithDuckDb(String keys, @TempDir Path folder) {
    Path file = folder.resolve("t.parquet");
    SessionOptions options = SessionOptions.defaults().withThreads(2);
    try (DuckDbOracle duck = DuckDbOracle.open();
        Session session = Heddle.local(options.withMemoryBudgetBytes(1L << 30));
        Session apart = Heddle.local(options.withPartitions(3))) {
      duck.execute("SET integer_division = true");
      duck.execute("COPY (" + TABLE + ") TO '" + file + "' (FORMAT parquet)");
      String query = query(keys, file.toString());
      List<String> expected =
          duck.rows(query).getFirst().stream().map(WholePartitionTest::text).toList();
      assertThat(row(session, query)).as(keys).isEqualTo(expected);
      assertThat(row(apart, query)).as(keys + ", in partitions").isEqualTo(expected);
    }
  }
}
