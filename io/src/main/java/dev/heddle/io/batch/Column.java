package dev.heddle.io.batch;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The values of one column, in Arrow's layouts, off the heap.
 *
 * <p>Immutable once made. Starts with one owner; {@link #retain} adds one and {@link #release}
 * takes one away, from any thread; the last one releases the buffers. A column made of dictionary
 * codes has {@link #isDictionary()} true: its values are int32 codes into {@link #dictionary()},
 * which itself is plain. The value of a null row is unspecified (but codes and views of null rows
 * are always safe to follow: code 0 of a dictionary that has at least one entry, or a view of
 * length 0).
 */
public final class Column {
  private static final Buffer[] NO_BUFFERS = {};

  private final DataType type;
  private final Layout layout;
  private final int rows;
  private final Buffer values;
  private final @Nullable Buffer validity;
  private final Buffer[] data;
  private final long[] dataAddresses;
  private final @Nullable Column dictionary;
  private final AtomicInteger owners = new AtomicInteger(1);

  private Column(
      DataType type,
      int rows,
      Buffer values,
      @Nullable Buffer validity,
      Buffer[] data,
      @Nullable Column dictionary) {
    this.type = type;
    this.layout = Layout.of(type);
    this.rows = rows;
    this.values = values;
    this.validity = validity;
    this.data = data;
    this.dataAddresses = new long[data.length];
    for (int i = 0; i < data.length; i++) {
      dataAddresses[i] = data[i].address();
    }
    this.dictionary = dictionary;
  }

  /**
   * Makes a column of fixed-width values (every layout but {@link Layout#VIEW}), taking over the
   * buffers.
   *
   * @param validity one bit a row, set where there is a value, or null where every row has one
   */
  public static Column fixed(DataType type, int rows, Buffer values, @Nullable Buffer validity) {
    return new Column(type, rows, values, validity, NO_BUFFERS, null);
  }

  /**
   * Makes a column of views, taking over the buffers; views name data buffers by their position.
   */
  public static Column views(
      DataType type, int rows, Buffer views, @Nullable Buffer validity, Buffer... data) {
    return new Column(type, rows, views, validity, data, null);
  }

  /**
   * Makes a column of int32 codes into a dictionary, taking over the buffers and one ownership of
   * the dictionary.
   */
  public static Column codes(int rows, Buffer codes, @Nullable Buffer validity, Column dictionary) {
    return new Column(dictionary.type, rows, codes, validity, NO_BUFFERS, dictionary);
  }

  /** Returns the type of the values. */
  public DataType type() {
    return type;
  }

  /** Returns the layout of the (decoded) values. */
  public Layout layout() {
    return layout;
  }

  /** Returns the number of rows. */
  public int rows() {
    return rows;
  }

  /** Returns where the values, or the codes, start. */
  public long values() {
    return values.address();
  }

  /** Returns the buffer of the values or codes, still owned by this column. */
  public Buffer valuesBuffer() {
    return values;
  }

  /** Returns where the validity bits start, or 0 where no row is null. */
  public long validity() {
    return validity == null ? 0 : validity.address();
  }

  /**
   * Returns the buffer of the validity bits, still owned by this column, or null where no row is
   * null.
   */
  public @Nullable Buffer validityBuffer() {
    return validity;
  }

  /** Returns whether rows can be null; false proves that none is. */
  public boolean mayHaveNulls() {
    return validity != null;
  }

  /** Returns the data buffers of views, still owned by this column. */
  public Buffer[] dataBuffers() {
    return data;
  }

  /** Returns where each data buffer starts. The array is the column's own: read only. */
  public long[] dataAddresses() {
    return dataAddresses;
  }

  /** Returns whether the values are codes into a dictionary. */
  public boolean isDictionary() {
    return dictionary != null;
  }

  /** Returns the dictionary, still owned by this column. */
  public Column dictionary() {
    if (dictionary == null) {
      throw new IllegalStateException("Column has no dictionary");
    }
    return dictionary;
  }

  /** Adds an owner. */
  public Column retain() {
    if (owners.getAndIncrement() <= 0) {
      throw new IllegalStateException("Cannot retain a column that has been released");
    }
    return this;
  }

  /** Takes an owner away; the last one releases the buffers. */
  public void release() {
    int before = owners.getAndDecrement();
    if (before == 1) {
      values.release();
      if (validity != null) {
        validity.release();
      }
      for (Buffer buffer : data) {
        buffer.release();
      }
      if (dictionary != null) {
        dictionary.release();
      }
    } else if (before <= 0) {
      throw new IllegalStateException("Cannot release a column that has been released");
    }
  }

  // Row access, for edges and tests. Kernels read the buffers.

  /** Returns whether the row is null. */
  public boolean isNull(int row) {
    return validity != null && !Bits.get(validity.address(), row);
  }

  /** Returns the code of a dictionary column's row. */
  public int code(int row) {
    return Memory.getInt(values.address() + 4L * row);
  }

  /** Returns a row's truth value. */
  public boolean booleanAt(int row) {
    return Bits.get(values.address(), row);
  }

  /**
   * Returns a row's integer: any integer layout, dates, times, timestamps, unscaled 64-bit
   * decimals.
   */
  public long longAt(int row) {
    if (dictionary != null) {
      return dictionary.longAt(code(row));
    }
    long address = values.address();
    return switch (layout) {
      case INT8 -> Memory.getByte(address + row);
      case INT16 -> Memory.getShort(address + 2L * row);
      case INT32 -> Memory.getInt(address + 4L * row);
      case INT64 -> Memory.getLong(address + 8L * row);
      case BIT, FLOAT32, FLOAT64, INT128, VIEW, INTERVAL ->
          throw new IllegalStateException("No integer in layout " + layout);
    };
  }

  /** Returns a row's floating-point number. */
  public double doubleAt(int row) {
    if (dictionary != null) {
      return dictionary.doubleAt(code(row));
    }
    return layout == Layout.FLOAT32
        ? Memory.getFloat(values.address() + 4L * row)
        : Memory.getDouble(values.address() + 8L * row);
  }

  /** Returns the low word of a row of 16 bytes (128-bit decimals, intervals, views). */
  public long lowWordAt(int row) {
    return Memory.getLong(values.address() + 16L * row);
  }

  /** Returns the high word of a row of 16 bytes. */
  public long highWordAt(int row) {
    return Memory.getLong(values.address() + 16L * row + 8);
  }

  /** Returns a row's bytes as a new array (text and binary). */
  public byte[] bytesAt(int row) {
    if (dictionary != null) {
      return dictionary.bytesAt(code(row));
    }
    long view = values.address() + 16L * row;
    return Memory.toArray(Views.address(view, dataAddresses), Views.length(view));
  }

  @Override
  public String toString() {
    return "Column["
        + type.sqlName()
        + ", rows="
        + rows
        + ", dictionary="
        + isDictionary()
        + ", data="
        + Arrays.toString(dataAddresses)
        + "]";
  }
}
