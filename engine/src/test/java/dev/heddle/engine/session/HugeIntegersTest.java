package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.testing.DuckDbOracle;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HUGEINT, integers of 128 bits: literals, results and refusals that are no cell of all types. */
class HugeIntegersTest {
  private static final String LARGEST = "170141183460469231731687303715884105727";
  private static final String SMALLEST = "-170141183460469231731687303715884105728";
  private static final String ROWS =
      " FROM (VALUES (0::hugeint), (-7), (%s), (%s), (100000000000000000000), (NULL)) t(x)"
          .formatted(LARGEST, SMALLEST);

  @TempDir Path folder;

  /** A row with an integer of any size. */
  record Counted(@Nullable BigInteger x, int k) {}

  private static List<List<Object>> rows(Session session, String sql) {
    try (QueryResult result = session.sql(sql).collect()) {
      return ColumnTypesTest.normalised(QueryRows.of(result));
    }
  }

  @Test
  void haveTheValuesOfDuckDb() {
    SessionOptions options = SessionOptions.defaults();
    try (Session session = Heddle.local(options);
        Session written = Heddle.local(options.withoutOptimizer());
        Session sent = EncodingStageRunner.session(options, 3);
        DuckDbOracle duck = DuckDbOracle.openAlike()) {
      for (String query :
          List.of(
              "SELECT x, x::varchar, x::double, x = 0, x > 5, x % 7, x // 1000, x // -1000" + ROWS,
              "SELECT try_cast(x AS DECIMAL(38, 0)), try_cast(x AS BIGINT), x::boolean" + ROWS,
              "SELECT min(x), max(x), count(x), count(DISTINCT x), median(x // 10)" + ROWS,
              "SELECT x, count(*)" + ROWS + " GROUP BY x ORDER BY x DESC NULLS LAST",
              "SELECT sum(x), avg(x) FROM (SELECT x // 4 AS x" + ROWS + ")",
              "SELECT '12'::hugeint + 1, 2.5::hugeint, true::hugeint, 1e20::hugeint, -3.5::hugeint",
              "SELECT 9::hugeint // 2, -9::hugeint // 2, 9::hugeint % -2, -9::hugeint % 2",
              "SELECT "
                  + LARGEST
                  + " - 1, "
                  + SMALLEST
                  + " + 1, "
                  + LARGEST
                  + " // -1, ~"
                  + LARGEST,
              "SELECT 13043817825332782212 * 13043817825332782211, -13043817825332782212 * 5",
              "SELECT sum(i::hugeint * 1000000000000), sum(i) FROM range(100000) t(i)",
              "SELECT 12345678901234567890 = 12345678901234567890.0, 5::ubigint + 5::hugeint",
              "SELECT typeof(sum(x)), typeof(avg(x)), typeof(x), typeof(x % 3), typeof(max(x))"
                  + " FROM (SELECT 5::hugeint AS x) GROUP BY x",
              "SELECT typeof(9223372036854775807), typeof(9223372036854775808), typeof(x)"
                  + " FROM (SELECT -9223372036854775809 AS x)")) {
        List<List<Object>> expected = ColumnTypesTest.normalised(duck.rows(query));
        for (Session each : List.of(session, written, sent)) {
          assertThat(rows(each, query)).as(query).containsExactlyInAnyOrderElementsOf(expected);
        }
      }
    }
  }

  @Test
  void areOneTypeInTablesFilesAndSchemas() {
    try (Session session = Heddle.local(SessionOptions.defaults())) {
      session.execute("CREATE TABLE large (x HUGEINT, y INT128)");
      assertThat(session.table("large").schema().fields())
          .allMatch(field -> field.type().equals(DataType.INT128));
      assertThat(rows(session, "SELECT column_type FROM (DESCRIBE large)"))
          .containsExactly(List.of("HUGEINT"), List.of("HUGEINT"));
      session.execute("INSERT INTO large VALUES (%s, 5), (NULL, %s)".formatted(LARGEST, SMALLEST));
      for (String ending : List.of("parquet", "arrow")) {
        Path file = folder.resolve("large." + ending);
        session.execute("COPY large TO '" + file + "'");
        String read = "SELECT * FROM '" + file + "'";
        assertThat(session.sql(read).schema().field(1).type()).isEqualTo(DataType.INT128);
        assertThat(rows(session, read)).isEqualTo(rows(session, "FROM large"));
      }
    }
  }

