package dev.heddle.io.catalog;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.PackedNumbers;
import org.jspecify.annotations.Nullable;

/**
 * A column of integers, or of codes into a dictionary, in fewer bytes: a value is a base plus a
 * step times an unsigned code of one, two or four bytes. The code of a null row is 0. Immutable;
 * owns its buffers.
 */
final class PackedColumn implements AutoCloseable {
  private static final long MAX_BYTE = 0xffL;
  private static final long MAX_SHORT = 0xffffL;
  private static final long MAX_INT = 0xffffffffL;

  private final DataType type;
  private final int rows;
  private final int valueWidth; // in bytes
  private final int width; // of a code, in bytes
  private final long base;
  private final long step;
  private final long most; // code
  private final Buffer codes;
  private final @Nullable Buffer validity;
  private final @Nullable Column dictionary;

  private PackedColumn(
      Column column, int rows, int width, long base, long step, long most, Buffer codes) {
    this.type = column.type();
    this.rows = rows;
    this.valueWidth = column.isDictionary() ? Integer.BYTES : column.layout().byteWidth();
    this.width = width;
    this.base = base;
    this.step = step;
    this.most = most;
    this.codes = codes;
    Buffer bits = column.validityBuffer();
    this.validity = bits == null ? null : bits.retain();
    this.dictionary = column.isDictionary() ? column.dictionary().retain() : null;
  }

  /** Returns a column in fewer bytes, or null if that is not possible; the column is lent. */
  static @Nullable PackedColumn of(Column column, int rows, MemoryAccount account) {
    if (column.isDictionary()) {
      long most = Math.max(0, column.dictionary().rows() - 1L);
      return most > MAX_SHORT ? null : packed(column, rows, 0, 1, most, account);
    }
    return switch (column.layout()) {
      case INT16, INT32, INT64 -> ofNumbers(column, rows, account);
      case BIT, INT8, FLOAT32, FLOAT64, INT128, VIEW, INTERVAL, LIST, STRUCT -> null;
    };
  }

