package dev.heddle.physical.row;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Integers;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.memory.Memory;

/**
 * Reads key columns as 64-bit words, one word for each value that compares equal: integers of every
 * width sign-extended, -0.0 as 0.0, every NaN as one. The word of a null is unspecified.
 */
public final class KeyWords {
  private KeyWords() {}

  /** Returns whether values of the layout have words. */
  public static boolean fits(Layout layout) {
    return layout.isWord();
  }

  /** Returns whether the words of the layout are integers whose range is meaningful. */
  public static boolean isInteger(Layout layout) {
    return layout.isWord() && !layout.isFloat();
  }

  /**
   * Writes the words of a column's rows.
   *
   * @param positions where {@code count} int32 positions start, or 0 for the first {@code count}
   */
  public static void read(Column column, long positions, int count, long target) {
    if (column.isDictionary()) {
      readCodes(column, positions, count, target);
    } else if (positions == 0) {
      readAll(column.layout(), column.values(), count, target);
    } else {
      readAt(column.layout(), column.values(), positions, count, target);
    }
  }

  /**
   * Returns the smallest of some words; the largest number there is if all belong to nulls.
   *
   * @param validity which words do not belong to nulls; 0 for all
   */
  public static long smallest(long words, long validity, int rows) {
    long smallest = Long.MAX_VALUE;
    for (int row = 0; row < rows; row++) {
      if (validity == 0 || Bits.get(validity, row)) {
        smallest = Math.min(smallest, Memory.getLong(words + 8L * row));
      }
    }
    return smallest;
  }

  /** Returns the largest of some words; the smallest number there is if all belong to nulls. */
  public static long largest(long words, long validity, int rows) {
    long largest = Long.MIN_VALUE;
    for (int row = 0; row < rows; row++) {
      if (validity == 0 || Bits.get(validity, row)) {
        largest = Math.max(largest, Memory.getLong(words + 8L * row));
      }
    }
    return largest;
  }

  private static void readAll(Layout layout, long values, int count, long target) {
    switch (layout) {
      case BIT -> {
        for (int i = 0; i < count; i++) {
          Memory.putLong(target + 8L * i, Bits.get(values, i) ? 1 : 0);
        }
      }
      case INT8, INT16, INT32, INT64 -> Integers.toLongs(layout, values, count, target);
      case FLOAT32 -> {
        for (int i = 0; i < count; i++) {
          Memory.putLong(target + 8L * i, RowHash.wordOf(Memory.getFloat(values + 4L * i)));
        }
      }
      case FLOAT64 -> {
        for (int i = 0; i < count; i++) {
          Memory.putLong(target + 8L * i, RowHash.wordOf(Memory.getDouble(values + 8L * i)));
        }
      }
      default -> throw new IllegalStateException("No word in " + layout);
    }
  }

  private static void readAt(Layout layout, long values, long positions, int count, long target) {
    switch (layout) {
      case BIT -> {
        for (int i = 0; i < count; i++) {
          boolean bit = Bits.get(values, Memory.getInt(positions + 4L * i));
          Memory.putLong(target + 8L * i, bit ? 1 : 0);
        }
      }
      case INT8 -> {
        for (int i = 0; i < count; i++) {
          int row = Memory.getInt(positions + 4L * i);
          Memory.putLong(target + 8L * i, Memory.getByte(values + row));
        }
      }
      case INT16 -> {
        for (int i = 0; i < count; i++) {
          int row = Memory.getInt(positions + 4L * i);
          Memory.putLong(target + 8L * i, Memory.getShort(values + 2L * row));
        }
      }
      case INT32 -> {
        for (int i = 0; i < count; i++) {
          int row = Memory.getInt(positions + 4L * i);
          Memory.putLong(target + 8L * i, Memory.getInt(values + 4L * row));
        }
      }
      case INT64 -> {
        for (int i = 0; i < count; i++) {
          int row = Memory.getInt(positions + 4L * i);
          Memory.putLong(target + 8L * i, Memory.getLong(values + 8L * row));
        }
      }
      case FLOAT32 -> {
        for (int i = 0; i < count; i++) {
          int row = Memory.getInt(positions + 4L * i);
          Memory.putLong(target + 8L * i, RowHash.wordOf(Memory.getFloat(values + 4L * row)));
        }
      }
      case FLOAT64 -> {
        for (int i = 0; i < count; i++) {
          int row = Memory.getInt(positions + 4L * i);
          Memory.putLong(target + 8L * i, RowHash.wordOf(Memory.getDouble(values + 8L * row)));
        }
      }
      default -> throw new IllegalStateException("No word in " + layout);
    }
  }

  private static void readCodes(Column column, long positions, int count, long target) {
    Column dictionary = column.dictionary();
    long codes = column.values();
    long values = dictionary.values();
    switch (dictionary.layout()) {
      case INT32 -> {
        for (int i = 0; i < count; i++) {
          int row = positions == 0 ? i : Memory.getInt(positions + 4L * i);
          int entry = Memory.getInt(codes + 4L * row);
          Memory.putLong(target + 8L * i, Memory.getInt(values + 4L * entry));
        }
      }
      case INT64 -> {
        for (int i = 0; i < count; i++) {
          int row = positions == 0 ? i : Memory.getInt(positions + 4L * i);
          int entry = Memory.getInt(codes + 4L * row);
          Memory.putLong(target + 8L * i, Memory.getLong(values + 8L * entry));
        }
      }
      case BIT, INT8, INT16, FLOAT32, FLOAT64, INT128, VIEW, INTERVAL -> {
        for (int i = 0; i < count; i++) {
          int row = positions == 0 ? i : Memory.getInt(positions + 4L * i);
          int entry = Memory.getInt(codes + 4L * row);
          Memory.putLong(target + 8L * i, KeyEquality.word(dictionary.layout(), values, entry));
        }
      }
    }
  }
}
