package dev.heddle.io.batch;

import dev.heddle.io.memory.Memory;
import java.util.function.IntFunction;

/**
 * 64-bit hashes of rows, the same in every process: part of the wire contract of exchanges.
 *
 * <p>Equal values hash alike: integers of every width, dates and 64-bit decimals by their 64-bit
 * value, -0.0 as 0.0, every NaN as one, text by its bytes however it is stored, each null as one
 * constant. Words are mixed by the high and low halves of a 128-bit product (the idea of wyhash,
 * Wang Yi 2019); a weaker mix of views cost a group-by eleven times its time.
 */
public final class RowHash {
  private static final long SEED = 0x9E3779B97F4A7C15L;
  private static final long WORD_KEY = 0xA0761D6478BD642FL;
  private static final long NULL_HASH = 0xE7037ED1A0B428DBL;
  private static final long LENGTH_KEY = 0x8EBC6AF09C88C6E3L;

  private RowHash() {}

  /** Mixes a word into a hash. */
  public static long mix(long hash, long word) {
    long a = hash ^ word ^ SEED;
    long b = WORD_KEY;
    return Math.unsignedMultiplyHigh(a, b) ^ a * b;
  }

  /** Mixes two words into a hash. */
  public static long mix(long hash, long first, long second) {
    long a = first ^ WORD_KEY;
    long b = second ^ hash ^ SEED;
    long product = Math.unsignedMultiplyHigh(a, b) ^ a * b;
    return mix(product, hash);
  }

  /** Returns the word that represents a double: one for each value that compares equal. */
  public static long wordOf(double value) {
    return Double.doubleToLongBits(value + 0.0); // -0.0 + 0.0 = 0.0; doubleToLongBits has one NaN
  }

  /** Returns the hash of text after a hash. */
  public static long ofView(long hash, long view, long[] data) {
    int length = Memory.getInt(view);
    if (length <= StringViews.MAX_INLINE) {
      return mix(hash, Memory.getLong(view), Memory.getLong(view + 8));
    }
    return ofBytes(hash, StringViews.address(view, data), length);
  }

  /** Returns the hash of more than {@link StringViews#MAX_INLINE} bytes after a hash. */
  public static long ofBytes(long hash, long bytes, int length) {
    long h = hash ^ length * LENGTH_KEY;
    int i = 0;
    for (; i + 16 <= length; i += 16) {
      h = mix(h, Memory.getLong(bytes + i), Memory.getLong(bytes + i + 8));
    }
    if (i < length) { // the last 16 bytes, overlapping what has been mixed; there are more than 12
      if (length >= 16) {
        h = mix(h, Memory.getLong(bytes + length - 16), Memory.getLong(bytes + length - 8));
      } else {
        h = mix(h, Memory.getLong(bytes), Memory.getLong(bytes + length - 8));
      }
    }
    return h;
  }

  /** Writes the hashes of a column's rows, 64 bits each. */
  public static void hashColumn(Column column, int rows, long hashes) {
    mixColumn(column, rows, hashes, true);
  }

  /** Mixes a further column into the hashes of its rows. */
  public static void mixColumn(Column column, int rows, long hashes) {
    mixColumn(column, rows, hashes, false);
  }

  /** Writes the hashes of the rows of several columns. */
  public static void hashColumns(IntFunction<Column> columns, int count, int rows, long hashes) {
    for (int i = 0; i < count; i++) {
      mixColumn(columns.apply(i), rows, hashes, i == 0);
    }
  }

