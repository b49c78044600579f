package dev.heddle.io.text;

import dev.heddle.frame.option.DateOrder;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.IntervalText;
import dev.heddle.frame.schema.Uuids;
import java.math.BigInteger;
import java.time.ZoneOffset;

/**
 * Decides which types a text can be of, where these are to be found out. Numbers with a plus, and
 * integers with zeros in front, are none, as numbers of telephones and codes are that need them.
 * Used by one thread.
 */
public final class TextFit {
  private static final int MAX_SHORT_DIGITS = 11; // with a sign

  private final ValueParser numbers = new ValueParser(DataType.INT64, ZoneOffset.UTC);
  private final TimeText times;

  /** Makes one for texts of JSON. */
  TextFit() {
    this.times = new TimeText(ZoneOffset.UTC, DateOrder.YEAR_FIRST);
  }

  /**
   * Makes one for fields of CSV.
   *
   * @param order of the parts of dates
   */
  public TextFit(DateOrder order) {
    this.times = TimeText.lenient(ZoneOffset.UTC, order);
  }

  /** Returns whether a text can be of a type. */
  public boolean isOf(DataType type, String text) {
    return isOf(type, text.toCharArray(), 0, text.length());
  }

  /** Returns whether characters can be of a type. */
  boolean isOf(DataType type, char[] buffer, int offset, int length) {
    int from = offset;
    int to = offset + length;
    while (from < to && buffer[from] == ' ') {
      from++;
    }
    while (to > from && buffer[to - 1] == ' ') {
      to--;
    }
    return from == to
        ? type instanceof DataType.Str || type instanceof DataType.Binary
        : isTrimmedOf(type, buffer, from, to - from);
  }

  private boolean isTrimmedOf(DataType type, char[] buffer, int from, int size) {
    return switch (type) {
      case DataType.Bool _ -> ValueParser.isBoolean(buffer, from, size);
      case DataType.Int64 _ -> !isCode(buffer, from, size) && numbers.isInteger(buffer, from, size);
      case DataType.Int8 _ -> isShort(buffer, from, size, Byte.MAX_VALUE);
      case DataType.Int16 _ -> isShort(buffer, from, size, Short.MAX_VALUE);
      case DataType.Int32 _ -> isShort(buffer, from, size, Integer.MAX_VALUE);
      case DataType.Unsigned _, DataType.Int128 _ ->
          !isCode(buffer, from, size) && isWide(buffer, from, size);
      case DataType.Float32 _, DataType.Float64 _, DataType.Decimal _ ->
          !isCode(buffer, from, size) && !Floats.isNone(Floats.parse(buffer, from, size));
      case DataType.Date _ -> times.date(buffer, from, size);
      case DataType.Time _ -> times.time(buffer, from, size);
      case DataType.Timestamp timestamp -> times.timestamp(buffer, from, size, timestamp);
      case DataType.Enumeration labelled ->
          labelled.labels().contains(new String(buffer, from, size));
      case DataType.Json _ -> JsonSyntax.isValid(buffer, from, size);
      case DataType.Uuid _ -> Uuids.parse(new String(buffer, from, size)) != null;
      case DataType.Interval _ -> IntervalText.parse(new String(buffer, from, size)) != null;
      case DataType.Binary _ -> isBinary(buffer, from, size);
      case DataType.Str _,
          DataType.Null _,
          DataType.ListOf _,
          DataType.MapOf _,
          DataType.Struct _ ->
          true;
    };
  }

  private static boolean isBinary(char[] buffer, int from, int size) {
    byte[] text = new byte[size];
    for (int i = 0; i < size; i++) {
      text[i] = buffer[from + i] < 0x80 ? (byte) buffer[from + i] : -1;
    }
    return BinaryText.unescape(text, size) >= 0;
  }

  private static boolean isShort(char[] buffer, int from, int size, long max) {
    if (isCode(buffer, from, size) || size > MAX_SHORT_DIGITS || !isWide(buffer, from, size)) {
      return false;
    }
    long value = Long.parseLong(new String(buffer, from, size));
    return value <= max && value >= -max - 1;
  }

  /** Returns whether a number has a plus, or an integer zeros in front, which it would lose. */
  private static boolean isCode(char[] buffer, int from, int length) {
    if (buffer[from] == '+') {
      return true;
    }
    int first = buffer[from] == '-' ? from + 1 : from;
    int end = from + length;
    if (end - first < 2 || buffer[first] != '0') {
      return false;
    }
    while (first < end && buffer[first] >= '0' && buffer[first] <= '9') {
      first++;
    }
    return first == end;
  }

  private static boolean isWide(char[] buffer, int from, int length) {
    int first = buffer[from] == '-' || buffer[from] == '+' ? from + 1 : from;
    int digits = from + length - first;
    for (int i = first; i < from + length; i++) {
      if (buffer[i] < '0' || buffer[i] > '9') {
        return false;
      }
    }
    return digits > 0
        && (digits < DataType.Int128.MAX_DIGITS
            || (digits == DataType.Int128.MAX_DIGITS
                && DataType.INT128.holds(new BigInteger(new String(buffer, from, length)))));
  }
}
