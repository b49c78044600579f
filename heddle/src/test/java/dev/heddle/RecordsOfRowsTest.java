package dev.heddle;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Records and rows of results take every class that fits a column, and name what does not fit. */
class RecordsOfRowsTest {
  private static Session session;

  record Total(long n) {}

  record Key(int k) {}

  record Tiny(byte k) {}

  record Exact(double k) {}

  record Inner(int x, Optional<String> name) {}

  record Everything(
      Optional<Long> some,
      Optional<Integer> none,
      OptionalLong count,
      UUID id,
      Duration span,
      Period months,
      DayOfWeek day,
      BigInteger large,
      char letter,
      OffsetDateTime point,
      List<Optional<Integer>> items,
      Set<DayOfWeek> days,
      int[] numbers,
      String[] texts,
      Map<String, Inner> inners,
      Inner inner) {}

  record Itself(int x, List<Itself> more) {}

  record Checked(int n) {
    Checked {
      if (n < 0) {
        throw new IllegalArgumentException("n is negative");
      }
    }
  }

  @BeforeAll
  static void open() {
    session = Heddle.local();
  }

  @AfterAll
  static void close() {
    session.close();
  }

  @Test
  void sumsOfIntegersFitALong() {
    DataFrame sum = session.sql("select sum(x) as n from (values (cast(5 as bigint)), (6)) t(x)");
    assertThat(sum.rows(Total.class)).containsExactly(new Total(11));
    try (QueryResult result = sum.collect()) {
      assertThat(result.iterator().next().longValue("n")).isEqualTo(11);
    }
    DataFrame large =
        session.sql("select sum(x) as n from (values (9223372036854775807), (1)) t(x)");
    assertThatThrownBy(() -> large.rows(Total.class))
        .isInstanceOf(HeddleException.class)
        .hasMessage(
            "Cannot read row 0 as Total: column \"n\" is DECIMAL(38, 0), component n a long, and"
                + " 9223372036854775808 is no BIGINT");
    assertThatThrownBy(() -> session.sql("select 1.50 as n").rows(Total.class))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("component n is a long, column \"n\" is DECIMAL(3, 2)");
  }

  @Test
  void widerKeysFitWhereEachValueDoes() {
    DataFrame keys = session.sql("select k from (values (cast(5 as bigint)), (300)) t(k)");
    assertThat(keys.rows(Key.class)).containsExactly(new Key(5), new Key(300));
    assertThat(keys.rows(Exact.class)).containsExactly(new Exact(5), new Exact(300));
    assertThatThrownBy(() -> keys.sort("k").rows(Tiny.class))
        .hasMessage(
            "Cannot read row 1 as Tiny: column \"k\" is BIGINT, component k a byte, and 300 is no"
                + " TINYINT");
    assertThatThrownBy(() -> session.sql("select 9007199254740993 as k").rows(Exact.class))
        .hasMessageEndingWith("9007199254740993 is no exact DOUBLE");
  }

  private static Everything everything() {
    return new Everything(
        Optional.of(5L),
        Optional.empty(),
        OptionalLong.of(7),
        new UUID(1, 2),
        Duration.ofSeconds(90, 5_000),
        Period.of(1, 2, 3),
        DayOfWeek.FRIDAY,
        BigInteger.TEN.pow(30),
        'x',
        OffsetDateTime.parse("2024-01-02T03:04:05.000006Z"),
        List.of(Optional.of(1), Optional.empty()),
        Set.of(DayOfWeek.MONDAY),
        new int[] {1, 2},
        new String[] {"a", "b"},
        Map.of("k", new Inner(1, Optional.of("n"))),
        new Inner(2, Optional.empty()));
  }

  @Test
  void recordsOfEveryClassComeBack() {
    DataFrame frame = session.from(List.of(everything()));
    assertThat(frame.schema().toString())
        .contains("some BIGINT", "id UUID", "span INTERVAL", "large HUGEINT")
        .contains("numbers INTEGER[]", "inner STRUCT(x INTEGER, name VARCHAR)");
    Everything read = frame.rows(Everything.class).getFirst();
    assertThat(read).usingRecursiveComparison().ignoringFields("months").isEqualTo(everything());
    assertThat(read.months().toTotalMonths()).isEqualTo(14);
  }

