package dev.heddle.io.parquet.decode;

import dev.heddle.frame.schema.TimesOfDay;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.footer.Conversion;

/** Loops that turn stored values into values of a column's layout. */
final class Conversions {
  private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
  // Spark counts microseconds from Julian day 0 in 64 bits and lets the last years wrap around to
  // negative days. Wrapping once more gives what it meant; no writer gets beyond these days.
  private static final int LAST_JULIAN_DAY = 106_751_991;
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private Conversions() {}

  /**
   * Converts values that follow each other.
   *
   * @param source where stored values start, each {@code stride} bytes
   * @param target where values of the layout go; must not overlap the source
   */
  static void fixed(Conversion conversion, long source, int stride, int count, long target) {
    switch (conversion) {
      case NONE -> Memory.copy(source, target, (long) count * stride);
      case INT32_TO_INT8 -> {
        for (int i = 0; i < count; i++) {
          Memory.putByte(target + i, (byte) Memory.getInt(source + 4L * i));
        }
      }
      case INT32_TO_INT16 -> {
        for (int i = 0; i < count; i++) {
          Memory.putShort(target + 2L * i, (short) Memory.getInt(source + 4L * i));
        }
      }
      case INT32_TO_INT64 -> {
        for (int i = 0; i < count; i++) {
          Memory.putLong(target + 8L * i, Memory.getInt(source + 4L * i));
        }
      }
      case UINT32_TO_INT64 -> {
        for (int i = 0; i < count; i++) {
          Memory.putLong(target + 8L * i, Memory.getInt(source + 4L * i) & 0xffffffffL);
        }
      }
      case INT32_TO_INT128 -> {
        for (int i = 0; i < count; i++) {
          putPair(target + 16L * i, Memory.getInt(source + 4L * i));
        }
      }
      case INT64_TO_INT128 -> {
        for (int i = 0; i < count; i++) {
          putPair(target + 16L * i, Memory.getLong(source + 8L * i));
        }
      }
      case UINT64_TO_INT128 -> {
        for (int i = 0; i < count; i++) {
          Memory.putLong(target + 16L * i, Memory.getLong(source + 8L * i));
          Memory.putLong(target + 16L * i + 8, 0);
        }
      }
      case TIME_MICROS -> {
        for (int i = 0; i < count; i++) {
          long micros = Memory.getLong(source + 8L * i);
          if (micros < 0 || micros >= MICROS_PER_DAY) {
            throw outsideDay(micros);
          }
          Memory.putLong(target + 8L * i, micros);
        }
      }
      case MILLIS32_TO_MICROS -> {
        for (int i = 0; i < count; i++) {
          int millis = Memory.getInt(source + 4L * i);
          if (millis < 0 || millis >= MICROS_PER_DAY / 1000) {
            throw outsideDay(1000L * millis);
          }
          Memory.putLong(target + 8L * i, 1000L * millis);
        }
      }
      case MILLIS_TO_MICROS -> {
        for (int i = 0; i < count; i++) {
          Memory.putLong(target + 8L * i, millisToMicros(Memory.getLong(source + 8L * i)));
        }
      }
      case NANOS_TO_MICROS -> {
        for (int i = 0; i < count; i++) {
          long nanos = Memory.getLong(source + 8L * i);
          if (nanos < 0 || nanos >= MICROS_PER_DAY * 1000) {
            throw outsideDay(Math.floorDiv(nanos, 1000L));
          }
          Memory.putLong(target + 8L * i, nanos / 1000);
        }
      }
      case INT96_TO_MICROS -> {
        for (int i = 0; i < count; i++) {
          long nanos = Memory.getLong(source + 12L * i);
          int day = Memory.getInt(source + 12L * i + 8);
          if (Math.abs((long) day) > LAST_JULIAN_DAY) {
            throw new CorruptDataException(
                "a timestamp of Julian day "
                    + day
                    + " is beyond what 64 bits of microseconds hold");
          }
          long days = day - JULIAN_DAY_OF_EPOCH;
          Memory.putLong(target + 8L * i, days * MICROS_PER_DAY + Math.floorDiv(nanos, 1000L));
        }
      }
      case DECIMAL_TO_INT64 -> {
        for (int i = 0; i < count; i++) {
          Memory.putLong(target + 8L * i, bigEndianLong(source + (long) stride * i, stride));
        }
      }
      case DECIMAL_TO_INT128 -> {
        for (int i = 0; i < count; i++) {
          bigEndianPair(source + (long) stride * i, stride, target + 16L * i);
        }
      }
      case FLOAT16_TO_FLOAT32 -> {
        for (int i = 0; i < count; i++) {
          Memory.putFloat(target + 4L * i, Float.float16ToFloat(Memory.getShort(source + 2L * i)));
        }
      }
      case INTERVAL -> {
        for (int i = 0; i < count; i++) {
          Memory.putLong(target + 16L * i, Memory.getLong(source + 12L * i));
          long millis = Memory.getInt(source + 12L * i + 8) & 0xffffffffL;
          Memory.putLong(target + 16L * i + 8, millis * 1_000_000L);
        }
      }
      case NULLS -> {
        if (count > 0) {
          throw new CorruptDataException("a column of the type of nulls has a value");
        }
      }
      case UUID -> {
        for (int i = 0; i < count; i++) {
          long high = Long.reverseBytes(Memory.getLong(source + 16L * i));
          Memory.putLong(target + 16L * i, Long.reverseBytes(Memory.getLong(source + 16L * i + 8)));
          Memory.putLong(target + 16L * i + 8, Uuids.flipped(high));
        }
      }
    }
  }

