package dev.heddle.physical.expr;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.kernel.number.NumericRange;
import dev.heddle.physical.kernel.time.Infinity;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.Year;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Derives ranges of a column from comparisons of functions that rise with it in steps: the day, the
 * year, the start of a unit of a date or timestamp, an integer as a DOUBLE.
 *
 * <p>Without a zone the ranges are exact. With one, local time is at most 18 hours away from UTC,
 * so that wider ranges are implied whatever the zone is.
 */
final class SteppedComparisons {
  private static final long SECONDS_PER_DAY = 86_400;
  private static final long FARTHEST_ZONE_SECONDS = 18 * 3600;
  private static final double EXACT_DOUBLES = 1L << 53; // integers below are all DOUBLEs

  private SteppedComparisons() {}

  /** Values of a column that a function takes to one result: from one up to another. */
  private record Step(PhysicalExpr.ColumnRef column, BigInteger from, BigInteger to) {}

  static Optional<PruningForm> of(
      NumericRange.Operator operator, PhysicalExpr left, PhysicalExpr right) {
    if (left instanceof PhysicalExpr.Literal && !(right instanceof PhysicalExpr.Literal)) {
      return of(operator.swapped(), right, left);
    }
    if (!(right instanceof PhysicalExpr.Literal literal) || literal.value().isEmpty()) {
      return Optional.empty();
    }
    return switch (literal.value().get()) {
      case ScanValue.Floating(double number) -> ofDouble(operator, left, number);
      case ScanValue.Whole(BigInteger whole) -> ofTime(operator, left, whole);
      case ScanValue.Truth _, ScanValue.Bytes _, ScanValue.Span _ -> Optional.empty();
    };
  }

  private static Optional<PruningForm> ofTime(
      NumericRange.Operator operator, PhysicalExpr left, BigInteger constant) {
    if (left instanceof PhysicalExpr.Call call
        && call.function() == ScalarFunction.DATE_TRUNC
        && call.arguments().get(1) instanceof PhysicalExpr.ColumnRef column) {
      return ofUnit(operator, call.arguments().get(0), column, constant);
    }
    Optional<Step> found = step(left, constant);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Step step = found.get();
    boolean withZone = step.column().type() instanceof DataType.Timestamp type && type.withZone();
    BigInteger slack =
        withZone ? units(step.column().type(), FARTHEST_ZONE_SECONDS) : BigInteger.ZERO;
    Step wide = new Step(step.column(), step.from().subtract(slack), step.to().add(slack));
    if (!fits(wide)) {
      return Optional.of(PruningForm.none("the constant is beyond the column's range"));
    }
    if (!withZone) {
      PruningPredicate exact = range(operator, wide, true);
      return Optional.of(
          PruningForm.exact(
              left instanceof PhysicalExpr.Call
                  ? new PruningPredicate.AllOf(List.of(exact, finite(step.column())))
                  : exact));
    }
    return Optional.of(
        operator == NumericRange.Operator.NOT_EQUAL
            ? PruningForm.none("bounds know no zone")
            : PruningForm.implied(range(operator, wide, false), "bounds know no zone"));
  }

  /** Returns where a column is finite: the year of what is not is null. */
  private static PruningPredicate finite(PhysicalExpr.ColumnRef column) {
    BigInteger end =
        BigInteger.valueOf(column.type() instanceof DataType.Date ? Infinity.DAY : Infinity.MOMENT);
    return new PruningPredicate.AllOf(
        List.of(
            compare(column.index(), NumericRange.Operator.LESS, end),
            compare(column.index(), NumericRange.Operator.GREATER, end.negate())));
  }

  /** The year or day of a constant, as the range of the column. */
  private static Optional<Step> step(PhysicalExpr left, BigInteger constant) {
    if (left instanceof PhysicalExpr.Cast cast
        && cast.type() instanceof DataType.Date
        && cast.input() instanceof PhysicalExpr.ColumnRef column
        && column.type() instanceof DataType.Timestamp type) {
      return Optional.of(
          new Step(
              column, startOfDay(constant, type), startOfDay(constant.add(BigInteger.ONE), type)));
    }
    if (left instanceof PhysicalExpr.Call call
        && call.function() == ScalarFunction.YEAR
        && call.arguments().getFirst() instanceof PhysicalExpr.ColumnRef column
        && (column.type() instanceof DataType.Timestamp || column.type() instanceof DataType.Date)
        && constant.bitLength() < Integer.SIZE - 1
        && Math.abs(constant.intValue()) < Year.MAX_VALUE) {
      int year = constant.intValue();
      return Optional.of(
          new Step(column, startOf(year, column.type()), startOf(year + 1, column.type())));
    }
    return Optional.empty();
  }

  /** Returns the first moment of a day: nanoseconds are rounded, halves away from 1970. */
  private static BigInteger startOfDay(BigInteger day, DataType.Timestamp type) {
    BigInteger start = day.multiply(units(type, SECONDS_PER_DAY));
    if (type.unit() != TimestampUnit.NANOS) {
      return start;
    }
    return start.subtract(BigInteger.valueOf(day.signum() > 0 ? 500 : 499));
  }

  private static BigInteger startOf(int year, DataType type) {
    return BigInteger.valueOf(LocalDate.of(year, 1, 1).toEpochDay())
        .multiply(units(type, SECONDS_PER_DAY));
  }