  @Test
  void areFoundInTextsByTheirDigits() {
    try (Session session = Heddle.local(SessionOptions.defaults())) {
      Path file = folder.resolve("found.csv");
      session.execute(
          "COPY (SELECT unnest([%s, %s]) AS x) TO '%s'".formatted(LARGEST, SMALLEST, file));
      assertThat(session.read().csv(file.toString()).schema().field(0).type())
          .isEqualTo(DataType.INT128);
      session.execute("COPY (SELECT '1%s' AS x) TO '%s'".formatted(LARGEST, file));
      assertThat(session.read().csv(file.toString()).schema().field(0).type())
          .isEqualTo(DataType.FLOAT64);
    }
  }

  @Test
  void areBigIntegersOfRowsRecordsAndExpressions() {
    BigInteger largest = new BigInteger(LARGEST);
    try (Session session = Heddle.local(SessionOptions.defaults())) {
      List<Counted> given =
          List.of(new Counted(largest, 1), new Counted(null, 2), new Counted(largest.not(), 3));
      var frame = session.from(Counted.class, given);
      assertThat(frame.schema().field(0).type()).isEqualTo(DataType.INT128);
      assertThat(frame.rows(Counted.class)).isEqualTo(given);
      var filtered = frame.filter(col("x").eqTo(largest)).select(col("x").minus(lit(1)));
      try (QueryResult result = filtered.collect()) {
        assertThat(QueryRows.of(result))
            .isEqualTo(List.of(List.of(largest.subtract(BigInteger.ONE))));
      }
      assertThatThrownBy(() -> lit(largest.add(BigInteger.ONE)))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("HUGEINT");
    }
  }

  @Test
  void refuseWhatNeedsMoreBits() {
    for (SessionOptions options :
        List.of(SessionOptions.defaults(), SessionOptions.defaults().withoutOptimizer())) {
      try (Session session = Heddle.local(options)) {
        String column = " FROM (VALUES (%s, %s)) t(x, y)".formatted(LARGEST, SMALLEST);
        for (String expression :
            List.of(
                "x + 1",
                "y - 1",
                "x * 2",
                "y * y",
                "-y",
                "abs(y)",
                "y // -1",
                "x << 1",
                "(x::varchar || '0')::hugeint",
                "(x::double)::hugeint",
                "sum(x) OVER (ORDER BY y) + 1")) {
          assertThatThrownBy(() -> rows(session, "SELECT " + expression + column))
              .as(expression)
              .isInstanceOf(HeddleException.class)
              .hasMessageContaining("HUGEINT");
        }
        for (String type : List.of("DECIMAL(38, 0)", "BIGINT", "UBIGINT", "TINYINT")) {
          assertThatThrownBy(() -> rows(session, "SELECT x::" + type + column))
              .isInstanceOf(HeddleException.class)
              .hasMessageContaining(LARGEST)
              .hasMessageContaining(type);
          assertThat(rows(session, "SELECT try_cast(x AS " + type + ")" + column))
              .containsExactly(List.of("null"));
        }
        assertThatThrownBy(() -> rows(session, "SELECT x // (y - y)" + column))
            .hasMessageContaining("by zero");
        assertThatThrownBy(
                () ->
                    rows(session, "SELECT sum(x) FROM (SELECT unnest([x, x]) AS x" + column + ")"))
            .isInstanceOf(HeddleException.class)
            .hasMessageContaining("HUGEINT");
      }
    }
    try (Session session = Heddle.local(SessionOptions.defaults())) {
      assertThatThrownBy(() -> session.sql("SELECT 170141183460469231731687303715884105728"))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("HUGEINT");
    }
  }
}
