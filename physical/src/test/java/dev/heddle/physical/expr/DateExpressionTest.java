package dev.heddle.physical.expr;

import static dev.heddle.physical.expr.Exprs.call;
import static dev.heddle.physical.expr.Exprs.cast;
import static dev.heddle.physical.expr.Exprs.col;
import static dev.heddle.physical.expr.Exprs.int64;
import static dev.heddle.physical.expr.Exprs.interval;
import static dev.heddle.physical.expr.Exprs.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.Effort;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DateExpressionTest {
  private static final DataType NANOS = new DataType.Timestamp(TimestampUnit.NANOS, false);
  private static final List<DataType> TYPES =
      List.of(
          DataType.DATE,
          DataType.DATE,
          DataType.TIMESTAMP,
          DataType.TIMESTAMP,
          DataType.TIME,
          DataType.INTERVAL,
          NANOS,
          DataType.TIMESTAMP_TZ);
  private static final PhysicalExpr DAY = col(0, DataType.DATE);
  private static final PhysicalExpr OTHER_DAY = col(1, DataType.DATE);
  private static final PhysicalExpr MOMENT = col(2, DataType.TIMESTAMP);
  private static final PhysicalExpr OTHER_MOMENT = col(3, DataType.TIMESTAMP);
  private static final PhysicalExpr CLOCK = col(4, DataType.TIME);
  private static final PhysicalExpr SPAN = col(5, DataType.INTERVAL);
  private static final PhysicalExpr FINE = col(6, NANOS);
  private static final PhysicalExpr POINT = col(7, DataType.TIMESTAMP_TZ);

  private interface Checks {
    void run(ExpressionTester tester);
  }

  private static void forSeeds(Checks checks) {
    for (long seed = 1; seed <= Effort.of(4, 2); seed++) {
      try (ExpressionTester tester = new ExpressionTester(seed, TYPES, 100)) {
        checks.run(tester);
      }
    }
  }

  @Test
  void readsPartsOfDatesAndTimes() {
    Map<ScalarFunction, String> days =
        Map.of(
            ScalarFunction.YEAR, "year",
            ScalarFunction.QUARTER, "quarter",
            ScalarFunction.MONTH, "month",
            ScalarFunction.WEEK, "week",
            ScalarFunction.DAY, "day",
            ScalarFunction.DAY_OF_WEEK, "dow",
            ScalarFunction.ISO_DAY_OF_WEEK, "isodow",
            ScalarFunction.DAY_OF_YEAR, "doy");
    Map<ScalarFunction, String> times =
        Map.of(
            ScalarFunction.HOUR, "hour",
            ScalarFunction.MINUTE, "minute",
            ScalarFunction.SECOND, "second",
            ScalarFunction.MILLISECOND, "millisecond",
            ScalarFunction.MICROSECOND, "microsecond");
    forSeeds(
        t -> {
          days.forEach(
              (function, name) -> {
                t.check(call(function, DAY), "date_part('" + name + "', c0)");
                t.check(call(function, MOMENT), "date_part('" + name + "', c2)");
                // DuckDB cuts nanoseconds before 1970 towards zero.
                t.check(
                    Exprs.caseWhen(
                        call(ScalarFunction.GT_EQ, FINE, Exprs.whole(0, NANOS)),
                        call(function, FINE),
                        Exprs.nullOf(DataType.INT64)),
                    "CASE WHEN c6 >= TIMESTAMP_NS '1970-01-01' THEN date_part('"
                        + name
                        + "', c6::TIMESTAMP) END");
                t.check(call(function, POINT), "date_part('" + name + "', c7)");
              });
          times.forEach(
              (function, name) -> {
                t.check(call(function, CLOCK), "date_part('" + name + "', c4)");
                t.check(call(function, MOMENT), "date_part('" + name + "', c2)");
                t.check(call(function, POINT), "date_part('" + name + "', c7)");
              });
          t.check(call(ScalarFunction.EPOCH, DAY), "epoch(c0)");
          t.check(call(ScalarFunction.EPOCH, MOMENT), "epoch(c2)");
          t.check(call(ScalarFunction.EPOCH, CLOCK), "epoch(c4)");
          t.check(call(ScalarFunction.LAST_DAY, DAY), "last_day(c0)");
          t.check(call(ScalarFunction.LAST_DAY, MOMENT), "last_day(c2)");
        });
  }

  @Test
  void truncatesAndCountsUnits() {
    List<String> units =
        List.of(
            "decade",
            "year",
            "quarter",
            "month",
            "week",
            "day",
            "hour",
            "minute",
            "second",
            "millisecond");
    forSeeds(
        t -> {
          for (String unit : units) {
            String quoted = "'" + unit + "'";
            t.check(
                call(ScalarFunction.DATE_TRUNC, text(unit), DAY),
                "date_trunc(" + quoted + ", c0)::DATE");
            t.check(
                call(ScalarFunction.DATE_TRUNC, text(unit), MOMENT),
                "date_trunc(" + quoted + ", c2)");
            t.check(
                call(ScalarFunction.DATE_TRUNC, text(unit), POINT),
                "date_trunc(" + quoted + ", c7)");
            t.check(
                call(ScalarFunction.DATE_DIFF, text(unit), DAY, OTHER_DAY),
                "date_diff(" + quoted + ", c0, c1)");
            t.check(
                call(ScalarFunction.DATE_DIFF, text(unit), MOMENT, OTHER_MOMENT),
                "date_diff(" + quoted + ", c2, c3)");
            t.check(
                call(ScalarFunction.FULL_UNITS_BETWEEN, text(unit), DAY, OTHER_DAY),
                "date_sub(" + quoted + ", c0, c1)");
            t.check(
                call(ScalarFunction.FULL_UNITS_BETWEEN, text(unit), MOMENT, OTHER_MOMENT),
                "date_sub(" + quoted + ", c2, c3)");
          }
        });
  }

  @Test
  void movesByIntervals() {
    forSeeds(
        t -> {
          t.check(call(ScalarFunction.ADD, MOMENT, SPAN), "c2 + c5");
          t.check(call(ScalarFunction.SUBTRACT, MOMENT, SPAN), "c2 - c5");
          t.check(call(ScalarFunction.ADD, CLOCK, SPAN), "c4 + c5");
          t.check(call(ScalarFunction.SUBTRACT, CLOCK, SPAN), "c4 - c5");
          t.check(call(ScalarFunction.ADD, SPAN, SPAN), "c5 + c5");
          t.check(call(ScalarFunction.NEGATE, SPAN), "-c5");
          t.check(call(ScalarFunction.MULTIPLY, SPAN, int64(-3)), "c5 * -3");
          t.check(call(ScalarFunction.ADD, DAY, int64(40)), "c0 + 40");
          t.check(call(ScalarFunction.SUBTRACT, DAY, int64(40)), "c0 - 40");
          t.check(call(ScalarFunction.SUBTRACT, DAY, OTHER_DAY), "c0 - c1");
          t.check(call(ScalarFunction.SUBTRACT, MOMENT, OTHER_MOMENT), "c2 - c3");
          for (int months : new int[] {1, -1, 12, 25, -1200}) {
            t.check(
                call(ScalarFunction.ADD, DAY, interval(months, 3, 0)),
                "((c0 + INTERVAL (" + months + ") MONTH) + INTERVAL 3 DAY)::DATE");
          }
          t.check(
              call(
                  ScalarFunction.MAKE_DATE,
                  call(ScalarFunction.YEAR, DAY),
                  call(ScalarFunction.MONTH, OTHER_DAY),
                  call(ScalarFunction.DAY, OTHER_DAY)),
              "make_date(year(c0), month(c1), day(c1))");
        });
  }

  @Test
  void castsBetweenDatesAndTimestamps() {
    forSeeds(
        t -> {
          t.check(cast(DAY, DataType.TIMESTAMP), "c0::TIMESTAMP");
          t.check(cast(DAY, NANOS), "c0::TIMESTAMP_NS");
          t.check(cast(MOMENT, DataType.DATE), "c2::DATE");
          t.check(cast(MOMENT, DataType.TIME), "c2::TIME");
          t.check(cast(MOMENT, NANOS), "c2::TIMESTAMP_NS");
          t.check(cast(MOMENT, DataType.TIMESTAMP_TZ), "c2::TIMESTAMPTZ");
          t.check(cast(POINT, DataType.TIMESTAMP), "c7::TIMESTAMP");
          t.check(cast(POINT, DataType.DATE), "c7::DATE");
        });
  }

  /** Java's own calendar is the twin for a zone that changes its clocks. */
  @Test
  void followsTheZonesClocks() {
    ZoneId zone = ZoneId.of("Europe/Berlin");
    QueryTime time = new QueryTime(0, zone);
    PhysicalExpr point = col(0, DataType.TIMESTAMP_TZ);
    PhysicalExpr local = col(1, DataType.TIMESTAMP);
    List<PhysicalExpr> expressions =
        List.of(
            call(ScalarFunction.HOUR, point),
            cast(point, DataType.TIMESTAMP),
            cast(local, DataType.TIMESTAMP_TZ),
            call(ScalarFunction.DATE_TRUNC, text("month"), point),
            call(ScalarFunction.ADD, point, interval(1, 2, 3_600_000_000L)),
            call(ScalarFunction.WEEK, point),
            cast(point, DataType.DATE));
    Random random = new Random(7);
    int rows = 500;
    long[] micros = new long[rows];
    try (MemoryAccount account = new MemoryLedger(1 << 24).open("zones");
        ColumnBuilder points = new ColumnBuilder(DataType.TIMESTAMP_TZ, account);
        ColumnBuilder locals = new ColumnBuilder(DataType.TIMESTAMP, account);
        Evaluator evaluator = Evaluator.of(expressions, time, account)) {
      for (int i = 0; i < rows; i++) {
        // Around the changes of 2024 every other time, else somewhere from 1900 to 2100.
        micros[i] =
            i % 2 == 0
                ? (1_711_846_800L + random.nextInt(14_400) - 7200) * 1_000_000
                : (random.nextLong(6_300_000_000L) - 2_200_000_000L) * 1_000_000 + 5;
        points.appendLong(micros[i]);
        locals.appendLong(micros[i]);
      }
      Column a = points.build();
      Column b = locals.build();
      Column[] results = evaluator.evaluate(new Column[] {a, b}, rows);
      for (int i = 0; i < rows; i++) {
        Instant instant = Instant.EPOCH.plus(micros[i], ChronoUnit.MICROS);
        ZonedDateTime there = instant.atZone(zone);
        LocalDateTime asLocal = instant.atZone(ZoneOffset.UTC).toLocalDateTime();
        String what = "micros " + micros[i];
        assertThat(results[0].longAt(i)).as(what).isEqualTo(there.getHour());
        assertThat(results[1].longAt(i))
            .as(what)
            .isEqualTo(micros(there.toLocalDateTime().toInstant(ZoneOffset.UTC)));
        assertThat(results[2].longAt(i))
            .as(what)
            .isEqualTo(micros(asLocal.atZone(zone).toInstant()));
        LocalDate first = there.toLocalDate().withDayOfMonth(1);
        assertThat(results[3].longAt(i))
            .as(what)
            .isEqualTo(micros(first.atStartOfDay(zone).toInstant()));
        assertThat(results[4].longAt(i))
            .as(what)
            .isEqualTo(
                micros(
                    there
                        .toLocalDateTime()
                        .plusMonths(1)
                        .plusDays(2)
                        .atZone(zone)
                        .plusHours(1)
                        .toInstant()));
        assertThat(results[5].longAt(i))
            .as(what)
            .isEqualTo(there.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
        assertThat(results[6].longAt(i)).as(what).isEqualTo(there.toLocalDate().toEpochDay());
      }
      for (Column result : results) {
        result.release();
      }
      a.release();
      b.release();
    }
  }

  private static long micros(Instant instant) {
    return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000;
  }
}
