package dev.heddle.io.text;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.DateOrder;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.IntervalText;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.values.ValueAppender;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.CharBuffer;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads values of one type from characters, as {@link ValueText} writes them and with some more
 * spellings. Used by one thread.
 */
public final class ValueParser {
  private static final int MAX_LONG_DIGITS = 18;
  private static final long SECONDS_PER_DAY = 86_400;
  private static final List<String> TRUE = List.of("true", "t", "yes", "y", "1");
  private static final List<String> FALSE = List.of("false", "f", "no", "n", "0");
  private static final List<String> BOOLEANS = List.of("true", "false", "t", "f", "yes", "no");
  private static final Pattern LARGE = Pattern.compile("[+-]?\\d{19,40}");
  private static final long[] POWERS = powers();

  private final DataType type;
  private final TimeText times;
  private final @Nullable TimeFormat format; // of dates or timestamps
  private final @Nullable CastText casts; // for what is written in no usual way
  private final Map<String, Integer> positions; // of labels
  private byte[] bytes = new byte[256];
  private long whole;

  /** Makes a parser of dates with the year in front. */
  public ValueParser(DataType type, ZoneId zone) {
    this(type, zone, DateOrder.YEAR_FIRST);
  }

  /**
   * Makes a parser.
   *
   * @param zone gives timestamps without an offset their point in time, where the type has a zone
   * @param order of the parts of dates
   */
  public ValueParser(DataType type, ZoneId zone, DateOrder order) {
    this(type, new TimeText(zone, order), null, null);
  }

  /**
   * Makes a parser for CSV, where dates and timestamps may be written as DuckDB's casts take them.
   *
   * @param order of the parts of dates, where there is no format
   * @param format of dates, or of timestamps without zone, or null
   * @param source where the type is from: of stated types what casts read is read too, unless there
   *     is a format
   */
  public static ValueParser ofCsv(
      DataType type, ZoneId zone, DateOrder order, @Nullable String format, TypeSource source) {
    boolean isCast = source == TypeSource.STATED && format == null;
    CastText casts = isCast ? new CastText(zone) : null;
    return new ValueParser(type, TimeText.lenient(zone, order), format, casts);
  }

  private ValueParser(
      DataType type, TimeText times, @Nullable String format, @Nullable CastText casts) {
    this.type = type;
    this.casts = casts;
    this.format = format == null ? null : TimeFormat.of(format);
    this.positions =
        type instanceof DataType.Enumeration labelled ? labelled.positions() : Map.of();
    this.times = times;
  }

