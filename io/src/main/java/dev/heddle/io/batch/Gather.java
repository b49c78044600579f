package dev.heddle.io.batch;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import org.jspecify.annotations.Nullable;

/**
 * Copies chosen rows of a column into a new one. Text and the elements of lists stay where they
 * are: the views and ranges are copied, the data buffers and the elements shared.
 */
public final class Gather {
  private Gather() {}

  /**
   * Returns a column of the rows at the given positions, in that order; a dictionary stays a
   * dictionary.
   *
   * @param positions where {@code count} int32 positions start
   */
  public static Column rows(Column source, long positions, int count, MemoryAccount account) {
    if (source.layout() == Layout.STRUCT) {
      return structs(source, positions, count, account);
    }
    boolean coded = source.isDictionary();
    Buffer values = account.allocate(coded ? 4L * count : source.layout().bytesFor(count));
    Buffer validity = null;
    if (source.mayHaveNulls()) {
      try {
        validity = account.allocate(Bits.bytesFor(count));
      } catch (Throwable e) {
        values.release();
        throw e;
      }
      bits(source.validity(), positions, count, validity.address());
    }
    if (coded) {
      ints(source.values(), positions, count, values.address());
      return Column.codes(count, values, validity, source.dictionary().retain());
    }
    values(source.layout(), source.values(), positions, count, values.address());
    return withData(source, count, values, validity);
  }

  private static Column structs(Column source, long positions, int count, MemoryAccount account) {
    Column[] fields = new Column[source.childCount()];
    Buffer validity = null;
    try {
      for (int i = 0; i < fields.length; i++) {
        fields[i] = rows(source.child(i), positions, count, account);
      }
      if (source.mayHaveNulls()) {
        validity = account.allocate(Bits.bytesFor(count));
        bits(source.validity(), positions, count, validity.address());
      }
    } catch (Throwable e) {
      Column.releaseAll(fields);
      throw e;
    }
    return Column.structs(source.type(), count, validity, fields);
  }

  /**
   * Returns a column of the rows at the given positions, in that order, with null where a position
   * is negative.
   *
   * @param positions where {@code count} int32 positions start
   */
  public static Column rowsOrNull(Column source, long positions, int count, MemoryAccount account) {
    if (source.rows() == 0) {
      return ConstantColumns.nulls(source.type(), count, account);
    }
    Buffer clamped = account.allocate(4L * count);
    try {
      for (int i = 0; i < count; i++) {
        Memory.putInt(clamped.address() + 4L * i, Math.max(0, Memory.getInt(positions + 4L * i)));
      }
      Column found = rows(source, clamped.address(), count, account);
      Buffer validity;
      try {
        validity = account.allocate(Bits.bytesFor(count));
      } catch (Throwable e) {
        found.release();
        throw e;
      }
      for (int i = 0; i < count; i++) {
        if (Memory.getInt(positions + 4L * i) >= 0 && !found.isNull(i)) {
          Bits.set(validity.address(), i);
        } else {
          Bits.clear(validity.address(), i);
        }
      }
      return found.moveWithValidity(validity);
    } finally {
      clamped.release();
    }
  }

  /** Returns the plain form of a dictionary column, or the column itself with one more owner. */
  public static Column decode(Column source, MemoryAccount account) {
    if (!source.isDictionary()) {
      return source.retain();
    }
    Column dictionary = source.dictionary();
    Buffer validity = source.validityBuffer();
    if (dictionary.mayHaveNulls()) {
      throw new IllegalStateException("A dictionary has no null entries");
    }
    Buffer values = account.allocate(dictionary.layout().bytesFor(source.rows()));
    values(
        dictionary.layout(), dictionary.values(), source.values(), source.rows(), values.address());
    return withData(dictionary, source.rows(), values, validity == null ? null : validity.retain());
  }

  private static Column withData(
      Column source, int count, Buffer values, @Nullable Buffer validity) {
    if (source.layout() == Layout.LIST) {
      return Column.lists(source.type(), count, values, validity, source.child(0).retain());
    }
    if (!source.layout().isText()) {
      return Column.fixed(source.type(), count, values, validity);
    }
    Buffer[] data = source.dataBuffers().clone();
    for (Buffer buffer : data) {
      buffer.retain();
    }
    return Column.views(source.type(), count, values, validity, data);
  }

  /** Gathers values of a layout; of lists the ranges only. */
  public static void values(Layout layout, long source, long positions, int count, long target) {
    switch (layout) {
      case BIT -> bits(source, positions, count, target);
      case INT8 -> bytes(source, positions, count, target);
      case INT16 -> shorts(source, positions, count, target);
      case INT32, FLOAT32 -> ints(source, positions, count, target);
      case INT64, FLOAT64, LIST -> longs(source, positions, count, target);
      case INT128, VIEW, INTERVAL -> longPairs(source, positions, count, target);
      case STRUCT -> throw new IllegalStateException("Structs have no values of their own");
    }
  }

  private static void bits(long source, long positions, int count, long target) {
    int i = 0;
    for (; i + 64 <= count; i += 64) {
      Memory.putLong(target + (i >>> 3), word(source, positions + 4L * i, 64));
    }
    if (i < count) {
      Memory.putLong(target + (i >>> 3), word(source, positions + 4L * i, count - i));
    }
  }

  private static long word(long source, long positions, int count) {
    long word = 0;
    for (int i = 0; i < count; i++) {
      int position = Memory.getInt(positions + 4L * i);
      long bit = Memory.getByte(source + (position >>> 3)) >>> (position & 7) & 1;
      word |= bit << i;
    }
    return word;
  }

  private static void bytes(long source, long positions, int count, long target) {
    for (int i = 0; i < count; i++) {
      Memory.putByte(target + i, Memory.getByte(source + Memory.getInt(positions + 4L * i)));
    }
  }

  private static void shorts(long source, long positions, int count, long target) {
    for (int i = 0; i < count; i++) {
      Memory.putShort(
          target + 2L * i, Memory.getShort(source + 2L * Memory.getInt(positions + 4L * i)));
    }
  }

  private static void ints(long source, long positions, int count, long target) {
    for (int i = 0; i < count; i++) {
      Memory.putInt(
          target + 4L * i, Memory.getInt(source + 4L * Memory.getInt(positions + 4L * i)));
    }
  }

  private static void longs(long source, long positions, int count, long target) {
    for (int i = 0; i < count; i++) {
      Memory.putLong(
          target + 8L * i, Memory.getLong(source + 8L * Memory.getInt(positions + 4L * i)));
    }
  }

  private static void longPairs(long source, long positions, int count, long target) {
    for (int i = 0; i < count; i++) {
      long from = source + 16L * Memory.getInt(positions + 4L * i);
      long to = target + 16L * i;
      Memory.putLong(to, Memory.getLong(from));
      Memory.putLong(to + 8, Memory.getLong(from + 8));
    }
  }
}