  /** Converts byte strings: decimals, and fixed-length values whose encoding gives byte strings. */
  static void views(
      Conversion conversion,
      long views,
      long[] data,
      int count,
      int byteWidth,
      Layout layout,
      long target) {
    int width = layout.byteWidth();
    for (int i = 0; i < count; i++) {
      long view = views + 16L * i;
      int length = StringViews.length(view);
      if (byteWidth != 0 && length != byteWidth) {
        throw new CorruptDataException(
            "a value of " + byteWidth + " bytes is stored in " + length + " bytes");
      }
      fixed(conversion, StringViews.address(view, data), length, 1, target + (long) width * i);
    }
  }

  private static long millisToMicros(long millis) {
    if (Math.abs(millis) > Long.MAX_VALUE / 1000) {
      throw new CorruptDataException(
          "a timestamp of " + millis + " milliseconds does not fit into microseconds");
    }
    return millis * 1000;
  }

  private static CorruptDataException outsideDay(long micros) {
    return new CorruptDataException(
        "the TIME " + TimesOfDay.text(micros) + " is outside the day, 00:00:00 to 23:59:59.999999");
  }

  private static void putPair(long target, long value) {
    Memory.putLong(target, value);
    Memory.putLong(target + 8, value >> 63);
  }

  private static long bigEndianLong(long source, int bytes) {
    if (bytes == 8) {
      return Long.reverseBytes(Memory.getLong(source));
    }
    if (bytes == 0) {
      throw new CorruptDataException("a decimal has no bytes");
    }
    long value = Memory.getByte(source);
    for (int i = 1; i < bytes; i++) {
      long shifted = value << 8;
      if (shifted >> 8 != value) {
        throw new CorruptDataException("a decimal of " + bytes + " bytes is over 64 bits");
      }
      value = shifted | (Memory.getByte(source + i) & 0xff);
    }
    return value;
  }

  private static void bigEndianPair(long source, int bytes, long target) {
    if (bytes == 16) {
      Memory.putLong(target, Long.reverseBytes(Memory.getLong(source + 8)));
      Memory.putLong(target + 8, Long.reverseBytes(Memory.getLong(source)));
      return;
    }
    if (bytes == 0) {
      throw new CorruptDataException("a decimal has no bytes");
    }
    long low = Memory.getByte(source);
    long high = low >> 63;
    for (int i = 1; i < bytes; i++) {
      long shifted = high << 8 | low >>> 56;
      if (shifted >> 8 != high) {
        throw new CorruptDataException("a decimal of " + bytes + " bytes is over 128 bits");
      }
      high = shifted;
      low = low << 8 | (Memory.getByte(source + i) & 0xff);
    }
    Memory.putLong(target, low);
    Memory.putLong(target + 8, high);
  }
}
