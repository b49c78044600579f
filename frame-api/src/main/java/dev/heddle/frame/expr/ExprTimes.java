package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import java.time.LocalDate;
import java.time.temporal.TemporalAmount;

/**
 * Functions of dates, times and timestamps on expressions; part of {@link Expr}.
 *
 * <p>Parts of a timestamp with zone are those of its local time in the session's zone.
 */
public sealed interface ExprTimes permits Expr {
  private Expr call(ScalarFunction function, Expr... others) {
    return ExprCalls.on((Expr) this, function, others);
  }

  /** Returns the year. */
  default Expr year() {
    return call(ScalarFunction.YEAR);
  }

  /** Returns the quarter, 1 to 4. */
  default Expr quarter() {
    return call(ScalarFunction.QUARTER);
  }

  /** Returns the month, 1 to 12. */
  default Expr month() {
    return call(ScalarFunction.MONTH);
  }

  /** Returns the ISO week, 1 to 53. */
  default Expr week() {
    return call(ScalarFunction.WEEK);
  }

  /** Returns the day of the month. */
  default Expr day() {
    return call(ScalarFunction.DAY);
  }

  /** Returns 0 for Sunday to 6 for Saturday. */
  default Expr dayOfWeek() {
    return call(ScalarFunction.DAY_OF_WEEK);
  }

  /** Returns the day of the year, 1 to 366. */
  default Expr dayOfYear() {
    return call(ScalarFunction.DAY_OF_YEAR);
  }

  /** Returns the hour, 0 to 23. */
  default Expr hour() {
    return call(ScalarFunction.HOUR);
  }

  /** Returns the minute, 0 to 59. */
  default Expr minute() {
    return call(ScalarFunction.MINUTE);
  }

  /** Returns the second, 0 to 59, without fraction. */
  default Expr second() {
    return call(ScalarFunction.SECOND);
  }

  /** Returns the milliseconds of the minute, 0 to 59,999. */
  default Expr millisecond() {
    return call(ScalarFunction.MILLISECOND);
  }

  /** Returns the microseconds of the minute, 0 to 59,999,999. */
  default Expr microsecond() {
    return call(ScalarFunction.MICROSECOND);
  }

  /** Returns the seconds since 1970-01-01 with fraction. */
  default Expr epoch() {
    return call(ScalarFunction.EPOCH);
  }

  /** Returns the start of the unit that contains this; the type stays. */
  default Expr truncateTo(DateUnit unit) {
    return Expr.Call.of(
        ScalarFunction.DATE_TRUNC,
        Functions.lit(requireNonNull(unit, "unit is null").sqlName()),
        (Expr) this);
  }

  /** Returns whether the year has 366 days. */
  default Expr isLeapYear() {
    return Functions.call("is_leap_year", (Expr) this);
  }

  /** Returns the year that the ISO week belongs to. */
  default Expr isoYear() {
    return Functions.call("isoyear", (Expr) this);
  }

  /** Returns the century: 2000 is of the 20th, 2001 of the 21st. */
  default Expr century() {
    return Functions.call("century", (Expr) this);
  }

  /** Returns the millennium: 2000 is of the second, 2001 of the third. */
  default Expr millennium() {
    return Functions.call("millennium", (Expr) this);
  }

  /** Returns whether this is a day from Monday to Friday and none of the holidays. */
  default Expr isBusinessDay(LocalDate... holidays) {
    return Functions.call("is_business_day", (Expr) this, dates(holidays));
  }

  /**
   * Returns the n-th business day after this date, or before it if n is negative; an error of a
   * weekend or holiday.
   */
  default Expr plusBusinessDays(int n, LocalDate... holidays) {
    return Functions.call("add_business_days", (Expr) this, Functions.lit(n), dates(holidays));
  }

  private static Expr dates(LocalDate... dates) {
    return Functions.list(
        Arguments.all(dates, "dates").stream().map(Functions::lit).toArray(Expr[]::new));
  }

  /** Returns the start of the stretch of a width, or of the next one, whichever is nearer. */
  default Expr roundTo(TemporalAmount width) {
    return Functions.call("time_round", Literals.of(width), (Expr) this);
  }

  /** Returns the timestamp of this date at a time of day. */
  default Expr atTime(Expr time) {
    return Functions.call("make_timestamp", (Expr) this, time);
  }

  /**
   * Returns what clocks show in a zone at a timestamp with zone; of one without, the moment when
   * they show it.
   */
  default Expr atZone(String zone) {
    return Expr.Call.of(ScalarFunction.TIMEZONE, Functions.lit(zone), (Expr) this);
  }

  /** Returns the last day of the month. */
  default Expr lastDay() {
    return call(ScalarFunction.LAST_DAY);
  }
}
