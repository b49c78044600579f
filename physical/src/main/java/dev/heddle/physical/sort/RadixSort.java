package dev.heddle.physical.sort;

import dev.heddle.io.memory.Memory;
import java.util.Arrays;

/**
 * Sorts arrays of words off the heap by some of their bits, unsigned and stable: one pass for each
 * digit, from the lowest, without those in which all words agree.
 *
 * <p>Elements are one word, or two of which the first is sorted by.
 */
final class RadixSort {
  private static final int DIGIT_BITS = 11;
  private static final int DIGITS = 1 << DIGIT_BITS;
  private static final int SMALL_COUNT = 24;
  private static final int SPARE_BITS = 3;

  private RadixSort() {}

  /**
   * Sorts elements.
   *
   * @param source where the elements are
   * @param spare as much room
   * @param words words an element, 1 or 2
   * @param lowBit lowest bit of the first word that counts
   * @param bits how many bits count from there
   * @return where the sorted elements are: {@code source} or {@code spare}
   */
  static long sort(long source, long spare, int count, int words, int lowBit, int bits) {
    if (count < 2 || bits == 0) {
      return source;
    }
    if (count <= SMALL_COUNT) {
      insertionSort(source, count, words, lowBit, bits);
      return source;
    }
    // Bits that distinguish most of this number of elements, in whole digits; the rest is seldom
    // looked at.
    int telling = Integer.SIZE - Integer.numberOfLeadingZeros(count) + SPARE_BITS;
    int digits = (telling + DIGIT_BITS - 1) / DIGIT_BITS;
    if (digits * DIGIT_BITS + DIGIT_BITS / 2 >= bits) {
      return byDigits(source, spare, count, words, lowBit, bits);
    }
    int rest = bits - digits * DIGIT_BITS;
    long sorted = byDigits(source, spare, count, words, lowBit + rest, digits * DIGIT_BITS);
    sortTies(sorted, sorted == source ? spare : source, count, words, lowBit, rest);
    return sorted;
  }

  /** Sorts the elements that agree in their upper bits by the lower ones. */
  private static void sortTies(
      long sorted, long spare, int count, int words, int lowBit, int bits) {
    int stride = 8 * words;
    int shift = lowBit + bits;
    long mask = (1L << bits) - 1;
    int start = 0;
    long first = Memory.getLong(sorted);
    boolean inOrder = true;
    long last = first;
    for (int i = 1; i <= count; i++) {
      long word = i == count ? 0 : Memory.getLong(sorted + (long) stride * i);
      if (i < count && word >>> shift == first >>> shift) {
        inOrder &= ((last >>> lowBit) & mask) <= ((word >>> lowBit) & mask);
        last = word;
        continue;
      }
      if (!inOrder) {
        long from = sorted + (long) stride * start;
        long other = spare + (long) stride * start;
        long result = sort(from, other, i - start, words, lowBit, bits);
        if (result != from) {
          Memory.copy(result, from, (long) stride * (i - start));
        }
      }
      start = i;
      first = word;
      last = word;
      inOrder = true;
    }
  }

  private static long byDigits(
      long source, long spare, int count, int words, int lowBit, int bits) {
    int passes = (bits + DIGIT_BITS - 1) / DIGIT_BITS;
    int digitBits = (bits + passes - 1) / passes;
    int[] counts = new int[DIGITS];
    long from = source;
    long to = spare;
    for (int pass = 0; pass < passes; pass++) {
      int shift = lowBit + pass * digitBits;
      int mask = (1 << Math.min(digitBits, bits - pass * digitBits)) - 1;
      if (words == 1) {
        if (onePass(from, to, count, shift, mask, counts)) {
          continue;
        }
      } else if (pairPass(from, to, count, shift, mask, counts)) {
        continue;
      }
      long swap = from;
      from = to;
      to = swap;
    }
    return from;
  }

  /** Returns true if all words have the same digit, so that nothing was moved. */
  private static boolean onePass(long from, long to, int count, int shift, int mask, int[] counts) {
    Arrays.fill(counts, 0, mask + 1, 0);
    for (int i = 0; i < count; i++) {
      counts[(int) (Memory.getLong(from + 8L * i) >>> shift) & mask]++;
    }
    if (sumUp(counts, mask, count)) {
      return true;
    }
    for (int i = 0; i < count; i++) {
      long word = Memory.getLong(from + 8L * i);
      Memory.putLong(to + 8L * counts[(int) (word >>> shift) & mask]++, word);
    }
    return false;
  }

  private static boolean pairPass(
      long from, long to, int count, int shift, int mask, int[] counts) {
    Arrays.fill(counts, 0, mask + 1, 0);
    for (int i = 0; i < count; i++) {
      counts[(int) (Memory.getLong(from + 16L * i) >>> shift) & mask]++;
    }
    if (sumUp(counts, mask, count)) {
      return true;
    }
    for (int i = 0; i < count; i++) {
      long word = Memory.getLong(from + 16L * i);
      long target = to + 16L * counts[(int) (word >>> shift) & mask]++;
      Memory.putLong(target, word);
      Memory.putLong(target + 8, Memory.getLong(from + 16L * i + 8));
    }
    return false;
  }

  /** Turns counts into first places; returns true if one digit has them all. */
  private static boolean sumUp(int[] counts, int mask, int total) {
    int sum = 0;
    for (int d = 0; d <= mask; d++) {
      int digit = counts[d];
      if (digit == total) {
        return true;
      }
      counts[d] = sum;
      sum += digit;
    }
    return false;
  }

  private static void insertionSort(long source, int count, int words, int lowBit, int bits) {
    long mask = bits == 64 ? -1L : (1L << bits) - 1;
    int stride = 8 * words;
    for (int i = 1; i < count; i++) {
      long word = Memory.getLong(source + (long) stride * i);
      long second = words == 1 ? 0 : Memory.getLong(source + (long) stride * i + 8);
      long key = word >>> lowBit & mask;
      int at = i;
      while (at > 0
          && Long.compareUnsigned(
                  Memory.getLong(source + (long) stride * (at - 1)) >>> lowBit & mask, key)
              > 0) {
        Memory.putLong(
            source + (long) stride * at, Memory.getLong(source + (long) stride * (at - 1)));
        if (words == 2) {
          Memory.putLong(
              source + (long) stride * at + 8,
              Memory.getLong(source + (long) stride * (at - 1) + 8));
        }
        at--;
      }
      Memory.putLong(source + (long) stride * at, word);
      if (words == 2) {
        Memory.putLong(source + (long) stride * at + 8, second);
      }
    }
  }

  /** Adds the number of elements with each top digit to {@code counts}. */
  static void count(long from, int count, int words, int shift, int mask, int[] counts) {
    int stride = 8 * words;
    for (int i = 0; i < count; i++) {
      counts[(int) (Memory.getLong(from + (long) stride * i) >>> shift) & mask]++;
    }
  }

  /** Moves elements to the places that {@code next} gives for each digit, which it moves on. */
  static void scatter(long from, int count, long to, int words, int shift, int mask, int[] next) {
    if (words == 1) {
      for (int i = 0; i < count; i++) {
        long word = Memory.getLong(from + 8L * i);
        Memory.putLong(to + 8L * next[(int) (word >>> shift) & mask]++, word);
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      long word = Memory.getLong(from + 16L * i);
      long target = to + 16L * next[(int) (word >>> shift) & mask]++;
      Memory.putLong(target, word);
      Memory.putLong(target + 8, Memory.getLong(from + 16L * i + 8));
    }
  }
}