  /** Demands that values of a column's type can be read from text. */
  public static void check(DataType type, String format, String column) {
    if (type instanceof DataType.Null || type.isNested()) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot read "
              + format
              + " column "
              + column
              + " as "
              + type.sqlName()
              + "; read it as VARCHAR and convert it");
    }
  }

  private static long[] powers() {
    long[] powers = new long[MAX_LONG_DIGITS + 1];
    powers[0] = 1;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = powers[i - 1] * 10;
    }
    return powers;
  }

  /** Appends the value of some characters; returns false, appending nothing, if they are none. */
  public boolean append(char[] buffer, int offset, int length, ColumnBuilder target) {
    if (type instanceof DataType.Str) {
      return appendText(buffer, offset, length, target);
    }
    if (type instanceof DataType.Binary) {
      return appendBinary(buffer, offset, length, target);
    }
    if (type instanceof DataType.Enumeration) {
      return appendLabel(new String(buffer, offset, length), target);
    }
    int from = offset;
    int to = offset + length;
    while (from < to && buffer[from] == ' ') {
      from++;
    }
    while (to > from && buffer[to - 1] == ' ') {
      to--;
    }
    return from < to
        && (appendTrimmed(buffer, from, to - from, target)
            || (casts != null && casts.append(new String(buffer, from, to - from), type, target)));
  }

  private boolean appendTrimmed(char[] buffer, int from, int length, ColumnBuilder target) {
    return switch (type) {
      case DataType.Bool _ -> appendBoolean(buffer, from, length, target);
      case DataType.Int8 _ -> appendInteger(buffer, from, length, 8, target);
      case DataType.Int16 _ -> appendInteger(buffer, from, length, 16, target);
      case DataType.Int32 _ -> appendInteger(buffer, from, length, 32, target);
      case DataType.Int64 _ -> appendInteger(buffer, from, length, 64, target);
      case DataType.Int128 _ -> appendWhole(buffer, from, length, target);
      case DataType.Unsigned unsigned -> appendUnsigned(buffer, from, length, unsigned, target);
      case DataType.Float32 _ -> appendFloat(buffer, from, length, target);
      case DataType.Float64 _ -> appendDouble(buffer, from, length, target);
      case DataType.Decimal decimal -> appendDecimal(buffer, from, length, decimal, target);
      case DataType.Str _,
          DataType.Binary _,
          DataType.Enumeration _,
          DataType.Null _,
          DataType.ListOf _,
          DataType.MapOf _,
          DataType.Struct _ ->
          false;
      case DataType.Json _ ->
          JsonSyntax.isValid(buffer, from, length) && appendText(buffer, from, length, target);
      case DataType.Interval _ -> appendInterval(new String(buffer, from, length), target);
      case DataType.Uuid _ -> appendUuid(CharBuffer.wrap(buffer, from, length), target);
      case DataType.Date _ when format != null -> appendDay(buffer, from, length, target);
      case DataType.Date _ -> appendTime(times.date(buffer, from, length), target);
      case DataType.Time _ -> appendTime(times.time(buffer, from, length), target);
      case DataType.Timestamp timestamp when format != null ->
          appendFormatted(buffer, from, length, timestamp.unit(), target);
      case DataType.Timestamp timestamp ->
          appendTime(times.timestamp(buffer, from, length, timestamp), target);
    };
  }

  private static boolean appendInterval(String text, ColumnBuilder target) {
    CalendarInterval interval = IntervalText.parse(text);
    if (interval == null || !interval.isStorable()) {
      return false;
    }
    ValueAppender.append(target, DataType.INTERVAL, interval);
    return true;
  }

  private boolean appendLabel(String text, ColumnBuilder target) {
    Integer position = positions.get(text);
    if (position == null) {
      return false;
    }
    target.appendLong(position);
    return true;
  }

  private boolean appendDay(char[] buffer, int from, int length, ColumnBuilder target) {
    boolean isValue = format != null && format.read(buffer, from, length);
    if (isValue) {
      target.appendLong(format.epochDay());
    }
    return isValue;
  }

  private boolean appendFormatted(
      char[] buffer, int from, int length, TimestampUnit unit, ColumnBuilder target) {
    if (format == null || !format.read(buffer, from, length)) {
      return false;
    }
    boolean isMicros = unit == TimestampUnit.MICROS;
    long second = format.epochDay() * SECONDS_PER_DAY + format.secondOfDay();
    long part = isMicros ? format.nanos() / 1000 : format.nanos();
    long perSecond = isMicros ? 1_000_000 : 1_000_000_000;
    if (!isMicros && Math.abs(second) >= Long.MAX_VALUE / perSecond) {
      return false;
    }
    target.appendLong(second * perSecond + part);
    return true;
  }

  private boolean appendTime(boolean isValue, ColumnBuilder target) {
    if (isValue) {
      target.appendLong(times.value());
    }
    return isValue;
  }

  private boolean appendText(char[] buffer, int offset, int length, ColumnBuilder target) {
    if (bytes.length < 3L * length) {
      bytes = new byte[Math.addExact(Math.multiplyExact(length, 3), 64)];
    }
    for (int i = 0; i < length; i++) {
      char c = buffer[offset + i];
      if (c >= 0x80) {
        return appendUnicode(buffer, offset, length, i, target);
      }
      bytes[i] = (byte) c;
    }
    target.appendBytes(bytes, 0, length);
    return true;
  }

  private boolean appendUnicode(
      char[] buffer, int offset, int length, int done, ColumnBuilder target) {
    int at = done;
    for (int i = done; i < length; i++) {
      int point = buffer[offset + i];
      if (point < 0x80) {
        bytes[at++] = (byte) point;
        continue;
      }
      if (point < 0x800) {
        bytes[at++] = (byte) (0xC0 | point >> 6);
      } else {
        if (Character.isSurrogate((char) point)) {
          if (i + 1 == length || !Character.isSurrogatePair((char) point, buffer[offset + i + 1])) {
            return false; // a stray byte, a broken field, half an escape
          }
          point = Character.toCodePoint((char) point, buffer[offset + ++i]);
          bytes[at++] = (byte) (0xF0 | point >> 18);
          bytes[at++] = (byte) (0x80 | ((point >> 12) & 0x3F));
        } else {
          bytes[at++] = (byte) (0xE0 | point >> 12);
        }
        bytes[at++] = (byte) (0x80 | ((point >> 6) & 0x3F));
      }
      bytes[at++] = (byte) (0x80 | (point & 0x3F));
    }
    target.appendBytes(bytes, 0, at);
    return true;
  }

  private static boolean appendBoolean(char[] buffer, int from, int length, ColumnBuilder target) {
    boolean isTrue = isAny(buffer, from, length, TRUE);
    if (!isTrue && !isAny(buffer, from, length, FALSE)) {
      return false;
    }
    target.appendBoolean(isTrue);
    return true;
  }

  /** Returns whether characters are a boolean and nothing else that is as usual. */
  static boolean isBoolean(char[] buffer, int from, int length) {
    return isAny(buffer, from, length, BOOLEANS);
  }

  private static boolean isAny(char[] buffer, int from, int length, List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      if (isWord(buffer, from, length, words.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether characters are a word in small ASCII letters or digits, in any case. */
  static boolean isWord(char[] buffer, int from, int length, String word) {
    if (length != word.length()) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if ((buffer[from + i] | 0x20) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean appendInteger(
      char[] buffer, int from, int length, int bits, ColumnBuilder target) {
    if (!isInteger(buffer, from, length)) {
      return false;
    }
    int unused = 64 - bits;
    if (whole << unused >> unused != whole) {
      return false;
    }
    target.appendLong(whole);
    return true;
  }

  private boolean appendUnsigned(
      char[] buffer, int from, int length, DataType.Unsigned type, ColumnBuilder target) {
    if (isInteger(buffer, from, length)) {
      if (whole < 0 || (type.bits() < Long.SIZE && whole >>> type.bits() != 0)) {
        return false;
      }
      target.appendLong(whole);
      return true;
    }
    String text = new String(buffer, from, length);
    if (type.bits() < Long.SIZE || !LARGE.matcher(text).matches()) {
      return false;
    }
    BigInteger value = new BigInteger(text);
    if (!type.holds(value)) {
      return false;
    }
    target.appendWords(value.longValue(), 0);
    return true;
  }

  private boolean appendWhole(char[] buffer, int from, int length, ColumnBuilder target) {
    if (isInteger(buffer, from, length)) {
      target.appendLong(whole);
      return true;
    }
    String text = new String(buffer, from, length);
    if (!LARGE.matcher(text).matches()) {
      return false;
    }
    BigInteger value = new BigInteger(text);
    if (!DataType.INT128.holds(value)) {
      return false;
    }
    target.appendWhole(value);
    return true;
  }

  /** Parses a 64-bit integer into {@link #whole}. */
  boolean isInteger(char[] buffer, int from, int length) {
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
    whole = buffer[from] == '-' ? negated : -negated;
    return true;
  }

  private static boolean appendDouble(char[] buffer, int from, int length, ColumnBuilder target) {
    double value = Floats.parse(buffer, from, length);
    if (Floats.isNone(value)) {
      return false;
    }
    target.appendDouble(value);
    return true;
  }

  private static boolean appendFloat(char[] buffer, int from, int length, ColumnBuilder target) {
    double value = Floats.parse(buffer, from, length);
    if (Floats.isNone(value)) {
      return false;
    }
    // rounding twice could be off by one unit in the last place
    target.appendDouble(
        Double.isFinite(value) ? Float.parseFloat(new String(buffer, from, length)) : value);
    return true;
  }

  private static boolean appendDecimal(
      char[] buffer, int from, int length, DataType.Decimal type, ColumnBuilder target) {
    if (!type.fitsLong()) {
      return appendBigDecimal(new String(buffer, from, length), type, target);
    }
    int at = from;
    int end = from + length;
    boolean negative = buffer[at] == '-';
    if (negative || buffer[at] == '+') {
      at++;
    }
    long unscaled = 0;
    int digits = 0;
    int behind = -1;
    for (; at < end; at++) {
      char c = buffer[at];
      if (c == '.' && behind < 0) {
        behind = 0;
      } else if (c >= '0' && c <= '9' && digits < MAX_LONG_DIGITS) {
        unscaled = unscaled * 10 + (c - '0');
        digits += unscaled == 0 ? 0 : 1;
        behind += behind < 0 ? 0 : 1;
      } else {
        return appendBigDecimal(new String(buffer, from, length), type, target);
      }
    }
    int missing = type.scale() - Math.max(0, behind);
    if (missing < 0 || digits + missing > type.precision() || length > MAX_LONG_DIGITS + 2) {
      return appendBigDecimal(new String(buffer, from, length), type, target);
    }
    if (digits == 0 && !hasDigit(buffer, from, end)) {
      return false;
    }
    unscaled *= POWERS[missing];
    target.appendLong(negative ? -unscaled : unscaled);
    return true;
  }

  private static boolean hasDigit(char[] buffer, int from, int end) {
    for (int i = from; i < end; i++) {
      if (buffer[i] >= '0' && buffer[i] <= '9') {
        return true;
      }
    }
    return false;
  }

  private static boolean appendBigDecimal(
      String text, DataType.Decimal type, ColumnBuilder target) {
    if (text.length() > 1000) {
      return false; // a number of a billion digits would take its time
    }
    try {
      BigDecimal value = new BigDecimal(text);
      if (value.precision() - (long) value.scale() > DataType.Decimal.MAX_PRECISION + 1) {
        return false;
      }
      if (value.scale() > 2000) {
        value = BigDecimal.ZERO;
      }
      value = value.setScale(type.scale(), RoundingMode.HALF_UP);
      if (value.precision() > type.precision()) {
        return false;
      }
      target.appendDecimal(value);
      return true;
    } catch (ArithmeticException | NumberFormatException e) {
      return false;
    }
  }

  private static boolean appendUuid(CharSequence text, ColumnBuilder target) {
    UUID id = Uuids.parse(text);
    if (id == null) {
      return false;
    }
    target.appendWords(id.getLeastSignificantBits(), Uuids.flipped(id.getMostSignificantBits()));
    return true;
  }

  private static boolean appendBinary(char[] buffer, int offset, int length, ColumnBuilder target) {
    byte[] text = new byte[length];
    for (int i = 0; i < length; i++) {
      if (buffer[offset + i] >= 0x80) {
        return false;
      }
      text[i] = (byte) buffer[offset + i];
    }
    int size = BinaryText.unescape(text, length);
    if (size >= 0) {
      target.appendBytes(text, 0, size);
    }
    return size >= 0;
  }
}
