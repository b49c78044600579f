package dev.heddle.physical.kernel.list;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import java.util.Arrays;
import java.util.List;

/**
 * Writes nested values as bytes that are equal where the values are and have their order, and reads
 * them back, so that operators can group, join and sort by them and pick them as they do with
 * binary.
 *
 * <p>Lists are ordered by their first element that differs, or their length; structs by their
 * fields; a missing part follows all others. Intervals have no order, also not in here.
 *
 * <p>A part has a byte that shows whether there is a value, then its words, the highest byte first
 * and the sign such that negative ones are smaller (NaN and zero in one form), or its bytes with
 * zeros marked and an end, its elements and an end, or its fields. Used by one thread.
 */
public final class NestedBytes {
  private static final byte END = 0;
  private static final byte PRESENT = 1;
  private static final byte ABSENT = 2;

  /** Behind a zero that is part of a text; behind the one that ends it there is {@link #END}. */
  private static final byte ZERO = (byte) 0xff;

  private byte[] text = new byte[64];
  private long at; // where the next byte is read

  /** Returns how many bytes a value that is not null takes at most. */
  public static long size(Column column, int row) {
    if (column.isDictionary()) {
      return size(column.dictionary(), column.code(row));
    }
    Layout layout = column.layout();
    return switch (layout) {
      case BIT -> 1;
      case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, INT128, INTERVAL -> layout.byteWidth();
      case VIEW -> 2L + 2L * StringViews.length(column.values() + 16L * row);
      case LIST -> {
        long size = 1;
        int start = column.listStart(row);
        for (int i = 0; i < column.listLength(row); i++) {
          size += part(column.child(0), start + i);
        }
        yield size;
      }
      case STRUCT -> {
        long size = 0;
        for (int i = 0; i < column.childCount(); i++) {
          size += part(column.child(i), row);
        }
        yield size;
      }
    };
  }

  private static long part(Column column, int row) {
    return column.isNull(row) ? 1 : 1 + size(column, row);
  }

  /** Writes a value that is not null; returns where it ends. */
  public static long write(Column column, int row, long target) {
    if (column.isDictionary()) {
      return write(column.dictionary(), column.code(row), target);
    }
    switch (column.layout()) {
      case BIT -> Memory.putByte(target, (byte) (column.booleanAt(row) ? 1 : 0));
      case INT8 -> Memory.putByte(target, (byte) (column.longAt(row) ^ Byte.MIN_VALUE));
      case INT16 -> {
        short flipped = (short) (column.longAt(row) ^ Short.MIN_VALUE);
        Memory.putShort(target, Short.reverseBytes(flipped));
      }
      case INT32 -> putInt(target, (int) column.longAt(row));
      case INT64 -> putLong(target, column.longAt(row));
      case FLOAT32 -> {
        int bits = Float.floatToIntBits((float) column.doubleAt(row) + 0);
        putInt(target, bits ^ (bits >> 31 & Integer.MAX_VALUE));
      }
      case FLOAT64 -> {
        long bits = Double.doubleToLongBits(column.doubleAt(row) + 0);
        putLong(target, bits ^ (bits >> 63 & Long.MAX_VALUE));
      }
      case INT128, INTERVAL -> {
        putLong(target, column.highWordAt(row));
        Memory.putLong(target + 8, Long.reverseBytes(column.lowWordAt(row)));
      }
      case VIEW -> {
        long view = column.values() + 16L * row;
        return writeText(
            StringViews.address(view, column.dataAddresses()), StringViews.length(view), target);
      }
      case LIST -> {
        int length = column.listLength(row);
        int start = column.listStart(row);
        long end = target;
        for (int i = 0; i < length; i++) {
          end = writePart(column.child(0), start + i, end);
        }
        Memory.putByte(end, END);
        return end + 1;
      }
      case STRUCT -> {
        long end = target;
        for (int i = 0; i < column.childCount(); i++) {
          end = writePart(column.child(i), row, end);
        }
        return end;
      }
    }
    return target + Math.max(1, column.layout().byteWidth());
  }

