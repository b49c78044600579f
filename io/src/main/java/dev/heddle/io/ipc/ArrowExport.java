package dev.heddle.io.ipc;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;

/**
 * Copies batches into Arrow vectors: dictionaries are decoded, text gets offsets, decimals 128
 * bits.
 */
public final class ArrowExport {
  private ArrowExport() {}

  /**
   * Fills the vectors of a root whose schema {@link dev.heddle.frame.schema.ArrowTypes} made.
   *
   * @param batch stays the caller's
   */
  public static void fill(Batch batch, VectorSchemaRoot root) {
    int rows = batch.rowCount();
    for (int i = 0; i < batch.columnCount(); i++) {
      fillDecoded(batch.column(i), rows, root.getVector(i), batch.account());
    }
    root.setRowCount(rows);
  }

  private static void fill(Column column, int rows, FieldVector vector, MemoryAccount account) {
    switch (vector) {
      case BitVector bits -> {
        bits.allocateNew(rows);
        Memory.copy(column.values(), bits.getDataBuffer().memoryAddress(), (rows + 7) / 8);
        copyValidity(column, rows, bits);
      }
      case BaseFixedWidthVector fixed -> {
        fixed.allocateNew(rows);
        long target = fixed.getDataBuffer().memoryAddress();
        if (column.type() instanceof DataType.Decimal && column.layout() == Layout.INT64) {
          widen(column.values(), rows, target);
        } else if (column.type() instanceof DataType.Unsigned(int bits)) {
          narrow(column, rows, target, bits / Byte.SIZE);
        } else if (column.type() instanceof DataType.Uuid) {
          reverse(column.values(), rows, target);
        } else {
          Memory.copy(column.values(), target, column.layout().bytesFor(rows));
        }
        copyValidity(column, rows, fixed);
      }
      case BaseVariableWidthVector text
          when column.type() instanceof DataType.Enumeration(List<String> labels) ->
          fillLabels(column, rows, labels, text);
      case BaseVariableWidthVector text -> fillText(column, rows, text);
      case ListVector lists -> fillLists(column, rows, lists, account); // maps too
      case StructVector structs -> fillStructs(column, rows, structs, account);
      default -> vector.setValueCount(rows); // the null vector
    }
  }

  private static void fillLists(Column column, int rows, ListVector vector, MemoryAccount account) {
    vector.setInitialCapacity(rows, 1);
    vector.allocateNew();
    long offsets = vector.getOffsetBuffer().memoryAddress();
    int elements = 0;
    Memory.putInt(offsets, 0);
    for (int i = 0; i < rows; i++) {
      elements = Math.addExact(elements, isPresent(column, i) ? column.listLength(i) : 0);
      Memory.putInt(offsets + 4L * (i + 1), elements);
    }
    putValidity(column, rows, vector.getValidityBuffer().memoryAddress());
    Buffer positions = account.allocate(4L * elements);
    try {
      long at = positions.address();
      for (int i = 0; i < rows; i++) {
        int length = isPresent(column, i) ? column.listLength(i) : 0;
        for (int e = 0; e < length; e++, at += 4) {
          Memory.putInt(at, column.listStart(i) + e);
        }
      }
      Column found = Gather.rows(column.child(0), positions.address(), elements, account);
      try {
        fillDecoded(found, elements, vector.getDataVector(), account);
      } finally {
        found.release();
      }
    } finally {
      positions.release();
    }
    vector.setLastSet(rows - 1);
    vector.setValueCount(rows);
  }

  private static void fillStructs(
      Column column, int rows, StructVector vector, MemoryAccount account) {
    vector.setInitialCapacity(rows);
    vector.allocateNew();
    putValidity(column, rows, vector.getValidityBuffer().memoryAddress());
    for (int i = 0; i < column.childCount(); i++) {
      Column child = column.child(i);
      FieldVector target = (FieldVector) vector.getChildByOrdinal(i);
      fillDecoded(child, rows, target, account);
    }
    vector.setValueCount(rows);
  }

