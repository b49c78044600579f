package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.catalogue.ScalarFunction;

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

  /** Returns the last day of the month. */
  default Expr lastDay() {
    return call(ScalarFunction.LAST_DAY);
  }
}
