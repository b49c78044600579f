package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Casts to timestamps of few digits round; columns that could not keep so few are refused. */
class TimestampPrecisionTest {
  private static final Session SESSION = Heddle.local();

  @AfterAll
  static void close() {
    SESSION.close();
  }

  private static List<String> row(String sql) {
    try (QueryResult result = SESSION.sql(sql).collect()) {
      Row row = result.iterator().next();
      return IntStream.range(0, row.schema().size())
          .mapToObj(i -> String.valueOf(row.value(i)))
          .toList();
    }
  }

  @Test
  void castsRoundToTheDigits() {
    String text = "'2016-02-26 19:06:00.123456'";
    assertThat(
            row(
                "select cast(%1$s as timestamp(0)), cast(%1$s as timestamp(1)), %1$s::timestamp(3), cast(%1$s as datetime(5)), try_cast(%1$s as timestamp(6))"
                    .formatted(text)))
        .containsExactly(
            "2016-02-26T19:06",
            "2016-02-26T19:06:00.100",
            "2016-02-26T19:06:00.123",
            "2016-02-26T19:06:00.123460",
            "2016-02-26T19:06:00.123456");
    assertThat(
            row(
                "select cast(x as timestamp_s), cast(x as timestamp_ms), cast(x as timestamp_us),"
                    + " timestamp_ms '2024-01-01 00:00:00.0006', timestamp(0) '2024-12-31"
                    + " 23:59:59.5' from (values (timestamp '1960-01-02 03:04:05.678901')) as"
                    + " t(x)"))
        .containsExactly(
            "1960-01-02T03:04:06",
            "1960-01-02T03:04:05.679",
            "1960-01-02T03:04:05.678901",
            "2024-01-01T00:00:00.001",
            "2025-01-01T00:00");
    assertThat(row("select try_cast('x' as timestamp(2)), cast(null as timestamp_s)"))
        .containsExactly("null", "null");
  }

  @Test
  void columnsAndPartsThatWouldLoseThePrecisionAreRefused() {
    for (String sql :
        List.of(
            "create table t (a timestamp(3))",
            "create table t (a timestamp_s)",
            "select ['2024-01-01']::timestamp(0)[]")) {
      assertThatThrownBy(() -> SESSION.execute(sql))
          .as(sql)
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("columns and parts of types keep 6 or 9 digits")
          .hasMessageContaining("CAST(x AS TIMESTAMP(");
    }
  }
}
