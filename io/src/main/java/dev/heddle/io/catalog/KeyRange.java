package dev.heddle.io.catalog;

/**
 * A part of a table in which all values of a column are known to be between two.
 *
 * @param rows how many rows the part has
 * @param minimum no value is less
 * @param maximum no value is greater
 */
public record KeyRange(long rows, long minimum, long maximum) {
  /** Checks the order. */
  public KeyRange {
    if (minimum > maximum) {
      throw new IllegalArgumentException(minimum + " is above " + maximum);
    }
  }
}
