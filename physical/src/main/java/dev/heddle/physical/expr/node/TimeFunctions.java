package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.compare.IntervalOrder;
import dev.heddle.physical.kernel.time.Ages;
import dev.heddle.physical.kernel.time.BusinessDays;
import dev.heddle.physical.kernel.time.Calendar;
import dev.heddle.physical.kernel.time.JavaTimePatterns;
import dev.heddle.physical.kernel.time.MadeTimes;
import dev.heddle.physical.kernel.time.TimeRanges;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What computes the functions of times that are computed value by value. */
public final class TimeFunctions {
  private TimeFunctions() {}

  static RowCallNode.Function of(ValueFunction function, DataType result) {
    return switch (function) {
      case AGE -> row -> Ages.between((LocalDateTime) row[0], (LocalDateTime) row[1]);
      case MONTHS_BETWEEN ->
          row -> {
            LocalDateTime end = (LocalDateTime) row[0];
            LocalDateTime start = (LocalDateTime) row[1];
            boolean isExact = row.length > 2 && !((Boolean) row[2]);
            return isExact ? Ages.months(end, start) : Ages.roundedMonths(end, start);
          };
      case IS_BUSINESS_DAY ->
          row -> new BusinessDays(row.length > 1 ? (List<?>) row[1] : List.of()).has(day(row[0]));
      case ADD_BUSINESS_DAYS ->
          row ->
              new BusinessDays(row.length > 2 ? (List<?>) row[2] : List.of())
                  .after(day(row[0]), (Long) row[1]);
      case NEXT_DAY -> row -> Ages.nextDay((Temporal) row[0], (String) row[1]);
      case NORMALIZED_INTERVAL -> row -> normalized((CalendarInterval) row[0]);
      case UUID_VERSION -> row -> (long) ((UUID) row[0]).version();
      case UUID_TIMESTAMP -> row -> madeAt((UUID) row[0]);
      case MAKE_TIME -> row -> MadeTimes.time((Long) row[0], (Long) row[1], (Double) row[2]);
      case MAKE_TIMESTAMP_US ->
          row -> row[0] instanceof Long micros ? MadeTimes.timestamp(micros, 1_000_000) : row[0];
      case MAKE_TIMESTAMP_MS -> row -> MadeTimes.timestamp((Long) row[0], 1000);
      case MAKE_TIMESTAMP_NS -> row -> MadeTimes.timestamp((Long) row[0], 1_000_000_000);
      case MAKE_DATE_OF_DAYS ->
          row ->
              row[0] instanceof Map<?, ?> parts
                  ? MadeTimes.date(parts.values())
                  : MadeTimes.date((Long) row[0]);
      case TO_TIMESTAMP ->
          row -> row[0] instanceof Double seconds ? MadeTimes.instant(seconds) : row[0];
      case TIME_FROM_MICROS -> row -> MadeTimes.time((Long) row[0]);
      case DATE_FORMAT -> {
        JavaTimePatterns patterns = new JavaTimePatterns();
        yield row -> patterns.format((LocalDateTime) row[0], (String) row[1]);
      }
      case PARSE_TIME -> {
        JavaTimePatterns patterns = new JavaTimePatterns();
        boolean isZoned = ((DataType.Timestamp) result).withZone();
        yield row ->
            isZoned
                ? patterns.instant((String) row[0], (String) row[1])
                : patterns.local((String) row[0], (String) row[1]);
      }
      default -> throw new IllegalStateException("No function of times: " + function);
    };
  }

  /** Counts full days of the time as days, and full 30 days as months, from below. */
  private static CalendarInterval normalized(CalendarInterval interval) {
    long days = IntervalOrder.days(interval);
    return new CalendarInterval(
        Math.toIntExact(Math.floorDiv(days, 30L)),
        (int) Math.floorMod(days, 30L),
        Math.floorMod(interval.micros(), Calendar.MICROS_PER_DAY));
  }

  private static Instant madeAt(UUID uuid) {
    if (uuid.version() != 7) {
      throw Failures.argument(
          "Cannot read when " + uuid + " was made: it is of version " + uuid.version() + ", not 7");
    }
    return Instant.ofEpochMilli(uuid.getMostSignificantBits() >>> 16);
  }

  private static LocalDate day(@Nullable Object date) {
    return (LocalDate) Objects.requireNonNull(date);
  }

  /** Returns the function that makes a list of times from a start to an end by an interval. */
  public static RowCallNode.Function range(ScalarFunction function, ZoneId zone) {
    return function == ScalarFunction.GENERATE_SERIES
        ? row -> TimeRanges.upTo(row[0], row[1], (CalendarInterval) row[2], zone)
        : row -> TimeRanges.before(row[0], row[1], (CalendarInterval) row[2], zone);
  }
}
