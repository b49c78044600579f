package dev.heddle.planner.translate;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.expr.QueryTime;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** The functions that have one value for a whole query, as constants. */
final class QueryTimes {
  private static final long NANOS_PER_MICRO = 1_000;

  private QueryTimes() {}

  static PhysicalExpr.Literal literal(ScalarFunction function, QueryTime time) {
    Instant now = Instant.EPOCH.plus(time.epochMicros(), ChronoUnit.MICROS);
    LocalDateTime local = LocalDateTime.ofInstant(now, time.zone());
    return switch (function) {
      case CURRENT_DATE -> whole(local.toLocalDate().toEpochDay(), DataType.DATE);
      case CURRENT_TIMESTAMP -> whole(time.epochMicros(), DataType.TIMESTAMP_TZ);
      case LOCAL_TIMESTAMP ->
          whole(
              ChronoUnit.MICROS.between(LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC), local),
              DataType.TIMESTAMP);
      case LOCAL_TIME -> whole(local.toLocalTime().toNanoOfDay() / NANOS_PER_MICRO, DataType.TIME);
      default -> throw new IllegalArgumentException("Not stable: " + function);
    };
  }

  private static PhysicalExpr.Literal whole(long value, DataType type) {
    return PhysicalExpr.Literal.of(ScanValue.Whole.of(value), type);
  }
}