  /** Returns seconds in the unit of a timestamp; days for dates. */
  private static BigInteger units(DataType type, long seconds) {
    return type instanceof DataType.Timestamp timestamp
        ? BigInteger.valueOf(seconds).multiply(BigInteger.valueOf(timestamp.unit().perSecond()))
        : BigInteger.valueOf(Math.ceilDiv(seconds, SECONDS_PER_DAY));
  }

  /**
   * A unit's start is at most the time itself, which is less than the unit's length behind it, an
   * hour or two more where clocks change.
   */
  private static Optional<PruningForm> ofUnit(
      NumericRange.Operator operator,
      PhysicalExpr unit,
      PhysicalExpr.ColumnRef column,
      BigInteger constant) {
    boolean isTime =
        column.type() instanceof DataType.Timestamp || column.type() instanceof DataType.Date;
    if (!isTime
        || !(unit instanceof PhysicalExpr.Literal literal)
        || !(literal.value().orElse(null) instanceof ScanValue.Bytes(byte[] name))) {
      return Optional.empty();
    }
    long days = maxDays(new String(name, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT));
    if (days == 0) {
      return Optional.empty();
    }
    BigInteger length = units(column.type(), (days + 1) * SECONDS_PER_DAY);
    Step step = new Step(column, constant, constant.add(length));
    if (operator == NumericRange.Operator.NOT_EQUAL) {
      return Optional.of(PruningForm.none("bounds do not decide <> a unit's start"));
    }
    return Optional.of(
        fits(step)
            ? PruningForm.implied(
                range(operator, step, false), "bounds decide only within the length of a unit")
            : PruningForm.none("the constant is beyond the column's range"));
  }

  private static long maxDays(String unit) {
    return switch (unit) {
      case "year" -> 366;
      case "quarter" -> 92;
      case "month" -> 31;
      case "week" -> 7;
      case "day", "hour", "minute", "second", "millisecond" -> 1;
      default -> 0;
    };
  }

  private static boolean fits(Step step) {
    int bits = 8 * Layout.of(step.column().type()).byteWidth();
    return step.from().bitLength() < bits && step.to().bitLength() < bits;
  }

  /**
   * Returns where the function's result compares with the step's so.
   *
   * @param step where it may be equal
   * @param isExact whether it is equal there, so that it is below or above elsewhere only
   */
  private static PruningPredicate range(
      NumericRange.Operator operator, Step step, boolean isExact) {
    PruningPredicate atLeast = compare(step, NumericRange.Operator.GREATER_OR_EQUAL, step.from());
    PruningPredicate atMost = compare(step, NumericRange.Operator.LESS, step.to());
    PruningPredicate before =
        isExact ? compare(step, NumericRange.Operator.LESS, step.from()) : atMost;
    PruningPredicate after =
        isExact ? compare(step, NumericRange.Operator.GREATER_OR_EQUAL, step.to()) : atLeast;
    return switch (operator) {
      case EQUAL -> new PruningPredicate.AllOf(List.of(atLeast, atMost));
      case NOT_EQUAL -> new PruningPredicate.AnyOf(List.of(before, after));
      case LESS -> before;
      case LESS_OR_EQUAL -> atMost;
      case GREATER -> after;
      case GREATER_OR_EQUAL -> atLeast;
    };
  }

  private static PruningPredicate compare(
      Step step, NumericRange.Operator operator, BigInteger value) {
    return compare(step.column().index(), operator, value);
  }

  private static PruningPredicate compare(
      int column, NumericRange.Operator operator, BigInteger value) {
    return new PruningPredicate.Compare(
        column, PruningPredicates.operator(operator), new ScanValue.Whole(value));
  }

  /** A large integer is no exact DOUBLE, but stays beyond the constants that are taken here. */
  private static Optional<PruningForm> ofDouble(
      NumericRange.Operator operator, PhysicalExpr left, double number) {
    if (!(left instanceof PhysicalExpr.Cast cast)
        || !(cast.type() instanceof DataType.Float64)
        || !(cast.input() instanceof PhysicalExpr.ColumnRef column)
        || !column.type().isInteger()
        || !(Math.abs(number) < EXACT_DOUBLES)) {
      return Optional.empty();
    }
    BigDecimal exact = new BigDecimal(number);
    BigInteger floor = exact.setScale(0, RoundingMode.FLOOR).toBigInteger();
    BigInteger ceiling = exact.setScale(0, RoundingMode.CEILING).toBigInteger();
    int bits = 8 * Layout.of(column.type()).byteWidth();
    if (floor.bitLength() >= bits || ceiling.bitLength() >= bits) {
      return Optional.of(PruningForm.none("the constant is beyond the column's range"));
    }
    boolean isWhole = floor.equals(ceiling);
    return switch (operator) {
      case EQUAL, NOT_EQUAL ->
          isWhole
              ? Optional.of(PruningForm.exact(compare(column.index(), operator, floor)))
              : Optional.empty();
      case LESS, GREATER_OR_EQUAL ->
          Optional.of(PruningForm.exact(compare(column.index(), operator, ceiling)));
      case LESS_OR_EQUAL, GREATER ->
          Optional.of(PruningForm.exact(compare(column.index(), operator, floor)));
    };
  }
}
