package dev.heddle.physical.row;

import static dev.heddle.physical.row.RowStore.CHUNK_MASK;
import static dev.heddle.physical.row.RowStore.CHUNK_SHIFT;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;

/**
 * Compares key values of rows: null equals null, NaN equals NaN, -0.0 equals 0.0, integers of any
 * two widths by value.
 */
public final class KeyEquality {
  private KeyEquality() {}

  /**
   * Clears the bytes of those pairs whose left value differs from the stored one.
   *
   * @param left a column without a selection
   * @param rows int32 rows of {@code left}, one a pair
   * @param ids int32 row ids of the store, one a pair
   * @param equal one byte a pair
   * @param scratch the same number of bytes
   */
  public static void compare(
      Column left,
      long rows,
      RowStore store,
      int column,
      long ids,
      int count,
      long equal,
      long scratch) {
    Column plain = left.isDictionary() ? left.dictionary() : left;
    long codes = left.isDictionary() ? left.values() : 0;
    Layout stored = Layout.of(store.type(column));
    boolean nullable = left.mayHaveNulls() || store.mayHaveNulls(column);
    if (nullable) {
      Memory.copy(equal, scratch, count);
    }
    if (stored.isText()) {
      views(plain, codes, rows, store, column, ids, count, equal);
    } else if (stored.byteWidth() == 16) {
      pairs(plain, codes, rows, store.values(column), ids, count, equal);
    } else if (codes == 0 && stored == Layout.INT64 && plain.layout() == Layout.INT64) {
      longs(plain.values(), rows, store.values(column), ids, count, equal);
    } else if (codes == 0 && stored == Layout.INT32 && plain.layout() == Layout.INT32) {
      ints(plain.values(), rows, store.values(column), ids, count, equal);
    } else {
      words(plain, codes, rows, store.values(column), stored, ids, count, equal);
    }
    if (nullable) {
      nulls(left.validity(), rows, store.validity(column), ids, count, scratch, equal);
    }
  }

  /** Where a value is null, the loop above compared garbage: keeps what was there if both are. */
  private static void nulls(
      long leftBits, long rows, long[] chunks, long ids, int count, long before, long equal) {
    for (int i = 0; i < count; i++) {
      int row = Memory.getInt(rows + 4L * i);
      int id = Memory.getInt(ids + 4L * i);
      long chunk = chunks[id >>> CHUNK_SHIFT];
      boolean isLeft = leftBits == 0 || Bits.get(leftBits, row);
      boolean isRight = chunk == 0 || Bits.get(chunk, id & CHUNK_MASK);
      if (isLeft != isRight) {
        Memory.putByte(equal + i, (byte) 0);
      } else if (!isLeft) {
        Memory.putByte(equal + i, Memory.getByte(before + i));
      }
    }
  }

  private static void longs(long left, long rows, long[] chunks, long ids, int count, long equal) {
    for (int i = 0; i < count; i++) {
      long a = Memory.getLong(left + 8L * Memory.getInt(rows + 4L * i));
      int id = Memory.getInt(ids + 4L * i);
      long b = Memory.getLong(chunks[id >>> CHUNK_SHIFT] + 8L * (id & CHUNK_MASK));
      if (a != b) {
        Memory.putByte(equal + i, (byte) 0);
      }
    }
  }

  private static void ints(long left, long rows, long[] chunks, long ids, int count, long equal) {
    for (int i = 0; i < count; i++) {
      int a = Memory.getInt(left + 4L * Memory.getInt(rows + 4L * i));
      int id = Memory.getInt(ids + 4L * i);
      int b = Memory.getInt(chunks[id >>> CHUNK_SHIFT] + 4L * (id & CHUNK_MASK));
      if (a != b) {
        Memory.putByte(equal + i, (byte) 0);
      }
    }
  }