  @Test
  void whatFitsNoRecordIsATypedError() {
    assertThatThrownBy(() -> session.from(Itself.class, List.of()))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("Itself: the record contains itself");
    assertThatThrownBy(() -> session.sql("select -1 as n").rows(Checked.class))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE))
        .hasMessageContaining("its constructor failed")
        .hasCauseInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> row("select 'FRYDAY' as d", r -> r.enumValue("d", DayOfWeek.class)))
        .hasMessage("Cannot read column \"d\": \"FRYDAY\" is no constant of DayOfWeek");
    assertThatThrownBy(() -> row("select 'x' as d", r -> r.uuid("d")))
        .hasMessage("Cannot read column \"d\": \"x\" is no UUID");
  }

  private interface Reading {
    Object read(Row row);
  }

  private static Object row(String query, Reading reading) {
    try (QueryResult result = session.sql(query).collect()) {
      return reading.read(result.iterator().next());
    }
  }

  @Test
  void rowsHaveAccessorsOfEveryType() {
    String query =
        """
        select true as b, cast(5 as bigint) as i, 1.5e0 as f, 2.50 as d,
          cast(12345678901234567890 as decimal(38, 0)) as large, 'FRIDAY' as t,
          '00000000-0000-0001-0000-000000000002' as u, X'0102' as raw, date '2024-01-02' as on_day,
          time '10:20:30' as clock, timestamp '2024-01-02 10:20:30' as local_at,
          timestamptz '2024-01-02 10:20:30+00' as point, interval '1 day 2 seconds' as span,
          [1, null] as items, {'x': 1, 'name': null} as pair, map {'k': 1} as entries
        """;
    try (QueryResult result = session.sql(query).collect()) {
      Row row = result.iterator().next();
      assertThat(row.booleanValue("b")).isTrue();
      assertThat(row.byteValue("i")).isEqualTo((byte) 5);
      assertThat(row.shortValue("i")).isEqualTo((short) 5);
      assertThat(row.intValue("i")).isEqualTo(5);
      assertThat(row.floatValue("f")).isEqualTo(1.5f);
      assertThat(row.decimalValue("d")).isEqualByComparingTo("2.5");
      assertThat(row.bigIntegerValue("large")).isEqualTo("12345678901234567890");
      assertThat(row.enumValue("t", DayOfWeek.class)).isEqualTo(DayOfWeek.FRIDAY);
      assertThat(row.uuid("u")).isEqualTo(new UUID(1, 2));
      assertThat(row.bytes("raw")).containsExactly(1, 2);
      assertThat(row.date("on_day")).isEqualTo(LocalDate.of(2024, 1, 2));
      assertThat(row.time("clock")).isEqualTo(LocalTime.of(10, 20, 30));
      assertThat(row.timestamp("local_at")).isEqualTo(LocalDateTime.of(2024, 1, 2, 10, 20, 30));
      assertThat(row.instant("point")).isEqualTo(Instant.parse("2024-01-02T10:20:30Z"));
      assertThat(row.interval("span").days()).isEqualTo(1);
      assertThat(row.duration("span")).isEqualTo(Duration.ofDays(1).plusSeconds(2));
      assertThat(row.list("items")).containsExactly(1, null);
      assertThat(row.struct("pair")).containsEntry("x", 1).containsEntry("name", null);
      assertThat(row.map("entries")).containsEntry("k", 1);
      assertThat(row.value("pair", Inner.class)).isEqualTo(new Inner(1, Optional.empty()));
      assertThat(row.value("i", Integer.class)).isEqualTo(5);
      assertThatThrownBy(() -> row.longValue("d"))
          .isInstanceOf(AnalysisException.class)
          .hasMessage("Cannot read column \"d\" as an integer: it is DECIMAL(3, 2)");
      assertThatThrownBy(() -> row.value("t", Integer.class))
          .hasMessage("Cannot read column \"t\" as a Integer: it is VARCHAR");
      assertThatThrownBy(() -> row.longValue("large"))
          .hasMessage("Cannot read column \"large\": 12345678901234567890 is no BIGINT");
    }
  }

  @Test
  void timesOutsideOfTheDayNameTheirColumn() {
    LongColumn negative = new LongColumn(DataType.TIME, -1_000_000);
    Schema schema = Schema.of(Field.of("t", DataType.TIME));
    try (QueryResult result = negative.result(schema)) {
      Row row = result.iterator().next();
      for (Reading reading : List.<Reading>of(r -> r.value(0), r -> r.time("t"), Row::toString)) {
        assertThatThrownBy(() -> reading.read(row))
            .isInstanceOf(HeddleException.class)
            .hasMessageStartingWith("Cannot read column \"t\": the time -1000000 (microseconds");
      }
      assertThatThrownBy(() -> negative.value(0))
          .isInstanceOf(HeddleException.class)
          .hasMessageStartingWith("Cannot read row 0 of a TIME column: the time -1000000");
    }
  }

  @Test
  void datesOfFarYearsComeAndGo() {
    record Far(LocalDate day) {}
    List<Far> rows = List.of(new Far(LocalDate.of(12_000, 1, 1)), new Far(LocalDate.of(-5, 1, 1)));
    assertThat(session.from(rows).rows(Far.class)).isEqualTo(rows);
    DataFrame late = session.from(rows).filter(col("day").gtEq(LocalDate.of(12_000, 1, 1)));
    assertThat(late.rows(Far.class)).containsExactly(rows.getFirst());
    assertThatThrownBy(() -> lit(new BigDecimal("1E+1000000000")))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("it has more than 38 digits");
  }
}
