package dev.heddle.io.batch;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
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
 *
 * <p>Lists, maps and structs have child columns, which they own: a list's rows name ranges of the
 * elements in its one child ({@link Layout#LIST}), a map is a list of structs of a key and a value,
 * a struct's fields are its children, with at least its number of rows. A child may have more rows
 * than are in use and may be a dictionary column.
 */
public final class Column {
  private static final Buffer[] NO_BUFFERS = {};
  private static final Column[] NO_COLUMNS = {};

  private final DataType type;
  private final Layout layout;
  private final int rows;
  private final @Nullable Buffer values; // none for structs
  private final @Nullable Buffer validity;
  private final Buffer[] data;
  private final long[] dataAddresses;
  private final @Nullable Column dictionary;
  private final Column[] children;
  private final @Nullable Column dataOwner; // the column that the data buffers belong to
  private final boolean isLasting;
  private final AtomicInteger owners = new AtomicInteger(1);

  private Column(
      DataType type,
      int rows,
      @Nullable Buffer values,
      @Nullable Buffer validity,
      Buffer[] data,
      @Nullable Column dictionary,
      Column[] children) {
    this.dataOwner = null;
    this.isLasting = false;
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
    this.children = children;
  }

  private Column(
      int rows, Buffer views, @Nullable Buffer validity, Column dataOwner, boolean isLasting) {
    this.type = dataOwner.type;
    this.layout = Layout.VIEW;
    this.rows = rows;
    this.values = views;
    this.validity = validity;
    this.data = dataOwner.data;
    this.dataAddresses = dataOwner.dataAddresses;
    this.dictionary = null;
    this.children = NO_COLUMNS;
    this.dataOwner = dataOwner;
    this.isLasting = isLasting;
  }

  /**
   * Makes a column of fixed-width values (every layout but {@link Layout#VIEW} and the nested
   * ones), taking over the buffers.
   *
   * @param validity one bit a row, set where there is a value, or null where every row has one
   */
  public static Column fixed(DataType type, int rows, Buffer values, @Nullable Buffer validity) {
    return new Column(type, rows, values, validity, NO_BUFFERS, null, NO_COLUMNS);
  }

  /**
   * Makes a column of views, taking over the buffers; views name data buffers by their position.
   */
  public static Column views(
      DataType type, int rows, Buffer views, @Nullable Buffer validity, Buffer... data) {
    return new Column(type, rows, views, validity, data, null, NO_COLUMNS);
  }

  /**
   * Makes a column of views into the data buffers of another column, taking over the views and the
   * bits but no ownership: the other column lives as long as this one.
   */
  public static Column viewsInto(Column texts, int rows, Buffer views, @Nullable Buffer validity) {
    return viewsInto(texts, rows, views, validity, false);
  }

  /** As {@link #viewsInto}; the keeper of the column may keep all of the other's texts too. */
  public static Column lastingViewsInto(
      Column texts, int rows, Buffer views, @Nullable Buffer validity) {
    return viewsInto(texts, rows, views, validity, true);
  }

  private static Column viewsInto(
      Column texts, int rows, Buffer views, @Nullable Buffer validity, boolean isLasting) {
    Column owner = texts.dataOwner == null ? texts : texts.dataOwner;
    return new Column(rows, views, validity, owner.retain(), isLasting);
  }

  /**
   * Makes a column of int32 codes into a dictionary, taking over the buffers and one ownership of
   * the dictionary.
   */
  public static Column codes(int rows, Buffer codes, @Nullable Buffer validity, Column dictionary) {
    return new Column(dictionary.type, rows, codes, validity, NO_BUFFERS, dictionary, NO_COLUMNS);
  }

  /**
   * Makes a column of lists or maps, taking over the buffers and one ownership of the elements.
   *
   * @param ranges first element and number of elements of each row, see {@link Layout#LIST}
   * @param elements the elements; for a map structs of a key and a value
   */
  public static Column lists(
      DataType type, int rows, Buffer ranges, @Nullable Buffer validity, Column elements) {
    return new Column(type, rows, ranges, validity, NO_BUFFERS, null, new Column[] {elements});
  }

  /**
   * Makes a column of structs, taking over the buffer and one ownership of each field's column.
   *
   * @param fields a column for each field, in the type's order, each with at least {@code rows}
   *     rows
   */
  public static Column structs(
      DataType type, int rows, @Nullable Buffer validity, Column... fields) {
    return new Column(type, rows, null, validity, NO_BUFFERS, null, fields);
  }

  /**
   * Returns this column with other validity bits, which are taken over; this one is used up. Serves
   * which has just made the column and owns it alone.
   */
  Column moveWithValidity(Buffer newValidity) {
    Column moved =
        dataOwner == null || values == null
            ? new Column(type, rows, values, newValidity, data, dictionary, children)
            : new Column(rows, values, newValidity, dataOwner, isLasting);
    if (validity != null) {
      validity.release();
    }
    owners.set(0);
    return moved;
  }

  /**
   * Returns a column that shares everything with this one but the validity bits, which are taken
   * over; null where no row is null.
   */
  public Column sharedWithValidity(@Nullable Buffer newValidity) {
    if (values != null) {
      values.retain();
      if (dataOwner != null) {
        return new Column(rows, values, newValidity, dataOwner.retain(), isLasting);
      }
    }
    for (Buffer buffer : data) {
      buffer.retain();
    }
    if (dictionary != null) {
      dictionary.retain();
    }
    for (Column child : children) {
      child.retain();
    }
    return new Column(type, rows, values, newValidity, data, dictionary, children);
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

  /** Returns where the values, the codes or the ranges of lists start; 0 for structs. */
  public long values() {
    return values == null ? 0 : values.address();
  }

  /** Returns the buffer of the values, codes or ranges, still owned by this column. */
  public Buffer valuesBuffer() {
    if (values == null) {
      throw new IllegalStateException("A column of structs has no values of its own");
    }
    return values;
  }

  /** Returns the number of child columns: 1 for lists and maps, the fields of structs, else 0. */
  public int childCount() {
    return children.length;
  }

  /** Returns a child column, still owned by this column. */
  public Column child(int index) {
    return children[index];
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

  /**
   * Returns whether who holds on to this column, which has one owner, holds little else than its
   * first rows: values of fixed width or views, whose texts, if not inline, are to last as well.
   */
  public boolean isCompact(int firstRows) {
    return owners.get() == 1
        && values != null
        && dictionary == null
        && children.length == 0
        && (data.length == 0 || isLasting)
        && values.isExclusive()
        && (validity == null || validity.isExclusive())
        && values.capacity() <= 2L * layout.bytesFor(firstRows);
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
      if (values != null) {
        values.release();
      }
      if (validity != null) {
        validity.release();
      }
      if (dataOwner != null) {
        dataOwner.release();
        return;
      }
      for (Buffer buffer : data) {
        buffer.release();
      }
      if (dictionary != null) {
        dictionary.release();
      }
      releaseAll(children);
    } else if (before <= 0) {
      throw new IllegalStateException("Cannot release a column that has been released");
    }
  }

  /** Makes columns one by one; if one fails, the ones before it are released. */
  public static Column[] makeAll(int count, IntFunction<Column> maker) {
    Column[] columns = new Column[count];
    try {
      for (int i = 0; i < count; i++) {
        columns[i] = maker.apply(i);
      }
    } catch (Throwable e) {
      releaseAll(columns);
      throw e;
    }
    return columns;
  }

  /** Takes an owner of each column away; those that are null have not been made. */
  public static void releaseAll(@Nullable Column[] columns) {
    for (Column column : columns) {
      if (column != null) {
        column.release();
      }
    }
  }

  // Row access, for edges and tests. Kernels read the buffers.

  /** Returns whether the row is null. */
  public boolean isNull(int row) {
    return validity != null && !Bits.get(validity.address(), row);
  }

  /** Returns the code of a dictionary column's row. */
  public int code(int row) {
    return Memory.getInt(values() + 4L * row);
  }

  /** Returns a row's boolean. */
  public boolean booleanAt(int row) {
    return Bits.get(values(), row);
  }

  /**
   * Returns a row's integer: any integer layout, dates, times, timestamps, unscaled 64-bit
   * decimals.
   */
  public long longAt(int row) {
    if (dictionary != null) {
      return dictionary.longAt(code(row));
    }
    long address = values();
    return switch (layout) {
      case INT8 -> Memory.getByte(address + row);
      case INT16 -> Memory.getShort(address + 2L * row);
      case INT32 -> Memory.getInt(address + 4L * row);
      case INT64 -> Memory.getLong(address + 8L * row);
      default -> throw new IllegalStateException("No integer in layout " + layout);
    };
  }

  /** Returns a row's floating-point number. */
  public double doubleAt(int row) {
    if (dictionary != null) {
      return dictionary.doubleAt(code(row));
    }
    return layout == Layout.FLOAT32
        ? Memory.getFloat(values() + 4L * row)
        : Memory.getDouble(values() + 8L * row);
  }

  /** Returns the low word of a row of 16 bytes (128-bit decimals, intervals, views). */
  public long lowWordAt(int row) {
    return Memory.getLong(values() + 16L * row);
  }

  /** Returns the high word of a row of 16 bytes. */
  public long highWordAt(int row) {
    return Memory.getLong(values() + 16L * row + 8);
  }

  /** Returns a row's bytes as a new array (text and binary). */
  public byte[] bytesAt(int row) {
    if (dictionary != null) {
      return dictionary.bytesAt(code(row));
    }
    long view = values() + 16L * row;
    return Memory.toArray(StringViews.address(view, dataAddresses), StringViews.length(view));
  }

  /** Returns where the elements of a row of lists start in {@link #child}. */
  public int listStart(int row) {
    return Memory.getInt(values() + 8L * row);
  }

  /** Returns how many elements a row of lists has that is not null. */
  public int listLength(int row) {
    return Memory.getInt(values() + 8L * row + 4);
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
