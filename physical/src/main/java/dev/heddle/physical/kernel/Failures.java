package dev.heddle.physical.kernel;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;

/** The errors that single values raise. */
public final class Failures {
  private static final int SHOWN_CHARACTERS = 60;
  private static final int MAX_TYPE_CHARACTERS = 500;

  private Failures() {}

  public static HeddleException divisionByZero(String dividend) {
    return new HeddleException(
        ErrorCode.DIVISION_BY_ZERO,
        "Cannot divide " + dividend + " by zero; use nullif(divisor, 0) to get null instead");
  }

  public static HeddleException overflow(String attempt, String exact, DataType type) {
    return new HeddleException(
        ErrorCode.NUMERIC_OVERFLOW,
        "Cannot "
            + attempt
            + ": the result "
            + (exact.isEmpty() ? "" : exact + " ")
            + "does not fit into "
            + type.sqlName()
            + "; cast to a wider type first");
  }

  /** Returns the error of a value that cannot be converted. */
  public static HeddleException cast(String value, DataType from, DataType to) {
    return new HeddleException(
        ErrorCode.INVALID_CAST,
        "Cannot cast "
            + from.sqlName()
            + " "
            + shorten(value)
            + " to "
            + name(to)
            + "; use try_cast to get null instead");
  }

  /** Returns the name of a type, of many labels the first ones. */
  private static String name(DataType type) {
    String name = type.sqlName();
    return name.length() <= MAX_TYPE_CHARACTERS
        ? name
        : name.substring(0, MAX_TYPE_CHARACTERS) + "...)";
  }

  /** Returns the error of an argument that a function does not take. */
  public static HeddleException argument(String message) {
    return new HeddleException(ErrorCode.INVALID_ARGUMENT, message);
  }

  /** Returns the error of a date or time outside of its range. */
  public static HeddleException range(String message) {
    return new HeddleException(ErrorCode.NUMERIC_OVERFLOW, message);
  }

  /** Returns a value as messages show it: cut, if it is long. */
  public static String shorten(String value) {
    return value.length() <= SHOWN_CHARACTERS
        ? value
        : value.substring(0, SHOWN_CHARACTERS) + "...";
  }
}
