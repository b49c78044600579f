package dev.heddle.physical.operator;

import dev.heddle.io.memory.Memory;

/** Finds the n-th smallest of binary64 values in place; NaN is larger than every number. */
final class Selection {
  private Selection() {}

  /**
   * Returns the value that would stand at place {@code n} if the values were sorted. Afterwards no
   * value before the place is larger and none behind it smaller.
   */
  static double nth(long values, int count, int n) {
    int low = 0;
    int high = count - 1;
    while (low < high) {
      double pivot =
          medianOfThree(at(values, low), at(values, (low + high) >>> 1), at(values, high));
      int left = low;
      int right = high;
      while (left <= right) {
        while (Double.compare(at(values, left), pivot) < 0) {
          left++;
        }
        while (Double.compare(at(values, right), pivot) > 0) {
          right--;
        }
        if (left <= right) {
          double swapped = at(values, left);
          put(values, left++, at(values, right));
          put(values, right--, swapped);
        }
      }
      if (n <= right) {
        high = right;
      } else if (n >= left) {
        low = left;
      } else {
        break;
      }
    }
    return at(values, n);
  }

  /** Returns the smallest of the values at places {@code from} to {@code to}, which is beyond. */
  static double smallest(long values, int from, int to) {
    double smallest = at(values, from);
    for (int i = from + 1; i < to; i++) {
      double value = at(values, i);
      if (Double.compare(value, smallest) < 0) {
        smallest = value;
      }
    }
    return smallest;
  }

  private static double medianOfThree(double a, double b, double c) {
    boolean ab = Double.compare(a, b) < 0;
    boolean bc = Double.compare(b, c) < 0;
    boolean ac = Double.compare(a, c) < 0;
    if (ab == bc) {
      return b;
    }
    return ab == ac ? c : a;
  }

  private static double at(long values, int place) {
    return Memory.getDouble(values + 8L * place);
  }

  private static void put(long values, int place, double value) {
    Memory.putDouble(values + 8L * place, value);
  }
}