  private static void fillDecoded(
      Column column, int rows, FieldVector vector, MemoryAccount account) {
    Column plain = Gather.decode(column, account);
    try {
      fill(plain, rows, vector, account);
    } finally {
      plain.release();
    }
  }

  private static void putValidity(Column column, int rows, long target) {
    if (column.validity() == 0) {
      Memory.fill(target, (rows + 7) / 8, (byte) -1);
    } else {
      Memory.copy(column.validity(), target, (rows + 7) / 8);
    }
  }

  private static void widen(long source, int rows, long target) {
    for (int i = 0; i < rows; i++) {
      long value = Memory.getLong(source + 8L * i);
      Memory.putLong(target + 16L * i, value);
      Memory.putLong(target + 16L * i + 8, value >> 63);
    }
  }

  /** Writes the low half of each value, which is what an unsigned integer has. */
  private static void narrow(Column column, int rows, long target, int bytes) {
    long source = column.values();
    for (int i = 0; i < rows; i++) {
      long low = source + 2L * bytes * i;
      switch (bytes) {
        case Byte.BYTES -> Memory.putByte(target + i, Memory.getByte(low));
        case Short.BYTES -> Memory.putShort(target + 2L * i, Memory.getShort(low));
        case Integer.BYTES -> Memory.putInt(target + 4L * i, Memory.getInt(low));
        default -> Memory.putLong(target + 8L * i, Memory.getLong(low));
      }
    }
  }

  /** Writes UUIDs with the most significant byte first. */
  private static void reverse(long source, int rows, long target) {
    for (long at = 0; at < 16L * rows; at += 16) {
      long high = Uuids.flipped(Memory.getLong(source + at + 8));
      Memory.putLong(target + at, Long.reverseBytes(high));
      Memory.putLong(target + at + 8, Long.reverseBytes(Memory.getLong(source + at)));
    }
  }

  private static void copyValidity(Column column, int rows, BaseFixedWidthVector vector) {
    putValidity(column, rows, vector.getValidityBuffer().memoryAddress());
    vector.setValueCount(rows);
  }

  private static void fillLabels(
      Column column, int rows, List<String> labels, BaseVariableWidthVector vector) {
    byte[][] bytes = new byte[labels.size()][];
    vector.allocateNew(rows);
    for (int i = 0; i < rows; i++) {
      if (isPresent(column, i)) {
        int position = (int) column.longAt(i);
        if (bytes[position] == null) {
          bytes[position] = labels.get(position).getBytes(StandardCharsets.UTF_8);
        }
        vector.setSafe(i, bytes[position]);
      }
    }
    vector.setValueCount(rows);
  }

  private static void fillText(Column column, int rows, BaseVariableWidthVector vector) {
    long views = column.values();
    long[] data = column.dataAddresses();
    long bytes = 0;
    for (int i = 0; i < rows; i++) {
      bytes += isPresent(column, i) ? StringViews.length(views + 16L * i) : 0;
    }
    vector.allocateNew(bytes, rows);
    long offsets = vector.getOffsetBuffer().memoryAddress();
    long validity = vector.getValidityBuffer().memoryAddress();
    long target = vector.getDataBuffer().memoryAddress();
    Memory.fill(validity, (rows + 7) / 8, (byte) 0);
    int offset = 0;
    Memory.putInt(offsets, 0);
    for (int i = 0; i < rows; i++) {
      if (isPresent(column, i)) {
        Bits.set(validity, i);
        long view = views + 16L * i;
        Memory.copy(StringViews.address(view, data), target + offset, StringViews.length(view));
        offset += StringViews.length(view);
      }
      Memory.putInt(offsets + 4L * (i + 1), offset);
    }
    vector.setLastSet(rows - 1);
    vector.setValueCount(rows);
  }

  private static boolean isPresent(Column column, int row) {
    return column.validity() == 0 || Bits.get(column.validity(), row);
  }
}
