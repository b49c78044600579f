package dev.heddle.io.text;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Memory;

/**
 * Reads values of one type from UTF-8 bytes in their plainest spellings only, without making an
 * object. What it does not take {@link ValueParser} may: both agree on what both take. Used by one
 * thread.
 */
public final class ByteParser {
  /** How many bytes behind a value may be read, so arrays must have room for them. */
  public static final int PADDING = 16;

  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final int MAX_LONG_DIGITS = 18;
  private static final int MAX_EXACT_DIGITS = 15; // below 2^53
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long[] POWERS = new long[MAX_LONG_DIGITS + 1];
  private static final double[] DOUBLE_POWERS = new double[MAX_LONG_DIGITS + 1];

  static {
    POWERS[0] = 1;
    DOUBLE_POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10;
      DOUBLE_POWERS[i] = POWERS[i];
    }
  }

  private enum Kind {
    TEXT,
    INTEGER,
    DECIMAL,
    DOUBLE,
    DATE,
    TIMESTAMP,
    NONE
  }

  private final Kind kind;
  private final int bits; // of an integer
  private final int precision;
  private final int scale;
  private int digits; // of the number that was read last
  private int behind; // its point

  /** Makes a parser that takes nothing. */
  public ByteParser() {
    this(DataType.NULL);
  }

  /** Makes a parser. */
  public ByteParser(DataType type) {
    this.kind =
        switch (type) {
          case DataType.Str _ -> Kind.TEXT;
          case DataType.Int8 _, DataType.Int16 _, DataType.Int32 _, DataType.Int64 _ ->
              Kind.INTEGER;
          case DataType.Decimal _ -> Kind.DECIMAL;
          case DataType.Float64 _ -> Kind.DOUBLE;
          case DataType.Date _ -> Kind.DATE;
          case DataType.Timestamp timestamp ->
              timestamp.withZone() || timestamp.unit() != TimestampUnit.MICROS
                  ? Kind.NONE
                  : Kind.TIMESTAMP;
          case DataType.Bool _,
              DataType.Float32 _,
              DataType.Binary _,
              DataType.Time _,
              DataType.Uuid _,
              DataType.Enumeration _,
              DataType.Unsigned _,
              DataType.Int128 _,
              DataType.Json _,
              DataType.Interval _,
              DataType.Null _,
              DataType.ListOf _,
              DataType.MapOf _,
              DataType.Struct _ ->
              Kind.NONE;
        };
    this.bits =
        switch (type) {
          case DataType.Int8 _ -> 8;
          case DataType.Int16 _ -> 16;
          case DataType.Int32 _ -> 32;
          default -> 64;
        };
    this.precision = type instanceof DataType.Decimal decimal ? decimal.precision() : 0;
    this.scale = type instanceof DataType.Decimal decimal ? decimal.scale() : 0;
  }

  /** Appends the value of some bytes; returns false, appending nothing, if it does not know. */
  public boolean append(byte[] bytes, int from, int length, ColumnBuilder target) {
    return switch (kind) {
      case TEXT -> appendText(bytes, from, length, target);
      case INTEGER -> appendInteger(bytes, from, length, target);
      case DECIMAL -> appendDecimal(bytes, from, length, target);
      case DOUBLE -> appendDouble(bytes, from, length, target);
      case DATE -> appendDate(bytes, from, length, target);
      case TIMESTAMP -> appendTimestamp(bytes, from, length, target);
      case NONE -> false;
    };
  }

  private static boolean appendText(byte[] bytes, int from, int length, ColumnBuilder target) {
    int at = from;
    int end = from + length;
    long high = 0;
    for (; at + 8 <= end; at += 8) {
      high |= Memory.getLong(bytes, at);
    }
    if (at < end) {
      high |= Memory.getLong(bytes, at) << (64 - 8 * (end - at));
    }
    if ((high & HIGH_BITS) != 0 && !Utf8Reader.isValid(bytes, from, end)) {
      return false;
    }
    target.appendBytes(bytes, from, length);
    return true;
  }

  /**
   * Reads digits with at most one point among them, if there are so few that they fit, into {@link
   * #digits} and {@link #behind}; returns what they are without the point, or -1.
   */
  private long number(byte[] bytes, int from, int end) {
    long whole = 0;
    int point = -1;
    if (end - from > MAX_LONG_DIGITS + 1) {
      return -1;
    }
    for (int at = from; at < end; at++) {
      int digit = bytes[at] - '0';
      if (digit >= 0 && digit <= 9) {
        whole = whole * 10 + digit;
      } else if (bytes[at] == '.' && point < 0) {
        point = at;
      } else {
        return -1;
      }
    }
    behind = point < 0 ? 0 : end - point - 1;
    digits = point < 0 ? end - from : end - from - 1;
    return digits == 0 || digits > MAX_LONG_DIGITS ? -1 : whole;
  }

  private static boolean isNegative(byte[] bytes, int from, int length) {
    return length > 0 && bytes[from] == '-';
  }

  private boolean appendInteger(byte[] bytes, int from, int length, ColumnBuilder target) {
    boolean negative = isNegative(bytes, from, length);
    long whole = number(bytes, negative ? from + 1 : from, from + length);
    if (whole < 0 || digits + (negative ? 1 : 0) != length) {
      return false; // none, or with a point
    }
    long value = negative ? -whole : whole;
    int unused = 64 - bits;
    if (value << unused >> unused != value) {
      return false;
    }
    target.appendLong(value);
    return true;
  }

  private boolean appendDecimal(byte[] bytes, int from, int length, ColumnBuilder target) {
    boolean negative = isNegative(bytes, from, length);
    long whole = number(bytes, negative ? from + 1 : from, from + length);
    int missing = scale - behind;
    if (whole < 0 || missing < 0 || digits + missing > Math.min(precision, MAX_LONG_DIGITS)) {
      return false;
    }
    long value = whole * POWERS[missing];
    target.appendLong(negative ? -value : value);
    return true;
  }

  private boolean appendDouble(byte[] bytes, int from, int length, ColumnBuilder target) {
    boolean negative = isNegative(bytes, from, length);
    long whole = number(bytes, negative ? from + 1 : from, from + length);
    if (whole < 0 || digits > MAX_EXACT_DIGITS) {
      return false;
    }
    double value = whole / DOUBLE_POWERS[behind]; // one rounding, both are exact
    target.appendDouble(negative ? -value : value);
    return true;
  }

  private static boolean appendDate(byte[] bytes, int from, int length, ColumnBuilder target) {
    long day = length == 10 ? day(bytes, from) : Long.MIN_VALUE;
    if (day == Long.MIN_VALUE) {
      return false;
    }
    target.appendLong(day);
    return true;
  }

  private static boolean appendTimestamp(byte[] bytes, int from, int length, ColumnBuilder target) {
    if (length < 19 || length > 29 || length == 20) {
      return false;
    }
    int hour = two(bytes, from + 11);
    int minute = two(bytes, from + 14);
    int second = two(bytes, from + 17);
    boolean isClock =
        (bytes[from + 10] == ' ' || bytes[from + 10] == 'T')
            && bytes[from + 13] == ':'
            && bytes[from + 16] == ':'
            && hour >= 0
            && hour < 24
            && minute >= 0
            && minute < 60
            && second >= 0
            && second < 60;
    long day = day(bytes, from);
    if (!isClock || day == Long.MIN_VALUE) {
      return false;
    }
    long micros = 0;
    if (length > 19) {
      if (bytes[from + 19] != '.') {
        return false;
      }
      for (int i = 20; i < 29; i++) {
        int digit = i < length ? bytes[from + i] - '0' : 0;
        if (digit < 0 || digit > 9) {
          return false;
        }
        micros = i < 26 ? micros * 10 + digit : micros;
      }
    }
    long seconds = day * 86_400 + hour * 3600L + minute * 60L + second;
    target.appendLong(seconds * MICROS_PER_SECOND + micros);
    return true;
  }

  /** Returns the number that two digits make, or a negative one. */
  private static int two(byte[] bytes, int at) {
    int tens = bytes[at] - '0';
    int ones = bytes[at + 1] - '0';
    return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -10_000 : tens * 10 + ones;
  }

  /** Returns the day that {@code yyyy-mm-dd} means, or the smallest number. */
  private static long day(byte[] bytes, int at) {
    int year = two(bytes, at) * 100 + two(bytes, at + 2);
    int month = two(bytes, at + 5);
    int day = two(bytes, at + 8);
    boolean isDate =
        year >= 0
            && month >= 1
            && month <= 12
            && day >= 1
            && bytes[at + 4] == '-'
            && bytes[at + 7] == '-'
            && (day <= 28 || day <= EpochDays.inMonth(year, month));
    if (!isDate) {
      return Long.MIN_VALUE;
    }
    return EpochDays.of(year, month, day);
  }
}
