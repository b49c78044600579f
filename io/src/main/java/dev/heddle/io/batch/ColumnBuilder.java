package dev.heddle.io.batch;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds a column value by value, for edges (rows, CSV, literals) and tests; operators write
 * buffers.
 *
 * <p>Used by one thread. {@link #build} gives the buffers away and starts anew; {@link #close}
 * frees what has not been built.
 */
public final class ColumnBuilder implements AutoCloseable {
  private static final int FIRST_ROWS = 64;
  private static final int DATA_BUFFER_BYTES = 64 << 10;

  private final DataType type;
  private final Layout layout;
  private final MemoryAccount account;
  private int rows;
  private int nulls;
  private int room;
  private Buffer values;
  private Buffer validity;
  private final List<Buffer> data = new ArrayList<>();
  private int dataUsed;
  private boolean isOpen; // owns values and validity
  private final ColumnBuilder[] children;
  private int elements; // of child 0 that belong to rows

  /** Makes a builder of a column of the type; the account pays. */
  public ColumnBuilder(DataType type, MemoryAccount account) {
    this.type = type;
    this.layout = Layout.of(type);
    this.account = account;
    List<DataType> childTypes = Layout.childTypes(type);
    this.children = new ColumnBuilder[childTypes.size()];
    start();
    try {
      for (int i = 0; i < children.length; i++) {
        children[i] = new ColumnBuilder(childTypes.get(i), account);
      }
    } catch (Throwable e) {
      close();
      throw e;
    }
  }

  /**
   * Returns the builder of a child column: elements of lists, entries of maps, a field of structs.
   * Values go there first; {@link #endList} or {@link #endStruct} then makes the row. Built and
   * closed with this one.
   */
  public ColumnBuilder child(int index) {
    return children[index];
  }

  /** Appends a list (or map) of the elements appended to its child since the last row. */
  public void endList() {
    reserveRow();
    Memory.putInt(values.address() + 8L * rows, elements);
    Memory.putInt(values.address() + 8L * rows + 4, children[0].rows() - elements);
    elements = children[0].rows();
    present();
  }

  /** Appends a struct of the values appended to its children, one to each. */
  public void endStruct() {
    reserveRow();
    present();
  }

  private void start() {
    rows = 0;
    nulls = 0;
    room = FIRST_ROWS;
    Buffer newValues = account.allocateZeroed(layout.bytesFor(room));
    try {
      validity = account.allocateZeroed(Bits.bytesFor(room));
    } catch (Throwable e) {
      newValues.release();
      throw e;
    }
    values = newValues;
    data.clear();
    dataUsed = 0;
    isOpen = true;
  }

  /** Returns the rows appended since the last build. */
  public int rows() {
    return rows;
  }

  private void reserveRow() {
    if (rows < room) {
      return;
    }
    int newRoom = room * 2;
    values = growZeroed(values, layout.bytesFor(room), layout.bytesFor(newRoom));
    validity = growZeroed(validity, Bits.bytesFor(room), Bits.bytesFor(newRoom));
    room = newRoom;
  }

  private Buffer growZeroed(Buffer old, long oldBytes, long newBytes) {
    Buffer grown = account.grow(old, oldBytes, newBytes);
    Memory.fill(grown.address() + oldBytes, grown.capacity() + Buffer.PADDING - oldBytes, (byte) 0);
    return grown;
  }

  /** Appends a null; to the fields of a struct too. */
  public void appendNull() {
    reserveRow();
    if (layout == Layout.STRUCT) {
      for (ColumnBuilder child : children) {
        child.appendNull();
      }
    }
    nulls++;
    rows++;
  }

  private void present() {
    Bits.set(validity.address(), rows);
    rows++;
  }

  /** Appends a boolean. */
  public void appendBoolean(boolean value) {
    reserveRow();
    if (value) {
      Bits.set(values.address(), rows);
    }
    present();
  }

  /** Appends an integer, date, time, timestamp or unscaled decimal of at most 128 bits. */
  public void appendLong(long value) {
    reserveRow();
    long address = values.address();
    switch (layout) {
      case INT8 -> Memory.putByte(address + rows, (byte) value);
      case INT16 -> Memory.putShort(address + 2L * rows, (short) value);
      case INT32 -> Memory.putInt(address + 4L * rows, (int) value);
      case INT64 -> Memory.putLong(address + 8L * rows, value);
      case INT128 -> putPair(value, value >> 63);
      default ->
          throw new IllegalStateException(
              "Cannot append an integer to a column of " + type.sqlName());
    }
    present();
  }

  /** Appends a floating-point number. */
  public void appendDouble(double value) {
    reserveRow();
    if (layout == Layout.FLOAT32) {
      Memory.putFloat(values.address() + 4L * rows, (float) value);
    } else {
      Memory.putDouble(values.address() + 8L * rows, value);
    }
    present();
  }

  /** Appends 16 bytes as two words: a 128-bit decimal or an interval. */
  public void appendWords(long low, long high) {
    reserveRow();
    putPair(low, high);
    present();
  }

  private void putPair(long low, long high) {
    Memory.putLong(values.address() + 16L * rows, low);
    Memory.putLong(values.address() + 16L * rows + 8, high);
  }

  /** Appends an integer of at most 128 bits to a column of them. */
  public void appendWhole(BigInteger value) {
    appendWords(value.longValue(), value.shiftRight(64).longValueExact());
  }

  /** Appends a decimal that has the type's scale already or fewer digits behind the point. */
  public void appendDecimal(BigDecimal value) {
    BigInteger unscaled = value.setScale(((DataType.Decimal) type).scale()).unscaledValue();
    if (layout == Layout.INT64) {
      appendLong(unscaled.longValueExact());
    } else {
      appendWhole(unscaled);
    }
  }

  /** Appends text. */
  public void appendString(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    appendBytes(bytes, 0, bytes.length);
  }

  /** Appends text or binary from an array. */
  public void appendBytes(byte[] bytes, int offset, int length) {
    reserveRow();
    long view = values.address() + 16L * rows;
    if (length <= StringViews.MAX_INLINE && bytes.length - offset >= 12) {
      long first = Memory.getLong(bytes, offset);
      long last = Memory.getLong(bytes, offset + 4);
      long start = length >= 4 ? first & 0xffffffffL : first & ((1L << (8 * length)) - 1);
      long rest = length <= 4 ? 0 : last & (-1L >>> (8 * (12 - length)));
      Memory.putLong(view, length | start << 32);
      Memory.putLong(view + 8, rest);
    } else if (length <= StringViews.MAX_INLINE) {
      Memory.putLong(view, length);
      Memory.putLong(view + 8, 0);
      Memory.copyFromArray(bytes, offset, view + 4, length);
    } else {
      Buffer last = data.isEmpty() ? null : data.getLast();
      if (last == null || last.capacity() - dataUsed < length) {
        last = account.allocate(Math.max(DATA_BUFFER_BYTES, length));
        data.add(last);
        dataUsed = 0;
      }
      long at = last.address() + dataUsed;
      Memory.copyFromArray(bytes, offset, at, length);
      StringViews.put(view, at, length, data.size() - 1, dataUsed);
      dataUsed += length;
    }
    present();
  }

  /** Returns the column of all rows appended so far and starts anew. */
  public Column build() {
    Column[] builtChildren = Column.makeAll(children.length, i -> children[i].build());
    Buffer builtValidity = validity;
    if (nulls == 0) {
      validity.release();
      builtValidity = null;
    }
    Column column =
        switch (layout) {
          case VIEW -> Column.views(type, rows, values, builtValidity, data.toArray(Buffer[]::new));
          case LIST -> Column.lists(type, rows, values, builtValidity, builtChildren[0]);
          case STRUCT -> {
            values.release();
            yield Column.structs(type, rows, builtValidity, builtChildren);
          }
          default -> Column.fixed(type, rows, values, builtValidity);
        };
    data.clear();
    elements = 0;
    isOpen = false;
    try {
      start();
    } catch (Throwable e) {
      column.release();
      throw e;
    }
    return column;
  }

  @Override
  public void close() {
    for (ColumnBuilder child : children) {
      if (child != null) { // missing if making them failed
        child.close();
      }
    }
    if (!isOpen) {
      return;
    }
    isOpen = false;
    values.release();
    validity.release();
    data.forEach(Buffer::release);
    data.clear();
  }
}
