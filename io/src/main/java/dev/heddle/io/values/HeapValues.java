package dev.heddle.io.values;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Values on the heap: a copy of a column's, in the same layouts. */
public final class HeapValues implements ResultValues {
  private static final VarHandle SHORTS = view(short[].class);
  private static final VarHandle INTS = view(int[].class);
  private static final VarHandle LONGS = view(long[].class);

  private final DataType type;
  private final Layout layout;
  private final int rows;
  private final byte[] values; // fixed widths, ranges of lists
  private final byte @Nullable [] validity;
  private final byte[][] texts;
  private final HeapValues[] children;

  private HeapValues(Column column, int rows, MemoryAccount account) {
    this.type = column.type();
    this.layout = column.layout();
    this.rows = rows;
    this.validity =
        column.validity() == 0 ? null : Memory.toArray(column.validity(), (rows + 7) / 8);
    boolean isText = layout.isText();
    this.values =
        isText || layout == Layout.STRUCT
            ? new byte[0]
            : Memory.toArray(column.values(), (int) layout.bytesFor(rows));
    this.texts = new byte[isText ? rows : 0][];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = column.isNull(i) ? new byte[0] : column.bytesAt(i);
    }
    this.children = new HeapValues[column.childCount()];
    for (int i = 0; i < children.length; i++) {
      Column child = column.child(i);
      children[i] = of(child, layout == Layout.STRUCT ? rows : child.rows(), account);
    }
  }

  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
  }

  /** Copies the first rows of a column; the account pays for what is needed meanwhile. */
  public static HeapValues of(Column column, int rows, MemoryAccount account) {
    Column plain = Gather.decode(column, account);
    try {
      return new HeapValues(plain, rows, account);
    } finally {
      plain.release();
    }
  }

  @Override
  public DataType type() {
    return type;
  }

  @Override
  public Layout layout() {
    return layout;
  }

  @Override
  public int rows() {
    return rows;
  }

  private static boolean bit(byte[] bits, int row) {
    return (bits[row >>> 3] >>> (row & 7) & 1) != 0;
  }

  @Override
  public boolean isNull(int row) {
    return validity != null && !bit(validity, row);
  }

  @Override
  public boolean booleanAt(int row) {
    return bit(values, row);
  }

  @Override
  public long longAt(int row) {
    return switch (layout) {
      case INT8 -> values[row];
      case INT16 -> (short) SHORTS.get(values, 2 * row);
      case INT32 -> (int) INTS.get(values, 4 * row);
      case INT64 -> (long) LONGS.get(values, 8 * row);
      default -> throw new IllegalStateException("No integer in layout " + layout);
    };
  }

  @Override
  public double doubleAt(int row) {
    return layout == Layout.FLOAT32
        ? Float.intBitsToFloat((int) INTS.get(values, 4 * row))
        : Double.longBitsToDouble((long) LONGS.get(values, 8 * row));
  }

  @Override
  public long lowWordAt(int row) {
    return (long) LONGS.get(values, 16 * row);
  }

  @Override
  public long highWordAt(int row) {
    return (long) LONGS.get(values, 16 * row + 8);
  }

  @Override
  public byte[] bytesAt(int row) {
    return texts[row].clone();
  }

  @Override
  public int listStart(int row) {
    return (int) INTS.get(values, 8 * row);
  }

  @Override
  public int listLength(int row) {
    return (int) INTS.get(values, 8 * row + 4);
  }

  @Override
  public ResultValues child(int index) {
    return children[index];
  }
}
