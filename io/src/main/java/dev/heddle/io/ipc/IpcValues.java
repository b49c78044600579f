package dev.heddle.io.ipc;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.jspecify.annotations.Nullable;

/** Values of fixed width, codes and ranges: shared where the layout is ours, else converted. */
final class IpcValues {
  private static final long MILLIS_PER_DAY = 86_400_000;

  private IpcValues() {}

  private static boolean isValid(@Nullable Buffer validity, int row) {
    return validity == null || Bits.get(validity.address(), row);
  }

  /** Returns the values of some rows. */
  static Buffer of(
      IpcBody body, IpcNode node, DataType type, int from, int rows, @Nullable Buffer validity) {
    ArrowType arrow = node.field().getType();
    int width = width(arrow);
    long bits = ((long) from + rows) * width;
    IpcBody.Piece piece = body.piece(node.firstBuffer() + 1, (bits + 7) / 8);
    if (piece == null) {
      return body.account().allocateZeroed(0);
    }
    long start = (long) from * width / 8;
    if (isShared(arrow, type)) {
      return piece.slice(start, ((long) rows * width + 7) / 8);
    }
    Buffer values = body.account().allocate(Layout.of(type).bytesFor(rows));
    try {
      convert(arrow, type, piece.address() + start, rows, values.address(), validity, node);
      return values;
    } catch (Throwable e) {
      values.release();
      throw e;
    }
  }

  /** Returns UUIDs, which are stored with the most significant byte first. */
  static Buffer uuids(IpcBody body, IpcNode node, int from, int rows) {
    IpcBody.Piece piece = body.piece(node.firstBuffer() + 1, ((long) from + rows) * Uuids.BYTES);
    if (piece == null) {
      return body.account().allocateZeroed(0);
    }
    Buffer values = body.account().allocate((long) rows * Uuids.BYTES);
    long source = piece.address() + (long) from * Uuids.BYTES;
    for (long at = 0; at < (long) rows * Uuids.BYTES; at += Uuids.BYTES) {
      long high = Long.reverseBytes(Memory.getLong(source + at));
      long low = Long.reverseBytes(Memory.getLong(source + at + Long.BYTES));
      Memory.putLong(values.address() + at, low);
      Memory.putLong(values.address() + at + Long.BYTES, Uuids.flipped(high));
    }
    return values;
  }

  /** Returns how many bits a value has in the file. */
  private static int width(ArrowType type) {
    return switch (type) {
      case ArrowType.Bool _ -> 1;
      case ArrowType.Int t -> t.getBitWidth();
      case ArrowType.FloatingPoint t ->
          switch (t.getPrecision()) {
            case HALF -> 16;
            case SINGLE -> 32;
            case DOUBLE -> 64;
          };
      case ArrowType.Decimal t -> t.getBitWidth();
      case ArrowType.Date t -> t.getUnit() == DateUnit.DAY ? 32 : 64;
      case ArrowType.Time t -> t.getBitWidth();
      case ArrowType.Timestamp _, ArrowType.Duration _ -> 64;
      case ArrowType.Interval t ->
          switch (t.getUnit()) {
            case YEAR_MONTH -> 32;
            case DAY_TIME -> 64;
            case MONTH_DAY_NANO -> 128;
          };
      default -> throw new IpcCorruptException("type " + type + " has no values of fixed width");
    };
  }

  private static boolean isShared(ArrowType arrow, DataType type) {
    return switch (arrow) {
      case ArrowType.Bool _ -> true;
      case ArrowType.Int t -> t.getIsSigned() && !(type instanceof DataType.Bool);
      case ArrowType.FloatingPoint t -> t.getPrecision() != FloatingPointPrecision.HALF;
      case ArrowType.Decimal t ->
          t.getBitWidth() == 8 * Layout.of(type).byteWidth()
              && t.getBitWidth() == 128
              && t.getScale() >= 0;
      case ArrowType.Date t -> t.getUnit() == DateUnit.DAY;
      case ArrowType.Time t -> t.getUnit() == TimeUnit.MICROSECOND;
      case ArrowType.Timestamp t ->
          t.getUnit() == TimeUnit.MICROSECOND || t.getUnit() == TimeUnit.NANOSECOND;
      case ArrowType.Interval t ->
          t.getUnit() == org.apache.arrow.vector.types.IntervalUnit.MONTH_DAY_NANO;
      default -> false;
    };
  }

