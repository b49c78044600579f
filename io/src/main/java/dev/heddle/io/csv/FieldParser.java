package dev.heddle.io.csv;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.io.batch.ColumnBuilder;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Turns the characters of fields into values of one column. Used by one thread.
 *
 * <p>Forms: {@code true}/{@code false} in any case; decimal digits; {@code 2024-01-31}; {@code
 * 12:30[:59[.123456]]}; date and time with a space or a {@code T} between, an offset such as {@code
 * Z} or {@code +02:00} behind where the type has a zone (UTC if it is missing); hexadecimal for
 * binary. Spaces around anything but text are left out.
 */
final class FieldParser {
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final int DATE_CHARACTERS = 10;

  private final DataType type;
  private byte[] bytes = new byte[256];

  FieldParser(DataType type) {
    this.type = type;
  }

  /**
   * Checks that fields of a type can be read.
   *
   * @throws HeddleException with code {@code UNSUPPORTED} if not
   */
  static void check(String column, DataType type) {
    if (type instanceof DataType.Interval || type instanceof DataType.Null || type.isNested()) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot read csv column "
              + column
              + " as "
              + type.sqlName()
              + "; read it as VARCHAR and convert it");
    }
  }

  /** Appends a field's value; returns whether the characters are one. */
  boolean append(char[] buffer, int offset, int length, ColumnBuilder target) {
    if (type instanceof DataType.Str) {
      appendText(buffer, offset, length, target);
      return true;
    }
    int from = offset;
    int to = offset + length;
    while (from < to && buffer[from] == ' ') {
      from++;
    }
    while (to > from && buffer[to - 1] == ' ') {
      to--;
    }
    return from < to && appendTrimmed(buffer, from, to - from, target);
  }

  private boolean appendTrimmed(char[] buffer, int from, int length, ColumnBuilder target) {
    return switch (type) {
      case DataType.Bool _ -> appendBoolean(new String(buffer, from, length), target);
      case DataType.Int8 _ -> appendInteger(buffer, from, length, 8, target);
      case DataType.Int16 _ -> appendInteger(buffer, from, length, 16, target);
      case DataType.Int32 _ -> appendInteger(buffer, from, length, 32, target);
      case DataType.Int64 _ -> appendInteger(buffer, from, length, 64, target);
      case DataType.Float32 _, DataType.Float64 _ ->
          appendDouble(new String(buffer, from, length), target);
      case DataType.Decimal decimal ->
          appendDecimal(new String(buffer, from, length), decimal, target);
      case DataType.Str _,
          DataType.Interval _,
          DataType.Null _,
          DataType.ListOf _,
          DataType.Struct _,
          DataType.MapOf _ ->
          false;
      case DataType.Binary _ -> appendBinary(new String(buffer, from, length), target);
      case DataType.Date _ -> {
        Long day = date(buffer, from, length);
        yield append(day, target);
      }
      case DataType.Time _ -> append(time(new String(buffer, from, length)), target);
      case DataType.Timestamp timestamp ->
          append(timestamp(buffer, from, length, timestamp), target);
    };
  }

  private static boolean append(@Nullable Long value, ColumnBuilder target) {
    if (value == null) {
      return false;
    }
    target.appendLong(value);
    return true;
  }

  private void appendText(char[] buffer, int offset, int length, ColumnBuilder target) {
    if (bytes.length < length) {
      bytes = new byte[Integer.highestOneBit(length) * 2];
    }
    for (int i = 0; i < length; i++) {
      char c = buffer[offset + i];
      if (c >= 0x80) {
        target.appendString(new String(buffer, offset, length));
        return;
      }
      bytes[i] = (byte) c;
    }
    target.appendBytes(bytes, 0, length);
  }

  private static boolean appendBoolean(String text, ColumnBuilder target) {
    boolean value = text.equalsIgnoreCase("true");
    if (!value && !text.equalsIgnoreCase("false")) {
      return false;
    }
    target.appendBoolean(value);
    return true;
  }

  private static boolean appendInteger(
      char[] buffer, int from, int length, int bits, ColumnBuilder target) {
    boolean signed = buffer[from] == '-' || buffer[from] == '+';
    int at = signed ? from + 1 : from;
    int end = from + length;
    if (at == end) {
      return false;
    }
    long negated = 0; // negative numbers reach one further
    for (; at < end; at++) {
      int digit = buffer[at] - '0';
      if (digit < 0 || digit > 9 || negated < Long.MIN_VALUE / 10) {
        return false;
      }
      negated = negated * 10 - digit;
      if (negated > 0) {
        return false;
      }
    }
    if (buffer[from] != '-' && negated == Long.MIN_VALUE) {
      return false;
    }
    long value = buffer[from] == '-' ? negated : -negated;
    int unused = 64 - bits;
    if (value << unused >> unused != value) {
      return false;
    }
    target.appendLong(value);
    return true;
  }

  private static boolean appendDouble(String text, ColumnBuilder target) {
    char last = text.charAt(text.length() - 1);
    if (last == 'd' || last == 'D' || last == 'f' || last == 'F' || text.indexOf('x') >= 0) {
      return false; // Java's own spellings
    }
    try {
      target.appendDouble(Double.parseDouble(text));
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static boolean appendDecimal(String text, DataType.Decimal type, ColumnBuilder target) {
    try {
      BigDecimal value = new BigDecimal(text).setScale(type.scale(), RoundingMode.HALF_UP);
      if (value.precision() > type.precision()) {
        return false;
      }
      target.appendDecimal(value);
      return true;
    } catch (ArithmeticException | NumberFormatException e) {
      return false;
    }
  }

  private static boolean appendBinary(String text, ColumnBuilder target) {
    try {
      byte[] value = HexFormat.of().parseHex(text);
      target.appendBytes(value, 0, value.length);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Returns the day of {@code yyyy-MM-dd}, if it is one. */
  static @Nullable Long date(char[] buffer, int from, int length) {
    if (length != DATE_CHARACTERS || buffer[from + 4] != '-' || buffer[from + 7] != '-') {
      return null;
    }
    int year = digits(buffer, from, 4);
    int month = digits(buffer, from + 5, 2);
    int day = digits(buffer, from + 8, 2);
    if (year < 0 || month < 1 || month > 12 || day < 1 || day > 31) {
      return null;
    }
    try {
      return LocalDate.of(year, month, day).toEpochDay();
    } catch (DateTimeException e) {
      return null; // such as 30 February
    }
  }

  private static int digits(char[] buffer, int from, int count) {
    int value = 0;
    for (int i = 0; i < count; i++) {
      int digit = buffer[from + i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return value;
  }

  private static @Nullable Long time(String text) {
    try {
      return LocalTime.parse(text).toNanoOfDay() / 1000;
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** Returns a point in time in the type's unit, if the characters are one. */
  static @Nullable Long timestamp(char[] buffer, int from, int length, DataType.Timestamp type) {
    Long day = date(buffer, from, Math.min(length, DATE_CHARACTERS));
    if (day == null) {
      return null;
    }
    boolean nanos = type.unit() == TimestampUnit.NANOS;
    if (length == DATE_CHARACTERS) {
      return nanos ? day * MICROS_PER_DAY * 1000 : day * MICROS_PER_DAY;
    }
    char between = buffer[from + DATE_CHARACTERS];
    if (between != ' ' && between != 'T') {
      return null;
    }
    String rest = new String(buffer, from + DATE_CHARACTERS + 1, length - DATE_CHARACTERS - 1);
    try {
      long nanosOfDay;
      long dayInUtc = day;
      int zone = zoneStart(rest);
      if (zone < rest.length()) {
        if (!type.withZone()) {
          return null;
        }
        String iso = LocalDate.ofEpochDay(day) + "T" + rest.substring(0, zone) + offset(rest, zone);
        OffsetDateTime moment =
            OffsetDateTime.parse(iso).withOffsetSameInstant(java.time.ZoneOffset.UTC);
        dayInUtc = moment.toLocalDate().toEpochDay();
        nanosOfDay = moment.toLocalTime().toNanoOfDay();
      } else {
        nanosOfDay = LocalTime.parse(rest).toNanoOfDay();
      }
      return nanos
          ? Math.addExact(Math.multiplyExact(dayInUtc, MICROS_PER_DAY * 1000), nanosOfDay)
          : dayInUtc * MICROS_PER_DAY + nanosOfDay / 1000;
    } catch (DateTimeException | ArithmeticException e) {
      return null;
    }
  }

  private static int zoneStart(String time) {
    for (int i = 0; i < time.length(); i++) {
      char c = time.charAt(i);
      if (c == 'Z' || c == '+' || c == '-') {
        return i;
      }
    }
    return time.length();
  }

  /** Completes {@code +02} to {@code +02:00}. */
  private static String offset(String time, int zone) {
    String offset = time.substring(zone);
    return offset.length() == 3 ? offset + ":00" : offset;
  }
}