  private static void mixColumn(Column column, int rows, long hashes, boolean first) {
    if (column.isDictionary()) {
      mixCodes(column, rows, hashes, first);
      return;
    }
    long values = column.values();
    long validity = column.validity();
    switch (column.layout()) {
      case BIT -> {
        for (int i = 0; i < rows; i++) {
          put(hashes, i, first, validity, Bits.get(values, i) ? 1 : 0);
        }
      }
      case INT8 -> {
        for (int i = 0; i < rows; i++) {
          put(hashes, i, first, validity, Memory.getByte(values + i));
        }
      }
      case INT16 -> {
        for (int i = 0; i < rows; i++) {
          put(hashes, i, first, validity, Memory.getShort(values + 2L * i));
        }
      }
      case INT32 -> {
        for (int i = 0; i < rows; i++) {
          put(hashes, i, first, validity, Memory.getInt(values + 4L * i));
        }
      }
      case INT64 -> {
        for (int i = 0; i < rows; i++) {
          put(hashes, i, first, validity, Memory.getLong(values + 8L * i));
        }
      }
      case FLOAT32 -> {
        for (int i = 0; i < rows; i++) {
          put(hashes, i, first, validity, wordOf(Memory.getFloat(values + 4L * i)));
        }
      }
      case FLOAT64 -> {
        for (int i = 0; i < rows; i++) {
          put(hashes, i, first, validity, wordOf(Memory.getDouble(values + 8L * i)));
        }
      }
      case INT128, INTERVAL -> {
        for (int i = 0; i < rows; i++) {
          long at = hashes + 8L * i;
          long hash = first ? 0 : Memory.getLong(at);
          boolean present = validity == 0 || Bits.get(validity, i);
          long value = values + 16L * i;
          Memory.putLong(
              at,
              present
                  ? mix(hash, Memory.getLong(value), Memory.getLong(value + 8))
                  : mix(hash, NULL_HASH));
        }
      }
      case VIEW -> {
        long[] data = column.dataAddresses();
        for (int i = 0; i < rows; i++) {
          long at = hashes + 8L * i;
          long hash = first ? 0 : Memory.getLong(at);
          boolean present = validity == 0 || Bits.get(validity, i);
          Memory.putLong(at, present ? ofView(hash, values + 16L * i, data) : mix(hash, NULL_HASH));
        }
      }
      case LIST, STRUCT -> {
        for (int i = 0; i < rows; i++) {
          long at = hashes + 8L * i;
          Memory.putLong(at, ofValue(first ? 0 : Memory.getLong(at), column, i));
        }
      }
    }
  }

  /**
   * Returns the hash of one value after a hash, the same as {@link #mixColumn} gives: of a list its
   * length and elements, of a struct its fields, in order.
   */
  public static long ofValue(long hash, Column column, int row) {
    if (column.isNull(row)) {
      return mix(hash, NULL_HASH);
    }
    if (column.isDictionary()) {
      return ofValue(hash, column.dictionary(), column.code(row));
    }
    return switch (column.layout()) {
      case BIT, INT8, INT16, INT32, INT64, FLOAT32, FLOAT64 -> mix(hash, wordAt(column, row));
      case INT128, INTERVAL -> mix(hash, column.lowWordAt(row), column.highWordAt(row));
      case VIEW -> ofView(hash, column.values() + 16L * row, column.dataAddresses());
      case LIST -> {
        int start = column.listStart(row);
        int length = column.listLength(row);
        long result = mix(hash, length);
        for (int i = 0; i < length; i++) {
          result = ofValue(result, column.child(0), start + i);
        }
        yield result;
      }
      case STRUCT -> {
        long result = hash;
        for (int i = 0; i < column.childCount(); i++) {
          result = ofValue(result, column.child(i), row);
        }
        yield result;
      }
    };
  }

  private static void put(long hashes, int row, boolean first, long validity, long word) {
    long at = hashes + 8L * row;
    long hash = first ? 0 : Memory.getLong(at);
    boolean present = validity == 0 || Bits.get(validity, row);
    Memory.putLong(at, present ? mix(hash, word) : mix(hash, NULL_HASH));
  }

  private static void mixCodes(Column column, int rows, long hashes, boolean first) {
    Column dictionary = column.dictionary();
    long codes = column.values();
    long validity = column.validity();
    long values = dictionary.values();
    long[] data = dictionary.dataAddresses();
    boolean views = dictionary.layout().isText();
    for (int i = 0; i < rows; i++) {
      long at = hashes + 8L * i;
      long hash = first ? 0 : Memory.getLong(at);
      if (validity != 0 && !Bits.get(validity, i)) {
        Memory.putLong(at, mix(hash, NULL_HASH));
        continue;
      }
      int code = Memory.getInt(codes + 4L * i);
      if (views) {
        Memory.putLong(at, ofView(hash, values + 16L * code, data));
      } else {
        Memory.putLong(at, mix(hash, wordAt(dictionary, code)));
      }
    }
  }

  private static long wordAt(Column column, int row) {
    return switch (column.layout()) {
      case BIT -> column.booleanAt(row) ? 1 : 0;
      case INT8, INT16, INT32, INT64 -> column.longAt(row);
      case FLOAT32, FLOAT64 -> wordOf(column.doubleAt(row));
      default -> throw new IllegalStateException("Only text and 64-bit values have dictionaries");
    };
  }
}