  private static void convert(
      ArrowType arrow,
      DataType type,
      long source,
      int rows,
      long target,
      @Nullable Buffer validity,
      IpcNode node) {
    switch (arrow) {
      case ArrowType.Int _ when type instanceof DataType.Bool -> booleans(source, rows, target);
      case ArrowType.Int t -> unsigned(t.getBitWidth(), source, rows, target);
      case ArrowType.FloatingPoint _ -> {
        for (int i = 0; i < rows; i++) {
          Memory.putFloat(target + 4L * i, Float.float16ToFloat(Memory.getShort(source + 2L * i)));
        }
      }
      case ArrowType.Decimal t ->
          IpcDecimals.convert(t, (DataType.Decimal) type, source, rows, target, validity, node);
      case ArrowType.Date _ -> {
        for (int i = 0; i < rows; i++) {
          long day = Math.floorDiv(Memory.getLong(source + 8L * i), MILLIS_PER_DAY);
          if (isValid(validity, i) && day != (int) day) {
            throw overflow(node, day + " days", type);
          }
          Memory.putInt(target + 4L * i, (int) day);
        }
      }
      case ArrowType.Time t -> {
        for (int i = 0; i < rows; i++) {
          long value =
              t.getBitWidth() == 32
                  ? Memory.getInt(source + 4L * i)
                  : Memory.getLong(source + 8L * i);
          Memory.putLong(
              target + 8L * i,
              switch (t.getUnit()) {
                case SECOND -> value * 1_000_000;
                case MILLISECOND -> value * 1_000;
                case MICROSECOND -> value;
                case NANOSECOND -> Math.floorDiv(value, 1_000);
              });
        }
      }
      case ArrowType.Timestamp t -> {
        long factor = t.getUnit() == TimeUnit.SECOND ? 1_000_000 : 1_000;
        for (int i = 0; i < rows; i++) {
          long value = Memory.getLong(source + 8L * i);
          long micros = value * factor;
          if (isValid(validity, i) && Math.multiplyHigh(value, factor) != micros >> 63) {
            throw overflow(node, value + " " + t.getUnit(), type);
          }
          Memory.putLong(target + 8L * i, micros);
        }
      }
      case ArrowType.Interval t -> {
        for (int i = 0; i < rows; i++) {
          boolean isMonths = t.getUnit() == org.apache.arrow.vector.types.IntervalUnit.YEAR_MONTH;
          long low =
              isMonths
                  ? Memory.getInt(source + 4L * i) & 0xffffffffL
                  : (long) Memory.getInt(source + 8L * i) << 32;
          long nanos = isMonths ? 0 : Memory.getInt(source + 8L * i + 4) * 1_000_000L;
          Memory.putLong(target + 16L * i, low);
          Memory.putLong(target + 16L * i + 8, nanos);
        }
      }
      case ArrowType.Duration t -> {
        long factor =
            switch (t.getUnit()) {
              case SECOND -> 1_000_000_000L;
              case MILLISECOND -> 1_000_000L;
              case MICROSECOND -> 1_000L;
              case NANOSECOND -> 1L;
            };
        for (int i = 0; i < rows; i++) {
          long value = Memory.getLong(source + 8L * i);
          long nanos = value * factor;
          if (isValid(validity, i) && Math.multiplyHigh(value, factor) != nanos >> 63) {
            throw overflow(node, value + " " + t.getUnit(), type);
          }
          Memory.putLong(target + 16L * i, 0);
          Memory.putLong(target + 16L * i + 8, nanos);
        }
      }
      default -> throw new IllegalStateException("No conversion of " + arrow);
    }
  }

  private static IpcValueException overflow(IpcNode node, String value, DataType type) {
    return new IpcValueException(
        ErrorCode.NUMERIC_OVERFLOW, node.field(), value + ", which does not fit " + type.sqlName());
  }

  /** Sets the bits of bytes that are not zero. */
  private static void booleans(long source, int rows, long target) {
    Memory.fill(target, (rows + 7) / 8, (byte) 0);
    for (int i = 0; i < rows; i++) {
      if (Memory.getByte(source + i) != 0) {
        Bits.set(target, i);
      }
    }
  }

