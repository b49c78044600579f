package dev.heddle.io.batch;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.util.List;

/** Makes columns in which every row is the same. */
public final class ConstantColumns {
  private ConstantColumns() {}

  /** Returns a column in which every row is null. */
  public static Column nulls(DataType type, int rows, MemoryAccount account) {
    Layout layout = Layout.of(type);
    Buffer validity = account.allocateZeroed(Bits.bytesFor(rows));
    Buffer values = null;
    Column[] children = {};
    try {
      if (layout != Layout.STRUCT) {
        values = account.allocateZeroed(layout.bytesFor(rows));
      }
      children = children(type, rows, account);
    } catch (Throwable e) {
      validity.release();
      if (values != null) {
        values.release();
      }
      throw e;
    }
    return switch (layout) {
      case STRUCT -> Column.structs(type, rows, validity, children);
      case LIST -> Column.lists(type, rows, values, validity, children[0]);
      case VIEW -> Column.views(type, rows, values, validity);
      default -> Column.fixed(type, rows, values, validity);
    };
  }

  private static Column[] children(DataType type, int rows, MemoryAccount account) {
    List<DataType> types = Layout.childTypes(type);
    int childRows = Layout.of(type) == Layout.STRUCT ? rows : 0; // lists of no elements
    return Column.makeAll(types.size(), i -> nulls(types.get(i), childRows, account));
  }

  /** Returns an int64 column in which every row has the value. */
  public static Column longs(long value, int rows, MemoryAccount account) {
    Buffer values = account.allocate(8L * rows);
    for (int i = 0; i < rows; i++) {
      Memory.putLong(values.address() + 8L * i, value);
    }
    return Column.fixed(DataType.INT64, rows, values, null);
  }
}