  private static void pairs(
      Column left, long codes, long rows, long[] chunks, long ids, int count, long equal) {
    for (int i = 0; i < count; i++) {
      int row = Memory.getInt(rows + 4L * i);
      long a = left.values() + 16L * (codes == 0 ? row : Memory.getInt(codes + 4L * row));
      int id = Memory.getInt(ids + 4L * i);
      long b = chunks[id >>> CHUNK_SHIFT] + 16L * (id & CHUNK_MASK);
      if (!isPairEqual(a, b)) {
        Memory.putByte(equal + i, (byte) 0);
      }
    }
  }

  private static boolean isPairEqual(long a, long b) {
    return Memory.getLong(a) == Memory.getLong(b) && Memory.getLong(a + 8) == Memory.getLong(b + 8);
  }

  private static void views(
      Column left,
      long codes,
      long rows,
      RowStore store,
      int column,
      long ids,
      int count,
      long equal) {
    long[] leftData = left.dataAddresses();
    long[] rightData = store.dataAddresses(column);
    long[] chunks = store.values(column);
    for (int i = 0; i < count; i++) {
      int row = Memory.getInt(rows + 4L * i);
      long a = left.values() + 16L * (codes == 0 ? row : Memory.getInt(codes + 4L * row));
      int id = Memory.getInt(ids + 4L * i);
      long b = chunks[id >>> CHUNK_SHIFT] + 16L * (id & CHUNK_MASK);
      if (!StringViews.isEqual(a, leftData, b, rightData)) {
        Memory.putByte(equal + i, (byte) 0);
      }
    }
  }

  private static void words(
      Column left,
      long codes,
      long rows,
      long[] chunks,
      Layout stored,
      long ids,
      int count,
      long equal) {
    for (int i = 0; i < count; i++) {
      int row = Memory.getInt(rows + 4L * i);
      int id = Memory.getInt(ids + 4L * i);
      long a =
          word(left.layout(), left.values(), codes == 0 ? row : Memory.getInt(codes + 4L * row));
      if (a != word(stored, chunks[id >>> CHUNK_SHIFT], id & CHUNK_MASK)) {
        Memory.putByte(equal + i, (byte) 0);
      }
    }
  }

  /** Returns the word that represents a value of up to 64 bits. */
  public static long word(Layout layout, long values, int row) {
    return switch (layout) {
      case BIT -> Bits.get(values, row) ? 1 : 0;
      case INT8 -> Memory.getByte(values + row);
      case INT16 -> Memory.getShort(values + 2L * row);
      case INT32 -> Memory.getInt(values + 4L * row);
      case INT64 -> Memory.getLong(values + 8L * row);
      case FLOAT32 -> RowHash.wordOf(Memory.getFloat(values + 4L * row));
      case FLOAT64 -> RowHash.wordOf(Memory.getDouble(values + 8L * row));
      default -> throw new IllegalStateException("No word in " + layout);
    };
  }

  /** Returns whether two stored rows have equal values in the columns. */
  public static boolean isEqual(RowStore store, int[] columns, int a, int b) {
    for (int column : columns) {
      if (!isEqual(store, column, a, b)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether two stored rows have equal values in a column. */
  public static boolean isEqual(RowStore store, int column, int a, int b) {
    if (store.mayHaveNulls(column)) {
      boolean isNull = store.isNull(column, a);
      if (isNull != store.isNull(column, b)) {
        return false;
      }
      if (isNull) {
        return true;
      }
    }
    Layout layout = Layout.of(store.type(column));
    long[] chunks = store.values(column);
    long left = chunks[a >>> CHUNK_SHIFT];
    long right = chunks[b >>> CHUNK_SHIFT];
    int leftRow = a & CHUNK_MASK;
    int rightRow = b & CHUNK_MASK;
    return switch (layout) {
      case BIT, INT8, INT16, INT32, INT64, FLOAT32, FLOAT64 ->
          word(layout, left, leftRow) == word(layout, right, rightRow);
      case LIST, STRUCT -> throw new IllegalStateException("Nested values are no keys");
      case INT128, INTERVAL -> isPairEqual(left + 16L * leftRow, right + 16L * rightRow);
      case VIEW -> {
        long[] data = store.dataAddresses(column);
        yield StringViews.isEqual(left + 16L * leftRow, data, right + 16L * rightRow, data);
      }
    };
  }
}
