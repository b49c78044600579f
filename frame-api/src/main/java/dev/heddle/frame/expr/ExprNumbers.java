package dev.heddle.frame.expr;

/**
 * Arithmetic on expressions; part of {@link Expr}. Exact results outside of their type are errors,
 * never wrapped.
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
  default Expr plus(long value) {
    return plus(Literals.whole(value));
  }

  /** Returns the sum. */
  default Expr plus(double value) {
    return plus(Functions.lit(value));
  }

  /** Returns the difference; of two dates, days; of two timestamps, an interval. */
  default Expr minus(Expr other) {
    return call(ScalarFunction.SUBTRACT, other);
  }

  /** Returns the difference. */
  default Expr minus(long value) {
    return minus(Literals.whole(value));
  }

  /** Returns the difference. */
  default Expr minus(double value) {
    return minus(Functions.lit(value));
  }

  /** Returns the product. */
  default Expr times(Expr other) {
    return call(ScalarFunction.MULTIPLY, other);
  }

  /** Returns the product. */
  default Expr times(long value) {
    return times(Literals.whole(value));
  }

  /** Returns the product. */
  default Expr times(double value) {
    return times(Functions.lit(value));
  }

  /**
   * Returns the quotient; of integers, a DOUBLE (SQL's {@code /} cuts it to an integer), which is
   * infinite or NaN for a divisor of 0. Decimals keep their exact type, where dividing by 0 is an
   * error.
   */
  default Expr div(Expr other) {
    return call(ScalarFunction.TRUE_DIVIDE, other);
  }

  /** Returns the quotient; of an integer, a DOUBLE. */
  default Expr div(long value) {
    return div(Literals.whole(value));
  }

  /** Returns the quotient. */
  default Expr div(double value) {
    return div(Functions.lit(value));
  }

  /** Returns the quotient rounded towards negative infinity. */
  default Expr floorDiv(Expr other) {
    return call(ScalarFunction.FLOOR_DIVIDE, other);
  }

  /** Returns the quotient rounded towards negative infinity. */
  default Expr floorDiv(long value) {
    return floorDiv(Literals.whole(value));
  }

  /** Returns the remainder; it has the sign of this value. */
  default Expr mod(Expr other) {
    return call(ScalarFunction.MODULO, other);
  }

  /** Returns the remainder; it has the sign of this value. */
  default Expr mod(long value) {
    return mod(Literals.whole(value));
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

  /** Returns the smallest whole number that is not below this. */
  default Expr ceil() {
    return call(ScalarFunction.CEIL);
  }

  /** Returns the largest whole number that is not above this. */
  default Expr floor() {
    return call(ScalarFunction.FLOOR);
  }

  /** Returns the nearest whole number, half away from zero. */
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
  default Expr power(double exponent) {
    return power(Functions.lit(exponent));
  }
}