  private static void putInt(long target, int value) {
    Memory.putInt(target, Integer.reverseBytes(value ^ Integer.MIN_VALUE));
  }

  private static void putLong(long target, long value) {
    Memory.putLong(target, Long.reverseBytes(value ^ Long.MIN_VALUE));
  }

  private static int readInt(long source) {
    return Integer.reverseBytes(Memory.getInt(source)) ^ Integer.MIN_VALUE;
  }

  private static long readLong(long source) {
    return Long.reverseBytes(Memory.getLong(source)) ^ Long.MIN_VALUE;
  }

  private static long writeText(long source, int length, long target) {
    long to = target;
    for (int i = 0; i < length; i++) {
      byte b = Memory.getByte(source + i);
      Memory.putByte(to++, b);
      if (b == 0) {
        Memory.putByte(to++, ZERO);
      }
    }
    Memory.putByte(to, (byte) 0);
    Memory.putByte(to + 1, END);
    return to + 2;
  }

  private static long writePart(Column column, int row, long target) {
    if (column.isNull(row)) {
      Memory.putByte(target, ABSENT);
      return target + 1;
    }
    Memory.putByte(target, PRESENT);
    return write(column, row, target + 1);
  }

  /** Appends the value whose bytes start at an address. */
  public void read(DataType type, long bytes, ColumnBuilder builder) {
    at = bytes;
    value(type, builder);
  }

  private void valueOrNull(DataType type, ColumnBuilder builder) {
    if (Memory.getByte(at++) == ABSENT) {
      builder.appendNull();
    } else {
      value(type, builder);
    }
  }

  /** Reads a text into {@link #text}; returns its length. */
  private int readText() {
    int length = 0;
    while (true) {
      byte b = Memory.getByte(at++);
      if (b == 0 && Memory.getByte(at++) == END) {
        return length;
      }
      if (length == text.length) {
        text = Arrays.copyOf(text, 2 * length);
      }
      text[length++] = b;
    }
  }

  private long take(int width) {
    at += width;
    return at - width;
  }

  private void value(DataType type, ColumnBuilder builder) {
    switch (Layout.of(type)) {
      case BIT -> builder.appendBoolean(Memory.getByte(take(1)) != 0);
      case INT8 -> builder.appendLong((byte) (Memory.getByte(take(1)) ^ Byte.MIN_VALUE));
      case INT16 ->
          builder.appendLong(
              (short) (Short.reverseBytes(Memory.getShort(take(2))) ^ Short.MIN_VALUE));
      case INT32 -> builder.appendLong(readInt(take(4)));
      case INT64 -> builder.appendLong(readLong(take(8)));
      case FLOAT32 -> {
        int bits = readInt(take(4));
        builder.appendDouble(Float.intBitsToFloat(bits ^ (bits >> 31 & Integer.MAX_VALUE)));
      }
      case FLOAT64 -> {
        long bits = readLong(take(8));
        builder.appendDouble(Double.longBitsToDouble(bits ^ (bits >> 63 & Long.MAX_VALUE)));
      }
      case INT128, INTERVAL -> {
        long word = take(16);
        builder.appendWords(Long.reverseBytes(Memory.getLong(word + 8)), readLong(word));
      }
      case VIEW -> {
        int length = readText(); // may make the array anew
        builder.appendBytes(text, 0, length);
      }
      case LIST -> {
        DataType element =
            type instanceof DataType.MapOf map ? map.entry() : ((DataType.ListOf) type).element();
        while (Memory.getByte(at) != END) {
          valueOrNull(element, builder.child(0));
        }
        at++;
        builder.endList();
      }
      case STRUCT -> {
        List<Field> fields = ((DataType.Struct) type).fields();
        for (int i = 0; i < fields.size(); i++) {
          valueOrNull(fields.get(i).type(), builder.child(i));
        }
        builder.endStruct();
      }
    }
  }
}
