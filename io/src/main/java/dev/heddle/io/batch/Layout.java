package dev.heddle.io.batch;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import java.util.List;

/**
 * How the values of a column are stored in memory: Arrow's fixed-width layouts and its
 * variable-size view layout.
 */
public enum Layout {
  /** One bit a value, least significant first. */
  BIT(0),
  /** Signed byte. */
  INT8(1),
  /** Signed 16-bit integer. */
  INT16(2),
  /** Signed 32-bit integer. */
  INT32(4),
  /** Signed 64-bit integer. */
  INT64(8),
  /** IEEE 754 binary32. */
  FLOAT32(4),
  /** IEEE 754 binary64. */
  FLOAT64(8),
  /** Signed 128-bit integer, low word first. */
  INT128(16),
  /**
   * Arrow's Utf8View and BinaryView: length (int32), then either up to 12 bytes, zero-padded, or 4
   * bytes of prefix, a data-buffer number (int32) and an offset (int32).
   */
  VIEW(16),
  /** Months (int32), days (int32), nanoseconds (int64): Arrow's MonthDayNano. */
  INTERVAL(16),
  /**
   * Where a row's elements are in the child column: the first one (int32) and how many (int32),
   * Arrow's ListView with both numbers side by side. Rows may share elements and be in any order; a
   * null row's range does not count.
   */
  LIST(8),
  /** Nothing of its own: a row's values are those of the child columns at the same row. */
  STRUCT(0);

  private final int byteWidth;

  Layout(int byteWidth) {
    this.byteWidth = byteWidth;
  }

  /** Returns whether values are integers of at most 64 bits. */
  public boolean isInteger() {
    return this == INT8 || this == INT16 || this == INT32 || this == INT64;
  }

  /** Returns whether values are floating-point numbers. */
  public boolean isFloat() {
    return this == FLOAT32 || this == FLOAT64;
  }

  /** Returns whether values are text or bytes of any length. */
  public boolean isText() {
    return this == VIEW;
  }

  /** Returns whether a value is a number, or a boolean, of at most 64 bits. */
  public boolean isWord() {
    return this == BIT || isInteger() || isFloat();
  }

  /** Returns whether columns of this layout have child columns. */
  public boolean isNested() {
    return this == LIST || this == STRUCT;
  }

  /** Returns the bytes a value takes; 0 for {@link #BIT} and {@link #STRUCT}. */
  public int byteWidth() {
    return byteWidth;
  }

  /** Returns the bytes that the values of rows take, whole 64-bit words for {@link #BIT}. */
  public long bytesFor(long rows) {
    return this == BIT ? (rows + 63) / 64 * 8 : rows * byteWidth;
  }

  /** Returns how many rows have room in a number of bytes, but {@code rows} if these take none. */
  long rowsIn(long bytes, long rows) {
    if (this == BIT) {
      return bytes / 8 * 64;
    }
    return byteWidth == 0 ? rows : bytes / byteWidth;
  }

  /**
   * Returns the types of the child columns that columns of a type have: of lists the elements, of
   * maps the entries, of structs the fields.
   */
  public static List<DataType> childTypes(DataType type) {
    return switch (type) {
      case DataType.ListOf(DataType element) -> List.of(element);
      case DataType.MapOf map -> List.of(map.entry());
      case DataType.Struct(List<Field> fields) -> fields.stream().map(Field::type).toList();
      case DataType _ -> List.of();
    };
  }

  /** Returns the layout of a type's values. */
  public static Layout of(DataType type) {
    return switch (type) {
      case DataType.Bool _, DataType.Null _ -> BIT;
      case DataType.Int8 _ -> INT8;
      case DataType.Int16 _ -> INT16;
      case DataType.Int32 _, DataType.Date _ -> INT32;
      case DataType.Int64 _, DataType.Time _, DataType.Timestamp _ -> INT64;
      case DataType.Float32 _ -> FLOAT32;
      case DataType.Float64 _ -> FLOAT64;
      case DataType.Decimal d -> d.fitsLong() ? INT64 : INT128;
      case DataType.Unsigned unsigned ->
          unsigned.bits() == Long.SIZE ? INT128 : of(unsigned.signed());
      case DataType.Enumeration _ -> INT32;
      case DataType.Int128 _, DataType.Uuid _ -> INT128;
      case DataType.Str _, DataType.Json _, DataType.Binary _ -> VIEW;
      case DataType.Interval _ -> INTERVAL;
      case DataType.ListOf _, DataType.MapOf _ -> LIST;
      case DataType.Struct _ -> STRUCT;
    };
  }
}
