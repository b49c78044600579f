package dev.heddle.physical.kernel;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ConstantColumns;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanValue;
import java.math.BigInteger;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes columns of one value, and reads single values. */
public final class SingleValues {
  private static final long NANOS_PER_MICRO = 1_000L;

  private SingleValues() {}

  /** Returns a column that holds one value in each row; an empty value is null. */
  public static Column constant(
      DataType type, Optional<ScanValue> value, int rows, MemoryAccount account) {
    if (value.isEmpty()) {
      return ConstantColumns.nulls(type, rows, account);
    }
    Layout layout = Layout.of(type);
    long low = 0;
    long high = 0;
    switch (value.get()) {
      case ScanValue.Whole(BigInteger whole) -> {
        low = whole.longValue();
        high = whole.shiftRight(64).longValue();
      }
      case ScanValue.Floating(double number) ->
          low =
              layout == Layout.FLOAT32
                  ? Float.floatToRawIntBits((float) number)
                  : Double.doubleToRawLongBits(number);
      case ScanValue.Truth(boolean truth) -> low = truth ? -1L : 0;
      case ScanValue.Span(int months, int days, long micros) -> {
        low = (months & 0xffffffffL) | (long) days << 32;
        high = Math.multiplyExact(micros, NANOS_PER_MICRO);
      }
      case ScanValue.Bytes(byte[] bytes) -> {
        return text(type, bytes, rows, account);
      }
    }
    Buffer values = account.allocate(layout.bytesFor(rows));
    fill(layout, values.address(), rows, low, high);
    return Column.fixed(type, rows, values, null);
  }

  private static Column text(DataType type, byte[] bytes, int rows, MemoryAccount account) {
    Buffer values = account.allocate(16L * rows);
    Buffer data;
    try {
      data = account.allocate(Math.max(StringViews.MAX_INLINE, bytes.length));
    } catch (Throwable e) {
      values.release();
      throw e;
    }
    Memory.copyFromArray(bytes, 0, data.address(), bytes.length);
    for (int i = 0; i < rows; i++) {
      StringViews.put(values.address() + 16L * i, data.address(), bytes.length, 0, 0);
    }
    if (bytes.length <= StringViews.MAX_INLINE) {
      data.release();
      return Column.views(type, rows, values, null);
    }
    return Column.views(type, rows, values, null, data);
  }

  private static void fill(Layout layout, long values, int rows, long low, long high) {
    switch (layout) {
      case BIT -> {
        for (long i = 0; i < Bits.bytesFor(rows); i += 8) {
          Memory.putLong(values + i, low);
        }
      }
      case INT8 -> Memory.fill(values, rows, (byte) low);
      case INT16 -> {
        for (int i = 0; i < rows; i++) {
          Memory.putShort(values + 2L * i, (short) low);
        }
      }
      case INT32, FLOAT32 -> {
        for (int i = 0; i < rows; i++) {
          Memory.putInt(values + 4L * i, (int) low);
        }
      }
      case INT64, FLOAT64 -> {
        for (int i = 0; i < rows; i++) {
          Memory.putLong(values + 8L * i, low);
        }
      }
      case INT128, INTERVAL, VIEW -> {
        for (int i = 0; i < rows; i++) {
          Memory.putLong(values + 16L * i, low);
          Memory.putLong(values + 16L * i + 8, high);
        }
      }
      case LIST, STRUCT -> throw new IllegalStateException("No constant of layout " + layout);
    }
  }

  /** Returns a row's value, empty for null. Dictionaries are followed. */
  public static Optional<ScanValue> value(Column column, int row) {
    if (column.isNull(row)) {
      return Optional.empty();
    }
    if (column.isDictionary()) {
      return value(column.dictionary(), column.code(row));
    }
    return Optional.of(
        switch (column.layout()) {
          case BIT -> new ScanValue.Truth(column.booleanAt(row));
          case INT8, INT16, INT32, INT64 -> ScanValue.Whole.of(column.longAt(row));
          case FLOAT32, FLOAT64 -> new ScanValue.Floating(column.doubleAt(row));
          case INT128 ->
              new ScanValue.Whole(
                  Int128.toBigInteger(column.lowWordAt(row), column.highWordAt(row)));
          case VIEW -> new ScanValue.Bytes(column.bytesAt(row));
          case LIST, STRUCT ->
              throw new IllegalStateException("No constant of " + column.type().sqlName());
          case INTERVAL ->
              new ScanValue.Span(
                  (int) column.lowWordAt(row),
                  (int) (column.lowWordAt(row) >> 32),
                  column.highWordAt(row) / NANOS_PER_MICRO);
        });
  }

  /**
   * Makes a column of any type but structs, with the data buffers or elements of another one if it
   * has views or lists; takes the buffers.
   */
  public static Column withData(
      DataType type, int rows, Buffer values, @Nullable Buffer validity, Column source) {
    if (Layout.of(type) == Layout.LIST) {
      return Column.lists(type, rows, values, validity, source.child(0).retain());
    }
    if (!Layout.of(type).isText()) {
      return Column.fixed(type, rows, values, validity);
    }
    Buffer[] data = source.dataBuffers().clone();
    for (Buffer buffer : data) {
      buffer.retain();
    }
    return Column.views(type, rows, values, validity, data);
  }
}
