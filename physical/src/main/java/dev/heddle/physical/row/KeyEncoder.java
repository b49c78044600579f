package dev.heddle.physical.row;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;

/** The loops that write values of a key's column into rows of a {@link KeyLayout}. */
final class KeyEncoder {
  private KeyEncoder() {}

  /**
   * Writes fixed-width values of rows that are not null.
   *
   * @param codes positions of the rows' values, or 0 if these are at the rows'
   * @param target where the first row's value is written
   */
  static void fixed(
      Column values, long codes, long nulls, int from, int rows, long target, int rowBytes) {
    // one loop for each width: a choice for each row would cost more than the copy
    long source = values.values();
    Layout layout = values.layout();
    long at = target;
    if (layout == Layout.INT32) {
      for (int i = 0; i < rows; i++, at += rowBytes) {
        int row = from + i;
        if (nulls == 0 || Bits.get(nulls, row)) {
          int entry = codes == 0 ? row : Memory.getInt(codes + 4L * row);
          Memory.putInt(at, Memory.getInt(source + 4L * entry));
        }
      }
    } else if (layout == Layout.INT64) {
      for (int i = 0; i < rows; i++, at += rowBytes) {
        int row = from + i;
        if (nulls == 0 || Bits.get(nulls, row)) {
          int entry = codes == 0 ? row : Memory.getInt(codes + 4L * row);
          Memory.putLong(at, Memory.getLong(source + 8L * entry));
        }
      }
    } else {
      for (int i = 0; i < rows; i++, at += rowBytes) {
        int row = from + i;
        if (nulls == 0 || Bits.get(nulls, row)) {
          value(layout, source, codes == 0 ? row : Memory.getInt(codes + 4L * row), at);
        }
      }
    }
  }

  /** Returns whether one of some rows is null. */
  static boolean hasNulls(long validity, int from, int rows) {
    for (int i = from; i < from + rows; i++) {
      if (!Bits.get(validity, i)) {
        return true;
      }
    }
    return false;
  }

  private static void value(Layout layout, long source, int row, long at) {
    switch (layout) {
      case BIT -> Memory.putByte(at, (byte) (Bits.get(source, row) ? 1 : 0));
      case INT8 -> Memory.putByte(at, Memory.getByte(source + row));
      case INT16 -> Memory.putShort(at, Memory.getShort(source + 2L * row));
      case INT32 -> Memory.putInt(at, Memory.getInt(source + 4L * row));
      case INT64 -> Memory.putLong(at, Memory.getLong(source + 8L * row));
      case FLOAT32 ->
          Memory.putInt(at, Float.floatToIntBits(Memory.getFloat(source + 4L * row) + 0.0f));
      case FLOAT64 -> Memory.putLong(at, RowHash.wordOf(Memory.getDouble(source + 8L * row)));
      case INT128, INTERVAL -> {
        Memory.putLong(at, Memory.getLong(source + 16L * row));
        Memory.putLong(at + 8, Memory.getLong(source + 16L * row + 8));
      }
      case VIEW -> throw new IllegalStateException("Text is written as views");
    }
  }

  /** Writes the only key of rows, widened to the whole word. */
  static void words(Column values, long codes, int from, int rows, long at) {
    long source = values.values();
    if (codes != 0) {
      for (int i = 0; i < rows; i++) {
        int row = Memory.getInt(codes + 4L * (from + i));
        Memory.putLong(at + 8L * i, 0);
        value(values.layout(), source, row, at + 8L * i);
      }
      return;
    }
    switch (values.layout()) {
      case INT32 -> {
        for (int i = 0; i < rows; i++) {
          Memory.putLong(at + 8L * i, Memory.getInt(source + 4L * (from + i)) & 0xffffffffL);
        }
      }
      case INT64 -> Memory.copy(source + 8L * from, at, 8L * rows);
      case BIT, INT8, INT16, FLOAT32, FLOAT64 -> {
        for (int i = 0; i < rows; i++) {
          Memory.putLong(at + 8L * i, 0);
          value(values.layout(), source, from + i, at + 8L * i);
        }
      }
      default -> throw new IllegalStateException("Key is wider than a word");
    }
  }

  /** Writes views of texts that are not null, long ones with the address of their bytes. */
  static void texts(
      Column texts, long codes, long nulls, int from, int rows, long at, int rowBytes) {
    long source = texts.values();
    long[] data = texts.dataAddresses();
    for (int i = 0; i < rows; i++, at += rowBytes) {
      int row = from + i;
      if (nulls != 0 && !Bits.get(nulls, row)) {
        continue;
      }
      long view = source + 16L * (codes == 0 ? row : Memory.getInt(codes + 4L * row));
      Memory.putLong(at, Memory.getLong(view));
      int length = StringViews.length(view);
      Memory.putLong(
          at + 8,
          length <= StringViews.MAX_INLINE
              ? Memory.getLong(view + 8)
              : StringViews.address(view, data));
    }
  }
}
