package dev.heddle.shuffle.store;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import java.util.List;

/**
 * A few rows as bytes without the overhead of an Arrow message, as the package specifies: written
 * from any rows of a batch, read into {@link SmallRowsReader}.
 */
public final class SmallRows {
  private static final int LONG_TEXT = 255;

  private SmallRows() {}

  /** Returns whether rows of the types can be written. */
  public static boolean canWrite(List<DataType> types) {
    return types.stream().noneMatch(type -> Layout.of(type).isNested());
  }

  /**
   * Returns how many bytes rows take at most.
   *
   * @param positions where the int32 positions of the rows start
   */
  public static long maxBytes(Batch batch, long positions, int rows) {
    long bytes = 0;
    for (int c = 0; c < batch.columnCount(); c++) {
      Column column = batch.physicalColumn(c);
      bytes += 1 + (rows + 7) / 8 + fixedBytes(column, rows);
      if (column.layout() == Layout.VIEW) {
        Column texts = column.isDictionary() ? column.dictionary() : column;
        for (int i = 0; i < rows; i++) {
          int row = Memory.getInt(positions + 4L * i);
          if (!column.isNull(row)) {
            bytes += 5 + StringViews.length(view(column, texts, row));
          }
        }
      }
    }
    return bytes;
  }

  private static long fixedBytes(Column column, int rows) {
    return switch (column.layout()) {
      case BIT -> (rows + 7) / 8;
      case VIEW -> rows;
      default -> column.layout().bytesFor(rows);
    };
  }

  private static long view(Column column, Column texts, int row) {
    return texts.values() + 16L * (column.isDictionary() ? column.code(row) : row);
  }

  /** Writes rows from an address on; returns where they end. */
  public static long write(Batch batch, long positions, int rows, long target) {
    long at = target;
    for (int c = 0; c < batch.columnCount(); c++) {
      at = write(batch.physicalColumn(c), positions, rows, at);
    }
    return at;
  }

  private static long write(Column column, long positions, int rows, long target) {
    boolean hasNulls = false;
    if (column.mayHaveNulls()) {
      for (int i = 0; i < rows && !hasNulls; i++) {
        hasNulls = column.isNull(Memory.getInt(positions + 4L * i));
      }
    }
    Memory.putByte(target, (byte) (hasNulls ? 1 : 0));
    long at = target + 1;
    if (hasNulls) {
      int bytes = (rows + 7) / 8;
      Memory.fill(at, bytes, (byte) 0);
      for (int i = 0; i < rows; i++) {
        if (!column.isNull(Memory.getInt(positions + 4L * i))) {
          Bits.set(at, i);
        }
      }
      at += bytes;
    }
    return column.type() instanceof DataType.Null ? at : writeValues(column, positions, rows, at);
  }

  private static long writeValues(Column column, long positions, int rows, long target) {
    Column from = column.isDictionary() ? column.dictionary() : column;
    boolean isCoded = column.isDictionary();
    long values = from.values();
    long at = target;
    if (column.layout() == Layout.VIEW) {
      long[] data = from.dataAddresses();
      for (int i = 0; i < rows; i++) {
        int row = Memory.getInt(positions + 4L * i);
        if (!column.isNull(row)) {
          at = writeText(values + 16L * (isCoded ? column.code(row) : row), data, at);
        }
      }
      return at;
    }
    if (column.layout() == Layout.BIT) {
      Memory.fill(target, (rows + 7) / 8, (byte) 0);
    }
    for (int i = 0; i < rows; i++) {
      int row = Memory.getInt(positions + 4L * i);
      long source = isCoded ? (column.isNull(row) ? 0 : column.code(row)) : row;
      switch (column.layout().byteWidth()) {
        case 0 -> {
          if (Bits.get(values, (int) source)) {
            Bits.set(target, i);
          }
        }
        case 1 -> Memory.putByte(target + i, Memory.getByte(values + source));
        case 2 -> Memory.putShort(target + 2L * i, Memory.getShort(values + 2 * source));
        case 4 -> Memory.putInt(target + 4L * i, Memory.getInt(values + 4 * source));
        case 8 -> Memory.putLong(target + 8L * i, Memory.getLong(values + 8 * source));
        default -> {
          Memory.putLong(target + 16L * i, Memory.getLong(values + 16 * source));
          Memory.putLong(target + 16L * i + 8, Memory.getLong(values + 16 * source + 8));
        }
      }
    }
    return target + fixedBytes(column, rows);
  }

  private static long writeText(long view, long[] data, long target) {
    int length = StringViews.length(view);
    long at = target;
    if (length < LONG_TEXT) {
      Memory.putByte(at++, (byte) length);
    } else {
      Memory.putByte(at, (byte) LONG_TEXT);
      Memory.putInt(at + 1, length);
      at += 5;
    }
    Memory.copy(StringViews.address(view, data), at, length);
    return at + length;
  }

  /** Returns how long a text is whose length is at an address. */
  static int textBytes(long address) {
    int length = Memory.getByte(address) & 0xff;
    return length == LONG_TEXT ? Memory.getInt(address + 1) : length;
  }

  /** Returns how much the length of a text takes. */
  static int lengthBytes(int textBytes) {
    return textBytes < LONG_TEXT ? 1 : 5;
  }
}
