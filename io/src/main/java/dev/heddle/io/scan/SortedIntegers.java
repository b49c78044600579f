package dev.heddle.io.scan;

import java.util.Arrays;

/**
 * Different integers in ascending order. Immutable.
 *
 * @param values each larger than the one before; shared with the caller, who changes none
 */
public record SortedIntegers(long[] values) {
  /** Checks the order. */
  public SortedIntegers {
    for (int i = 1; i < values.length; i++) {
      if (values[i - 1] >= values[i]) {
        throw new IllegalArgumentException("Not ascending: " + values[i - 1] + ", " + values[i]);
      }
    }
  }

  /** Returns how many there are. */
  public int size() {
    return values.length;
  }

  /** Returns one of them, counted from 0. */
  public long at(int index) {
    return values[index];
  }

  /** Returns the index of the first that is not below a value, or {@link #size}. */
  public int firstFrom(long value) {
    int found = Arrays.binarySearch(values, value);
    return found < 0 ? -1 - found : found;
  }

  /** Returns whether one of them is in a range, whose ends belong to it. */
  public boolean hasBetween(long from, long to) {
    int first = firstFrom(from);
    return first < values.length && values[first] <= to;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SortedIntegers that && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return values.length <= 8
        ? Arrays.toString(values)
        : values.length + " from " + values[0] + " to " + values[values.length - 1];
  }
}
