package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.testing.DuckDbOracle;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HUGEINT and INT128, names of integers of 38 digits, beside DuckDB's integers of 128 bits. */
class HugeIntegersTest {
  private static final String LARGEST = "9".repeat(38);
  private static final String ROWS =
      " FROM (VALUES (0::hugeint), (-7::hugeint), ('%1$s'::int128), (HUGEINT '-%1$s'), (NULL)) t(x)"
          .formatted(LARGEST);

  @TempDir Path folder;

  private static List<List<Object>> rows(Session session, String sql) {
    try (QueryResult result = session.sql(sql).collect()) {
      return ColumnTypesTest.normalised(QueryRows.of(result));
    }
  }

  @Test
  void haveTheValuesOfDuckDb() {
    try (Session session = Heddle.local(SessionOptions.defaults());
        DuckDbOracle duck = DuckDbOracle.openAlike()) {
      for (String query :
          List.of(
              "SELECT x, -x, abs(x), x::varchar, x::double, x = 0, x > 5, x % 7" + ROWS,
              "SELECT x::decimal(38, 0), try_cast(x AS BIGINT)" + ROWS,
              "SELECT min(x), max(x), count(x)" + ROWS,
              "SELECT x, count(*)" + ROWS + " GROUP BY x ORDER BY x DESC NULLS LAST",
              "SELECT '12'::hugeint + 1, 2.5::hugeint, true::hugeint, 1e20::hugeint",
              "SELECT sum(i::hugeint * 1000000000000), sum(i) FROM range(100000) t(i)")) {
        assertThat(rows(session, query))
            .as(query)
            .isEqualTo(ColumnTypesTest.normalised(duck.rows(query)));
      }
    }
  }

  @Test
  void areDecimalsOf38Digits() {
    try (Session session = Heddle.local(SessionOptions.defaults())) {
      session.execute("CREATE TABLE large (x HUGEINT, y INT128)");
      assertThat(session.table("large").schema().fields())
          .allMatch(field -> field.type().equals(new DataType.Decimal(38, 0)));
      Path file = folder.resolve("large.csv");
      session.execute("COPY (SELECT '" + LARGEST + "'::hugeint AS x) TO '" + file + "'");
      String read = "SELECT x FROM read_csv('" + file + "', columns = {'x': 'HUGEINT'})";
      assertThat(rows(session, read + " WHERE x = " + LARGEST)).hasSize(1);
      assertThat(session.sql(read).schema().field(0).type()).isEqualTo(new DataType.Decimal(38, 0));
    }
  }

  @Test
  void refuseMoreDigits() {
    for (SessionOptions options :
        List.of(SessionOptions.defaults(), SessionOptions.defaults().withoutOptimizer())) {
      try (Session session = Heddle.local(options)) {
        for (String value :
            List.of("'1" + "0".repeat(38) + "'", "'170141183460469231731687303715884105727'")) {
          String column = "(SELECT " + value + " AS x) t";
          assertThatThrownBy(() -> rows(session, "SELECT x::hugeint FROM " + column))
              .isInstanceOf(HeddleException.class)
              .hasMessageContaining("DECIMAL(38, 0)");
          assertThat(rows(session, "SELECT try_cast(x AS HUGEINT) FROM " + column))
              .containsExactly(List.of("null"));
        }
        for (String operation : List.of("x + 1", "x * 2", "-x - 1")) {
          assertThatThrownBy(
                  () ->
                      rows(
                          session,
                          "SELECT "
                              + operation
                              + " FROM (SELECT '"
                              + LARGEST
                              + "'::hugeint AS x) t"))
              .as(operation)
              .isInstanceOf(HeddleException.class)
              .hasMessageContaining("DECIMAL(38, 0)");
        }
      }
    }
  }
}
