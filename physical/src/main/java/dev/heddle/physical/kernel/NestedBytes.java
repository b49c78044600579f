package dev.heddle.physical.kernel;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.Views;
import dev.heddle.io.memory.Memory;
import java.util.Arrays;
import java.util.List;

/**
 * Writes nested values as bytes that are equal where the values are, and reads them back, so that
 * operators can group and join by them and pick them as they do with binary.
 *
 * <p>A part has a byte that tells whether there is a value, then its words (NaN and zero in one
 * form), its length and bytes, its number of elements and each of them, or its fields. Used by one
 * thread.
 */
public final class NestedBytes {
  private static final byte ABSENT = 0;
  private static final byte PRESENT = 1;

  private byte[] text = new byte[64];
  private long at; // where the next byte is read

  /** Returns how many bytes a value takes that is not null. */
  public static long size(Column column, int row) {
    if (column.isDictionary()) {
      return size(column.dictionary(), column.code(row));
    }
    Layout layout = column.layout();
    return switch (layout) {
      case BIT -> 1;
      case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, INT128, INTERVAL -> layout.byteWidth();
      case VIEW -> 4L + Views.length(column.values() + 16L * row);
      case LIST -> {
        long size = 4;
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
      case INT8 -> Memory.putByte(target, (byte) column.longAt(row));
      case INT16 -> Memory.putShort(target, (short) column.longAt(row));
      case INT32 -> Memory.putInt(target, (int) column.longAt(row));
      case INT64 -> Memory.putLong(target, column.longAt(row));
      case FLOAT32 -> Memory.putInt(target, Float.floatToIntBits((float) column.doubleAt(row) + 0));
      case FLOAT64 -> Memory.putLong(target, Double.doubleToLongBits(column.doubleAt(row) + 0));
      case INT128, INTERVAL -> {
        Memory.putLong(target, column.lowWordAt(row));
        Memory.putLong(target + 8, column.highWordAt(row));
      }
      case VIEW -> {
        long view = column.values() + 16L * row;
        int length = Views.length(view);
        Memory.putInt(target, length);
        Memory.copy(Views.address(view, column.dataAddresses()), target + 4, length);
        return target + 4 + length;
      }
      case LIST -> {
        int length = column.listLength(row);
        int start = column.listStart(row);
        Memory.putInt(target, length);
        long end = target + 4;
        for (int i = 0; i < length; i++) {
          end = writePart(column.child(0), start + i, end);
        }
        return end;
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

  private long take(int width) {
    at += width;
    return at - width;
  }

  private void value(DataType type, ColumnBuilder builder) {
    switch (Layout.of(type)) {
      case BIT -> builder.appendBoolean(Memory.getByte(take(1)) != 0);
      case INT8 -> builder.appendLong(Memory.getByte(take(1)));
      case INT16 -> builder.appendLong(Memory.getShort(take(2)));
      case INT32 -> builder.appendLong(Memory.getInt(take(4)));
      case INT64 -> builder.appendLong(Memory.getLong(take(8)));
      case FLOAT32 -> builder.appendDouble(Memory.getFloat(take(4)));
      case FLOAT64 -> builder.appendDouble(Memory.getDouble(take(8)));
      case INT128, INTERVAL -> {
        long word = take(16);
        builder.appendWords(Memory.getLong(word), Memory.getLong(word + 8));
      }
      case VIEW -> {
        int length = Memory.getInt(take(4));
        if (length > text.length) {
          text = Arrays.copyOf(text, Math.max(length, 2 * text.length));
        }
        Memory.copyToArray(take(length), text, 0, length);
        builder.appendBytes(text, 0, length);
      }
      case LIST -> {
        DataType element =
            type instanceof DataType.MapOf map ? map.entry() : ((DataType.ListOf) type).element();
        int length = Memory.getInt(take(4));
        for (int i = 0; i < length; i++) {
          valueOrNull(element, builder.child(0));
        }
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
