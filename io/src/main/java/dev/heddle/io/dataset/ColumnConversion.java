package dev.heddle.io.dataset;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.Integers;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Converts flat columns to wider types. */
final class ColumnConversion {
  private static final long MAX_EXACT = 1L << 53; // integers that a double holds
  private static final int MAX_EXACT_SCALE = 22; // powers of ten that a double holds

  private ColumnConversion() {}

  /**
   * Returns the column in the wider type.
   *
   * @param source stays the caller's
   * @param rows how many of its rows count
   * @param selection where int32 positions of the rows that are wanted start, or 0 for all
   * @param count how many rows are wanted; only these can fail
   * @param name of the column, for messages
   */
  static Column convert(
      Column source,
      Widening way,
      int rows,
      long selection,
      int count,
      String name,
      MemoryAccount account) {
    Column plain = Gather.decode(source, account);
    try {
      Layout layout = Layout.of(way.to());
      Buffer target = account.allocate(layout.bytesFor(rows));
      try {
        boolean fits = fill(plain, way, rows, target.address(), account);
        if (!fits) {
          checkRange(plain, way, selection, count, name);
        }
        Buffer validity = plain.validityBuffer();
        return Column.fixed(way.to(), rows, target, validity == null ? null : validity.retain());
      } catch (Throwable e) {
        target.release();
        throw e;
      }
    } finally {
      plain.release();
    }
  }

  /** Fills the target; false if some product, perhaps of a row that does not count, overflowed. */
  private static boolean fill(
      Column source, Widening way, int rows, long target, MemoryAccount account) {
    Layout from = source.layout();
    Layout to = Layout.of(way.to());
    if (from == Layout.FLOAT32) {
      for (int i = 0; i < rows; i++) {
        Memory.putDouble(target + 8L * i, Memory.getFloat(source.values() + 4L * i));
      }
      return true;
    }
    if (from == Layout.INT128) {
      wide(source.values(), way, rows, target);
      return true;
    }
    if (to == Layout.INT64 && way.factor().filter(BigInteger.ONE::equals).isPresent()) {
      Integers.toLongs(from, source.values(), rows, target);
      return true;
    }
    Buffer longs = account.allocate(8L * rows);
    try {
      Integers.toLongs(from, source.values(), rows, longs.address());
      return switch (to) {
        case INT64 -> multiply(longs.address(), factor(way), rows, target);
        case INT128 -> {
          multiplyWide(longs.address(), way, rows, target);
          yield true;
        }
        case INT16, INT32 -> {
          narrow(to, longs.address(), rows, target);
          yield true;
        }
        case FLOAT32, FLOAT64 -> {
          floats(to, longs.address(), way.fromScale(), rows, target);
          yield true;
        }
        default -> throw new IllegalStateException("Nothing widens to " + way.to().sqlName());
      };
    } finally {
      longs.release();
    }
  }

  private static long factor(Widening way) {
    return way.factor().orElseThrow().longValueExact();
  }

  private static boolean multiply(long source, long factor, int rows, long target) {
    long overflow = 0;
    for (int i = 0; i < rows; i++) {
      long value = Memory.getLong(source + 8L * i);
      long product = value * factor;
      overflow |= Math.multiplyHigh(value, factor) ^ (product >> 63);
      Memory.putLong(target + 8L * i, product);
    }
    return overflow == 0;
  }

  private static void multiplyWide(long source, Widening way, int rows, long target) {
    BigInteger factor = way.factor().orElseThrow();
    if (factor.bitLength() >= Long.SIZE) {
      for (int i = 0; i < rows; i++) {
        putWide(
            target + 16L * i, BigInteger.valueOf(Memory.getLong(source + 8L * i)).multiply(factor));
      }
      return;
    }
    long by = factor.longValueExact();
    for (int i = 0; i < rows; i++) {
      long value = Memory.getLong(source + 8L * i);
      Memory.putLong(target + 16L * i, value * by);
      Memory.putLong(target + 16L * i + 8, Math.multiplyHigh(value, by));
    }
  }

  private static void narrow(Layout to, long source, int rows, long target) {
    for (int i = 0; i < rows; i++) {
      long value = Memory.getLong(source + 8L * i);
      if (to == Layout.INT32) {
        Memory.putInt(target + 4L * i, (int) value);
      } else {
        Memory.putShort(target + 2L * i, (short) value);
      }
    }
  }

  private static void floats(Layout to, long source, int scale, int rows, long target) {
    double divisor = Math.pow(10, Math.min(scale, MAX_EXACT_SCALE));
    for (int i = 0; i < rows; i++) {
      long value = Memory.getLong(source + 8L * i);
      if (to == Layout.FLOAT32) {
        Memory.putFloat(target + 4L * i, value);
      } else {
        boolean isExact = Math.abs(value) < MAX_EXACT && scale <= MAX_EXACT_SCALE;
        Memory.putDouble(
            target + 8L * i,
            scale == 0 || isExact
                ? value / divisor
                : new BigDecimal(BigInteger.valueOf(value), scale).doubleValue());
      }
    }
  }

  /** Converts 128-bit decimals to wider ones or to doubles. */
  private static void wide(long source, Widening way, int rows, long target) {
    for (int i = 0; i < rows; i++) {
      long low = Memory.getLong(source + 16L * i);
      long high = Memory.getLong(source + 16L * i + 8);
      if (way.factor().isPresent()) {
        BigInteger factor = way.factor().get();
        if (factor.bitLength() < Long.SIZE) {
          long by = factor.longValueExact();
          Memory.putLong(target + 16L * i, low * by);
          Memory.putLong(target + 16L * i + 8, Math.unsignedMultiplyHigh(low, by) + high * by);
        } else {
          putWide(target + 16L * i, whole(low, high).multiply(factor));
        }
      } else {
        boolean isSmall = high == low >> 63 && Math.abs(low) < MAX_EXACT && low != Long.MIN_VALUE;
        double value =
            isSmall && way.fromScale() <= MAX_EXACT_SCALE
                ? low / Math.pow(10, way.fromScale())
                : new BigDecimal(whole(low, high), way.fromScale()).doubleValue();
        Memory.putDouble(target + 8L * i, value);
      }
    }
  }

  private static BigInteger whole(long low, long high) {
    BigInteger unsigned = new BigInteger(Long.toUnsignedString(low));
    return BigInteger.valueOf(high).shiftLeft(Long.SIZE).add(unsigned);
  }

  /** Writes the low 128 bits: rows that are null may hold anything. */
  private static void putWide(long address, BigInteger value) {
    Memory.putLong(address, value.longValue());
    Memory.putLong(address + 8, value.shiftRight(Long.SIZE).longValue());
  }

  private static void checkRange(
      Column source, Widening way, long selection, int count, String name) {
    long factor = factor(way);
    for (int i = 0; i < count; i++) {
      int row = selection == 0 ? i : Memory.getInt(selection + 4L * i);
      if (!source.isNull(row)) {
        long value = source.longAt(row);
        if (Math.multiplyHigh(value, factor) != (value * factor) >> 63) {
          throw new HeddleException(
              ErrorCode.NUMERIC_OVERFLOW,
              "Cannot read column \""
                  + name
                  + "\" as "
                  + way.to().sqlName()
                  + ": the "
                  + way.from().sqlName()
                  + " of a file, "
                  + value
                  + " steps from 1970, is out of its range");
        }
      }
    }
  }
}
