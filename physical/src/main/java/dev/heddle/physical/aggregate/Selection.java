package dev.heddle.physical.aggregate;

import dev.heddle.io.memory.Memory;
import java.util.Arrays;

/** Finds the n-th smallest of binary64 values in place; NaN is larger than every number. */
final class Selection {
  private static final int FEWEST_TO_SAMPLE = 256;
  private static final int MAX_SAMPLED = 1024;

  private Selection() {}

  /**
   * Returns the value that would be at place {@code n} if the values were sorted. Afterwards no
   * value before the place is larger and none behind it smaller.
   */
  static double nth(long values, int count, int n) {
    int low = 0;
    int high = count - 1;
    while (low < high) {
      int size = high - low + 1;
      if (size >= FEWEST_TO_SAMPLE) {
        long[] sample = sample(values, low, size);
        int place = (int) ((long) (n - low) * sample.length / size);
        int margin = (int) Math.sqrt(sample.length);
        int between = low;
        if (place - margin >= 0) {
          between = moveToFront(values, low, high, sample[place - margin]);
        }
        int above = high + 1;
        if (n >= between && place + margin < sample.length) {
          above = moveToFront(values, between, high, sample[place + margin] + 1);
        }
        high = n < between ? between - 1 : n < above ? above - 1 : high;
        low = n < between ? low : n < above ? between : above;
        if (high - low < size / 2) {
          continue;
        }
      }
      long pivot =
          medianOfThree(rank(values, low), rank(values, (low + high) >>> 1), rank(values, high));
      int equal = moveToFront(values, low, high, pivot);
      if (n < equal) {
        high = equal - 1;
        continue;
      }
      int larger = moveToFront(values, equal, high, pivot + 1);
      if (n < larger) {
        break;
      }
      low = larger;
    }
    return at(values, n);
  }

  /** Returns sorted ranks of some of the values, between two of which the n-th is likely to be. */
  private static long[] sample(long values, int from, int size) {
    long[] ranks = new long[(int) Math.min(MAX_SAMPLED, Math.sqrt(size))];
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] = rank(values, from + (int) ((2L * i + 1) * size / (2 * ranks.length)));
    }
    Arrays.sort(ranks);
    return ranks;
  }

  /**
   * Brings the values that rank below a limit to the front; no branch depends on the values, which
   * a core could not foresee.
   *
   * @return the place behind them
   */
  private static int moveToFront(long values, int from, int to, long limit) {
    int place = from;
    for (int i = from; i <= to; i++) {
      long current = Memory.getLong(values + 8L * i);
      long rank = rank(values, i);
      Memory.putLong(values + 8L * i, Memory.getLong(values + 8L * place));
      Memory.putLong(values + 8L * place, current);
      place += rank < limit ? 1 : 0;
    }
    return place;
  }

  /** Returns a number that is ordered like the value; all are below the largest number there is. */
  private static long rank(long values, int place) {
    long bits = Double.doubleToLongBits(at(values, place));
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
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

  private static long medianOfThree(long a, long b, long c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }

  private static double at(long values, int place) {
    return Memory.getDouble(values + 8L * place);
  }
}
