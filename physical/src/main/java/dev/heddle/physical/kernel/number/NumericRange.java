package dev.heddle.physical.kernel.number;

import java.util.Optional;

/**
 * A comparison with a constant as a range, for {@link RangeSelect}.
 *
 * @param low first integer in the range
 * @param high last integer in the range; below {@code low} if the range is empty
 * @param from first floating-point number in the range
 * @param to last floating-point number in the range; NaN is in no range
 * @param negated whether the rows outside of the range are meant
 */
public record NumericRange(long low, long high, double from, double to, boolean negated) {
  /** How a value is compared with the constant. */
  public enum Operator {
    /** Equal. */
    EQUAL,
    /** Not equal. */
    NOT_EQUAL,
    /** Less. */
    LESS,
    /** Less or equal. */
    LESS_OR_EQUAL,
    /** Greater. */
    GREATER,
    /** Greater or equal. */
    GREATER_OR_EQUAL;

    /** Returns the operator that is true where this one is false. */
    public Operator negated() {
      return switch (this) {
        case EQUAL -> NOT_EQUAL;
        case NOT_EQUAL -> EQUAL;
        case LESS -> GREATER_OR_EQUAL;
        case LESS_OR_EQUAL -> GREATER;
        case GREATER -> LESS_OR_EQUAL;
        case GREATER_OR_EQUAL -> LESS;
      };
    }

    /** Returns the operator for swapped sides. */
    public Operator swapped() {
      return switch (this) {
        case EQUAL, NOT_EQUAL -> this;
        case LESS -> GREATER;
        case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
        case GREATER -> LESS;
        case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
      };
    }
  }

  /** Returns the range of some integers. */
  public static NumericRange between(long low, long high) {
    return ofIntegers(low, high, false);
  }

  private static NumericRange ofIntegers(long low, long high, boolean negated) {
    return new NumericRange(low, high, 1, 0, negated);
  }

  private static NumericRange ofDoubles(double from, double to, boolean negated) {
    return new NumericRange(1, 0, from, to, negated);
  }

  /** Returns the integers that compare so with a constant. */
  public static NumericRange of(Operator operator, long constant) {
    return switch (operator) {
      case EQUAL -> ofIntegers(constant, constant, false);
      case NOT_EQUAL -> ofIntegers(constant, constant, true);
      case LESS_OR_EQUAL -> ofIntegers(Long.MIN_VALUE, constant, false);
      case GREATER_OR_EQUAL -> ofIntegers(constant, Long.MAX_VALUE, false);
      case LESS ->
          constant == Long.MIN_VALUE
              ? ofIntegers(1, 0, false)
              : ofIntegers(Long.MIN_VALUE, constant - 1, false);
      case GREATER ->
          constant == Long.MAX_VALUE
              ? ofIntegers(1, 0, false)
              : ofIntegers(constant + 1, Long.MAX_VALUE, false);
    };
  }

  /** Returns the floating-point numbers that compare so with a constant; NaN is above all. */
  public static NumericRange of(Operator operator, double constant) {
    double smallest = Double.NEGATIVE_INFINITY;
    if (Double.isNaN(constant)) {
      return switch (operator) {
        case EQUAL, GREATER_OR_EQUAL -> ofDoubles(smallest, Double.POSITIVE_INFINITY, true);
        case NOT_EQUAL, LESS -> ofDoubles(smallest, Double.POSITIVE_INFINITY, false);
        case LESS_OR_EQUAL -> ofDoubles(1, 0, true);
        case GREATER -> ofDoubles(1, 0, false);
      };
    }
    return switch (operator) {
      case EQUAL -> ofDoubles(constant, constant, false);
      case NOT_EQUAL -> ofDoubles(constant, constant, true);
      case LESS_OR_EQUAL -> ofDoubles(smallest, constant, false);
      case GREATER -> ofDoubles(smallest, constant, true);
      case LESS ->
          constant == smallest
              ? ofDoubles(1, 0, false)
              : ofDoubles(smallest, Math.nextDown(constant), false);
      case GREATER_OR_EQUAL ->
          constant == smallest
              ? ofDoubles(1, 0, true)
              : ofDoubles(smallest, Math.nextDown(constant), true);
    };
  }

  /** Returns the range of the integers in both, if that is one range. */
  public Optional<NumericRange> and(NumericRange other) {
    if (negated || other.negated) {
      return Optional.empty();
    }
    return Optional.of(
        new NumericRange(
            Math.max(low, other.low),
            Math.min(high, other.high),
            Math.max(from, other.from),
            Math.min(to, other.to),
            false));
  }
}
