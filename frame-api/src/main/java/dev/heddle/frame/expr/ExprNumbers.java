package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic on expressions; part of {@link Expr}. Exact results outside of their type are errors,
 * never wrapped. The other side may be a Java value that {@link Functions#lit(Comparable)} takes; a
 * null is SQL's.
 */
public sealed interface ExprNumbers permits Expr {
  private Expr call(ScalarFunction function, Expr... others) {
    return ExprCalls.on((Expr) this, function, others);
  }

  /** Returns the sum; also of a date or timestamp and an interval. */
  default Expr plus(Expr other) {
    return call(ScalarFunction.ADD, other);
  }

  /** Returns the sum. */
  default Expr plus(@Nullable Number value) {
    return plus(Literals.of(value));
  }

  /** Returns the sum, with a duration or period. */
  default Expr plus(@Nullable TemporalAmount value) {
    return plus(Literals.of(value));
  }

  /** Returns the sum, with a date, time or timestamp. */
  default Expr plus(@Nullable Temporal value) {
    return plus(Literals.of(value));
  }

  /** Returns the sum; null if there is no value. */
  default Expr plus(Optional<?> value) {
    return plus(Literals.of(requireNonNull(value, "value is null")));
  }

  /** Returns the difference; of two dates, days; of two timestamps, an interval. */
  default Expr minus(Expr other) {
    return call(ScalarFunction.SUBTRACT, other);
  }

  /** Returns the difference. */
  default Expr minus(@Nullable Number value) {
    return minus(Literals.of(value));
  }

  /** Returns the difference, with a duration or period. */
  default Expr minus(@Nullable TemporalAmount value) {
    return minus(Literals.of(value));
  }

  /** Returns the difference, with a date, time or timestamp. */
  default Expr minus(@Nullable Temporal value) {
    return minus(Literals.of(value));
  }

  /** Returns the difference; null if there is no value. */
  default Expr minus(Optional<?> value) {
    return minus(Literals.of(requireNonNull(value, "value is null")));
  }

  /** Returns the product. */
  default Expr times(Expr other) {
    return call(ScalarFunction.MULTIPLY, other);
  }

  /** Returns the product. */
  default Expr times(@Nullable Number value) {
    return times(Literals.of(value));
  }

  /** Returns the product; null if there is no value. */
  default Expr times(Optional<?> value) {
    return times(Literals.of(requireNonNull(value, "value is null")));
  }

  /**
   * Returns the quotient; of integers, a DOUBLE (SQL's {@code /} cuts it to an integer), which is
   * infinite or NaN for a divisor of 0. Decimals keep their exact type, where dividing by 0 is an
   * error.
   */
  default Expr div(Expr other) {
    return call(ScalarFunction.TRUE_DIVIDE, other);
  }

  /** Returns the quotient. */
  default Expr div(@Nullable Number value) {
    return div(Literals.of(value));
  }

  /** Returns the quotient; null if there is no value. */
  default Expr div(Optional<?> value) {
    return div(Literals.of(requireNonNull(value, "value is null")));
  }

  /** Returns the quotient rounded towards negative infinity. */
  default Expr floorDiv(Expr other) {
    return call(ScalarFunction.FLOOR_DIVIDE, other);
  }

  /** Returns the quotient rounded towards negative infinity. */
  default Expr floorDiv(@Nullable Number value) {
    return floorDiv(Literals.of(value));
  }

  /** Returns the quotient rounded towards negative infinity; null if there is no value. */
  default Expr floorDiv(Optional<?> value) {
    return floorDiv(Literals.of(requireNonNull(value, "value is null")));
  }

  /** Returns the remainder; it has the sign of this value. */
  default Expr mod(Expr other) {
    return call(ScalarFunction.MODULO, other);
  }

  /** Returns the remainder; it has the sign of this value. */
  default Expr mod(@Nullable Number value) {
    return mod(Literals.of(value));
  }

  /** Returns the remainder; it has the sign of this value; null if there is no value. */
  default Expr mod(Optional<?> value) {
    return mod(Literals.of(requireNonNull(value, "value is null")));
  }

  /** Returns the value with the other sign. */
  default Expr negate() {
    return call(ScalarFunction.NEGATE);
  }

  /** Returns whether this is NaN. */
  default Expr isNan() {
    return call(ScalarFunction.IS_NAN);
  }

  /** Returns the absolute value. */
  default Expr abs() {
    return call(ScalarFunction.ABS);
  }

  /** Returns -1, 0 or 1. */
  default Expr sign() {
    return call(ScalarFunction.SIGN);
  }

  /** Returns the smallest integer that is not below this. */
  default Expr ceil() {
    return call(ScalarFunction.CEIL);
  }

  /** Returns the largest integer that is not above this. */
  default Expr floor() {
    return call(ScalarFunction.FLOOR);
  }

  /** Returns the nearest integer, half away from zero. */
  default Expr round() {
    return call(ScalarFunction.ROUND);
  }

  /**
   * Returns this rounded to digits behind the point (before it, if negative), half away from zero.
   */
  default Expr round(int digits) {
    return call(ScalarFunction.ROUND, Functions.lit(digits));
  }

  /** Returns this cut to digits behind the point (before it, if negative). */
  default Expr truncate(int digits) {
    return call(ScalarFunction.TRUNC, Functions.lit(digits));
  }

  /** Returns the square root; NaN below zero. */
  default Expr sqrt() {
    return call(ScalarFunction.SQRT);
  }

  /** Returns e to this. */
  default Expr exp() {
    return call(ScalarFunction.EXP);
  }

  /** Returns the natural logarithm. */
  default Expr ln() {
    return call(ScalarFunction.LN);
  }

  /** Returns the logarithm to base 10. */
  default Expr log10() {
    return call(ScalarFunction.LOG10);
  }

  /** Returns this to a power, as a DOUBLE. */
  default Expr power(Expr exponent) {
    return call(ScalarFunction.POWER, exponent);
  }

  /** Returns this to a power, as a DOUBLE. */
  default Expr power(@Nullable Number exponent) {
    return power(Literals.of(exponent));
  }
}