  private static @Nullable PackedColumn ofNumbers(Column column, int rows, MemoryAccount account) {
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (int row = 0; row < rows; row++) {
      if (!column.isNull(row)) {
        long value = column.longAt(row);
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
    }
    if (least > most) { // only nulls
      return packed(column, rows, 0, 1, 0, account);
    }
    long range = most - least;
    if (range < 0) {
      return null; // it takes more than 63 bits
    }
    long step = range <= MAX_BYTE ? 1 : step(column, rows, least);
    if (width(range / step) == width(range)) {
      step = 1;
    }
    return packed(column, rows, least, step, range / step, account);
  }

  /** Returns the greatest common divisor of the differences to the least value. */
  private static long step(Column column, int rows, long least) {
    long divisor = 0;
    for (int row = 0; row < rows && divisor != 1; row++) {
      if (!column.isNull(row)) {
        long a = column.longAt(row) - least;
        while (a != 0) {
          long rest = divisor % a;
          divisor = a;
          a = rest;
        }
      }
    }
    return divisor;
  }

  private static int width(long most) {
    return most <= MAX_BYTE ? 1 : most <= MAX_SHORT ? 2 : most <= MAX_INT ? 4 : 8;
  }

  private static @Nullable PackedColumn packed(
      Column column, int rows, long base, long step, long most, MemoryAccount account) {
    int width = width(most);
    int valueWidth = column.isDictionary() ? Integer.BYTES : column.layout().byteWidth();
    if (width >= valueWidth) {
      return null;
    }
    Buffer codes = account.allocate(PackedCodes.bytesFor(rows, width));
    for (int row = 0; row < rows; row++) {
      long code = 0;
      if (!column.isNull(row)) {
        long value = column.isDictionary() ? column.code(row) : column.longAt(row);
        code = (value - base) / step;
      }
      PackedCodes.put(codes.address(), width, row, code);
    }
    for (int row = rows; row % PackedCodes.ROWS_A_WORD != 0; row++) {
      PackedCodes.put(codes.address(), width, row, 0);
    }
    return new PackedColumn(column, rows, width, base, step, most, codes);
  }

  /** Returns whether there are nulls, or may be. */
  boolean mayHaveNulls() {
    return validity != null;
  }

  /** Returns where the validity bits start, or 0 where no row is null. */
  long validity() {
    return validity == null ? 0 : validity.address();
  }

  /** Returns the dictionary that the values are codes into, or null. */
  @Nullable Column dictionary() {
    return dictionary;
  }

  /** Returns the bytes of a value as {@link #decode} makes it. */
  int valueWidth() {
    return valueWidth;
  }

  /** Returns the type of the values. */
  DataType type() {
    return type;
  }

  /** Sets the bits of the rows whose number is in {@code [low, high]}. */
  void inRange(long low, long high, long bits) {
    long last = base + step * most;
    if (low > last || high < base || low > high) {
      PackedCodes.clear(rows, bits);
      return;
    }
    long from = low <= base ? 0 : (low - base - 1) / step + 1;
    long to = high >= last ? most : (high - base) / step;
    if (from > to) {
      PackedCodes.clear(rows, bits);
    } else if (from == 0 && to == most) {
      PackedCodes.fill(rows, bits);
    } else {
      PackedCodes.inRange(codes.address(), width, rows, from, to, bits);
    }
  }

  /** Sets the bits of the rows whose code has a 1 in a table, which has an entry for each code. */
  void inTable(byte[] table, long bits) {
    int first = 0;
    while (first <= most && table[first] == 0) {
      first++;
    }
    int last = first;
    while (last < most && table[last + 1] == 1) {
      last++;
    }
    int next = last + 1;
    while (next <= most && table[next] == 0) {
      next++;
    }
    if (next <= most) {
      PackedCodes.inTable(codes.address(), width, rows, table, bits);
    } else {
      inRange(first, last, bits);
    }
  }

  /** Returns how the numbers are packed. */
  PackedNumbers numbers() {
    return new PackedNumbers(codes.address(), width, base, step);
  }

  /** Writes the values of all rows, or of those at {@code count} positions if these are not 0. */
  void decodeInto(long positions, int count, long target) {
    if (positions == 0) {
      PackedCodes.decode(codes.address(), width, count, base, step, valueWidth, target);
    } else {
      PackedCodes.decodeAt(
          codes.address(), width, positions, count, base, step, valueWidth, target);
    }
  }

  /** Returns all rows as a column as it was. */
  Column decode(MemoryAccount account) {
    Buffer values = account.allocate((long) valueWidth * rows);
    decodeInto(0, rows, values.address());
    return column(rows, values, validity == null ? null : validity.retain());
  }

  /** Returns the rows at some int32 positions as a column. */
  Column decode(long positions, int count, MemoryAccount account) {
    Buffer values = account.allocate((long) valueWidth * count);
    Buffer bits = null;
    if (validity != null) {
      try {
        bits = account.allocateZeroed(Bits.bytesFor(count));
      } catch (Throwable e) {
        values.release();
        throw e;
      }
      for (int i = 0; i < count; i++) {
        if (Bits.get(validity.address(), Memory.getInt(positions + 4L * i))) {
          Bits.set(bits.address(), i);
        }
      }
    }
    decodeInto(positions, count, values.address());
    return column(count, values, bits);
  }

  /** Returns a column of values that {@link #decodeInto} wrote; takes over the buffers. */
  Column column(int count, Buffer values, @Nullable Buffer bits) {
    return dictionary == null
        ? Column.fixed(type, count, values, bits)
        : Column.codes(count, values, bits, dictionary.retain());
  }

  @Override
  public void close() {
    codes.release();
    if (validity != null) {
      validity.release();
    }
    if (dictionary != null) {
      dictionary.release();
    }
  }
}