  private static void unsigned(int bits, long source, int rows, long target) {
    switch (bits) {
      case 8 -> {
        for (int i = 0; i < rows; i++) {
          Memory.putShort(target + 2L * i, (short) (Memory.getByte(source + i) & 0xff));
        }
      }
      case 16 -> {
        for (int i = 0; i < rows; i++) {
          Memory.putInt(target + 4L * i, Memory.getShort(source + 2L * i) & 0xffff);
        }
      }
      case 32 -> {
        for (int i = 0; i < rows; i++) {
          Memory.putLong(target + 8L * i, Memory.getInt(source + 4L * i) & 0xffffffffL);
        }
      }
      default -> {
        for (int i = 0; i < rows; i++) {
          Memory.putLong(target + 16L * i, Memory.getLong(source + 8L * i));
          Memory.putLong(target + 16L * i + 8, 0);
        }
      }
    }
  }

  /**
   * Returns codes of 32 bits, below the dictionary's size also in null rows.
   *
   * @param size how many values the dictionary has: one at least
   */
  static Buffer codes(
      IpcBody body,
      IpcNode node,
      DictionaryEncoding encoding,
      int from,
      int rows,
      int size,
      @Nullable Buffer validity) {
    ArrowType.Int index = encoding.getIndexType();
    int width = index.getBitWidth() / 8;
    IpcBody.Piece piece = body.piece(node.firstBuffer() + 1, ((long) from + rows) * width);
    if (piece == null) {
      return body.account().allocateZeroed(0);
    }
    long source = piece.address() + (long) from * width;
    Buffer codes = body.account().allocate(4L * rows);
    boolean isShared = width == 4;
    for (int i = 0; i < rows; i++) {
      long code = code(source, i, width, index.getIsSigned());
      if (code < 0 || code >= size) {
        if (isValid(validity, i)) {
          codes.release();
          throw new IpcCorruptException(
              "column " + node.field().getName() + " has code " + code + " of " + size + " values");
        }
        code = 0;
        isShared = false;
      }
      Memory.putInt(codes.address() + 4L * i, (int) code);
    }
    if (isShared) {
      codes.release();
      return piece.slice((long) from * 4, 4L * rows);
    }
    return codes;
  }

  private static long code(long source, int row, int width, boolean isSigned) {
    return switch (width) {
      case 1 -> isSigned ? Memory.getByte(source + row) : Memory.getByte(source + row) & 0xff;
      case 2 ->
          isSigned
              ? Memory.getShort(source + 2L * row)
              : Memory.getShort(source + 2L * row) & 0xffff;
      case 4 ->
          isSigned
              ? Memory.getInt(source + 4L * row)
              : Memory.getInt(source + 4L * row) & 0xffffffffL;
      default -> Memory.getLong(source + 8L * row);
    };
  }

  /** Returns first element and number of elements of each row, empty for null rows. */
  static Buffer ranges(
      IpcBody body,
      IpcNode node,
      int from,
      int rows,
      int offsetBytes,
      int elements,
      @Nullable Buffer validity) {
    if (rows == 0) {
      return body.account().allocate(0);
    }
    IpcBody.Piece offsets =
        body.piece(node.firstBuffer() + 1, ((long) from + rows + 1) * offsetBytes);
    Buffer ranges = body.account().allocate(8L * rows);
    long source = offsets.address() + (long) from * offsetBytes;
    long start = offset(source, 0, offsetBytes);
    for (int i = 0; i < rows; i++) {
      long end = offset(source, i + 1, offsetBytes);
      if (start < 0 || end < start || end > elements) {
        ranges.release();
        throw new IpcCorruptException(
            "a list of column " + node.field().getName() + " is outside of its elements");
      }
      boolean isValid = isValid(validity, i);
      Memory.putInt(ranges.address() + 8L * i, isValid ? (int) start : 0);
      Memory.putInt(ranges.address() + 8L * i + 4, isValid ? (int) (end - start) : 0);
      start = end;
    }
    return ranges;
  }

  private static long offset(long source, int index, int offsetBytes) {
    return offsetBytes == 4
        ? Memory.getInt(source + 4L * index)
        : Memory.getLong(source + 8L * index);
  }

  /** Returns the ranges of lists of one size. */
  static Buffer fixedRanges(int elements, int from, int rows, int size, MemoryAccount account) {
    if (size < 0 || ((long) from + rows) * size > elements) {
      throw new IpcCorruptException("lists of " + size + " elements have too few of them");
    }
    Buffer ranges = account.allocate(8L * rows);
    for (int i = 0; i < rows; i++) {
      Memory.putInt(ranges.address() + 8L * i, (from + i) * size);
      Memory.putInt(ranges.address() + 8L * i + 4, size);
    }
    return ranges;
  }
}
