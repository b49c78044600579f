package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.physical.kernel.Failures;
import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What computes functions of binaries and of the bits of integers, see {@link RowCallNode}. */
public final class ByteFunctions {
  private static final int MAX_BYTES = 1 << 30; // of one value, which is made on the heap

  private ByteFunctions() {}

  /** Returns {@code substring}, {@code left}, {@code right} or {@code repeat} of bytes. */
  public static RowCallNode.Function of(ScalarFunction function) {
    return switch (function) {
      case SUBSTRING -> ByteFunctions::part;
      case LEFT -> row -> ends((byte[]) row[0], (Long) row[1], true);
      case RIGHT -> row -> ends((byte[]) row[0], (Long) row[1], false);
      case REPEAT -> row -> repeated((byte[]) row[0], (Long) row[1]);
      default -> throw new IllegalStateException("No function of bytes: " + function);
    };
  }

  /** Returns the number of bits of an integer of a type that are 1. */
  public static RowCallNode.Function bitCount(DataType type) {
    if (type instanceof DataType.Int128) {
      return row -> bitCount((BigInteger) row[0]);
    }
    int unused = Long.SIZE - bits(type);
    return row -> (long) Long.bitCount(number(row) << unused);
  }

  private static long bitCount(BigInteger value) {
    return Long.bitCount(value.longValue())
        + Long.bitCount(value.shiftRight(Long.SIZE).longValue());
  }

  static RowCallNode.Function of(ValueFunction function, DataType type) {
    int unused = Long.SIZE - bits(type);
    return switch (function) {
      case BIT_COUNT_ZEROS -> row -> (long) Long.bitCount(~number(row) << unused);
      case BIT_LEADING_ZEROS -> row -> leadingZeros(number(row), unused);
      case BIT_LEADING_ONES -> row -> leadingZeros(~number(row), unused);
      case BIT_TRAILING_ZEROS -> row -> trailingZeros(number(row), unused);
      case BIT_TRAILING_ONES -> row -> trailingZeros(~number(row), unused);
      case GET_BYTE -> ByteFunctions::byteAt;
      default -> throw new IllegalStateException("No function of bytes: " + function);
    };
  }

  private static int bits(DataType type) {
    return switch (type) {
      case DataType.Int8 _ -> Byte.SIZE;
      case DataType.Int16 _ -> Short.SIZE;
      case DataType.Int32 _ -> Integer.SIZE;
      default -> Long.SIZE;
    };
  }

  private static long number(@Nullable Object[] row) {
    return ((Number) row[0]).longValue();
  }

  private static long leadingZeros(long value, int unused) {
    return Long.numberOfLeadingZeros((value << unused) | ((1L << unused) - 1));
  }

  private static long trailingZeros(long value, int unused) {
    return Math.min(Long.SIZE - unused, Long.numberOfTrailingZeros(value));
  }

  private static long byteAt(@Nullable Object[] row) {
    byte[] bytes = (byte[]) row[0];
    long place = (Long) row[1];
    long at = place < 0 ? bytes.length + place : place;
    if (at < 0 || at >= bytes.length) {
      throw Failures.argument(
          "Cannot take byte " + place + " of " + bytes.length + ": places count from 0");
    }
    return Byte.toUnsignedLong(bytes[(int) at]);
  }

  private static byte[] repeated(byte[] bytes, long count) {
    long times = bytes.length == 0 ? 0 : Math.max(0, count);
    if (times > 0 && times > MAX_BYTES / bytes.length) {
      throw Failures.argument(
          "Cannot repeat a binary of "
              + bytes.length
              + " bytes "
              + count
              + " times: it may have at most 1 GiB");
    }
    byte[] all = new byte[(int) (bytes.length * times)];
    for (int at = 0; at < all.length; at += bytes.length) {
      System.arraycopy(bytes, 0, all, at, bytes.length);
    }
    return all;
  }

  private static byte[] part(@Nullable Object[] row) {
    byte[] bytes = (byte[]) row[0];
    long start = (Long) row[1];
    long from = start > 0 ? start - 1 : start < 0 ? bytes.length + start : -1;
    long length = row.length > 2 ? (Long) row[2] : Integer.MAX_VALUE;
    long limit = Math.clamp(length, Integer.MIN_VALUE, Integer.MAX_VALUE);
    return between(bytes, Math.min(from, from + limit), Math.max(from, from + limit));
  }

  private static byte[] ends(byte[] bytes, long count, boolean isLeft) {
    long kept = count < 0 ? Math.max(0, bytes.length + count) : Math.min(count, bytes.length);
    return isLeft ? between(bytes, 0, kept) : between(bytes, bytes.length - kept, bytes.length);
  }

  private static byte[] between(byte[] bytes, long from, long to) {
    int first = (int) Math.clamp(from, 0, bytes.length);
    return Arrays.copyOfRange(bytes, first, (int) Math.clamp(to, first, bytes.length));
  }
}
