package dev.heddle.io.text;

import dev.heddle.frame.option.DateOrder;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * Reads dates, times and timestamps: {@code 2024-01-31} (also with slashes, one digit for month and
 * day, and in other orders), {@code 23:59:59.123456} and, with dates of other orders, {@code 11:59
 * PM}, both with a blank or a {@code T} between, and an offset behind, perhaps after a blank
 * ({@code Z}, {@code +02}, {@code +0200}, {@code +02:00}, {@code +02:00:00}).
 *
 * <p>A method returns whether the characters are such a value, which then is {@link #value()}.
 */
final class TimeText {
  private static final long SECONDS_PER_DAY = 86_400;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final int MAX_YEAR_DIGITS = 6;
  private static final String SEPARATORS = "-/";
  private static final String MORE_SEPARATORS = "-/ \\";
  private static final int MAX_OFFSET_SECONDS = 18 * 3600;

  private final DateOrder order;
  private final boolean takesShortYears;
  private final ZoneRules rules;
  private final @Nullable ZoneOffset fixed;
  private long value;
  private int at; // where parsing stopped
  private int nanos;

  /** Makes a reader of years of four digits at least. */
  TimeText(ZoneId zone, DateOrder order) {
    this(zone, order, false);
  }

  private TimeText(ZoneId zone, DateOrder order, boolean takesShortYears) {
    this.order = order;
    this.takesShortYears = takesShortYears;
    this.rules = zone.getRules();
    this.fixed = rules.isFixedOffset() ? rules.getOffset(java.time.Instant.EPOCH) : null;
  }

  /**
   * Makes a reader that takes what DuckDB's casts take: years of two digits, which are those of the
   * first century, in timestamps of one too, and blanks and backslashes between the parts.
   */
  static TimeText lenient(ZoneId zone, DateOrder order) {
    return new TimeText(zone, order, true);
  }

  /** Returns what was read last: days, microseconds of the day, or steps of the timestamp. */
  long value() {
    return value;
  }

  /** Reads a day. */
  boolean date(char[] buffer, int from, int length) {
    at = from;
    return parseDate(buffer, from + length, takesShortYears ? 2 : 4) && at == from + length;
  }

  /** Reads a time of day. */
  boolean time(char[] buffer, int from, int length) {
    at = from;
    long seconds = parseClock(buffer, from + length);
    if (seconds < 0 || at != from + length) {
      return false;
    }
    value = seconds * 1_000_000 + nanos / 1000;
    return true;
  }

  /** Reads a point in time, or a local one where the type has no zone. */
  boolean timestamp(char[] buffer, int from, int length, DataType.Timestamp type) {
    int end = from + length;
    at = from;
    if (!parseDate(buffer, end, takesShortYears ? 1 : 4)) {
      return false;
    }
    long second = value * SECONDS_PER_DAY;
    nanos = 0;
    if (at < end && (buffer[at] == ' ' || buffer[at] == 'T')) {
      at++;
      long clock = parseClock(buffer, end);
      if (clock < 0) {
        return false;
      }
      second += clock;
    }
    if (at < end) {
      at += buffer[at] == ' ' ? 1 : 0;
      int offset = type.withZone() && at < end ? parseOffset(buffer, end) : Integer.MIN_VALUE;
      if (offset == Integer.MIN_VALUE || at != end) {
        return false;
      }
      second -= offset;
    } else if (type.withZone()) {
      second -= localOffset(second);
    }
    if (type.unit() == TimestampUnit.MICROS) {
      value = second * 1_000_000 + nanos / 1000;
      return true;
    }
    value = second * NANOS_PER_SECOND + nanos;
    return Math.multiplyHigh(second, NANOS_PER_SECOND) == (second * NANOS_PER_SECOND) >> 63
        && (value >= 0) == (second >= 0);
  }

  /** Returns the offset that a local second has in the zone. */
  private int localOffset(long second) {
    if (fixed != null) {
      return fixed.getTotalSeconds();
    }
    return rules
        .getOffset(LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC))
        .getTotalSeconds();
  }

  private int digits(char[] buffer, int end, int most) {
    int number = 0;
    int first = at;
    while (at < end && at - first < most && buffer[at] >= '0' && buffer[at] <= '9') {
      number = number * 10 + (buffer[at] - '0');
      at++;
    }
    return at == first ? -1 : number;
  }

  private boolean parseDate(char[] buffer, int end, int minYearDigits) {
    boolean negative = at < end && buffer[at] == '-';
    boolean isSigned = negative || (at < end && buffer[at] == '+');
    at += isSigned ? 1 : 0;
    int first = at;
    int year = digits(buffer, end, MAX_YEAR_DIGITS);
    if (year > 0 && at - first <= 2 && !isSigned && order != DateOrder.YEAR_FIRST) {
      return parseYearLast(buffer, end, year);
    }
    String separators = takesShortYears ? MORE_SEPARATORS : SEPARATORS;
    if (year < 0 || at - first < minYearDigits || at == end || separators.indexOf(buffer[at]) < 0) {
      return false;
    }
    char separator = buffer[at++];
    int month = digits(buffer, end, 2);
    if (month < 1 || month > 12 || at == end || buffer[at] != separator) {
      return false;
    }
    at++;
    return setDay(negative ? -year : year, month, digits(buffer, end, 2));
  }

  /** Reads the rest of a date whose year is the last, behind its first number. */
  private boolean parseYearLast(char[] buffer, int end, int first) {
    char separator = at < end ? buffer[at++] : 0;
    boolean isDayFirst = order == DateOrder.DAY_FIRST;
    if (separator != '/' && separator != '-' && !(separator == '.' && isDayFirst)) {
      return false; // 1.31.2024 is written nowhere
    }
    int second = digits(buffer, end, 2);
    if (second < 1 || at == end || buffer[at] != separator) {
      return false;
    }
    int yearAt = ++at;
    int year = digits(buffer, end, 4);
    int month = isDayFirst ? second : first;
    return at - yearAt == 4 && month <= 12 && setDay(year, month, isDayFirst ? first : second);
  }

  private boolean setDay(int year, int month, int day) {
    if (day < 1 || day > 31 || (day > 28 && day > EpochDays.inMonth(year, month))) {
      return false;
    }
    value = EpochDays.of(year, month, day);
    return true;
  }

  /** Returns the second of the day, or -1; the fraction goes to {@link #nanos}. */
  private long parseClock(char[] buffer, int end) {
    int hour = digits(buffer, end, 2);
    if (hour < 0 || hour > 23 || at == end || buffer[at] != ':') {
      return -1;
    }
    at++;
    int first = at;
    int minute = digits(buffer, end, 2);
    if (minute < 0 || minute > 59 || at - first != 2) {
      return -1;
    }
    int second = 0;
    nanos = 0;
    if (at < end && buffer[at] == ':') {
      at++;
      first = at;
      second = digits(buffer, end, 2);
      if (second < 0 || second > 59 || at - first != 2) {
        return -1;
      }
      if (at < end && buffer[at] == '.') {
        at++;
        int unit = (int) NANOS_PER_SECOND / 10;
        while (at < end && buffer[at] >= '0' && buffer[at] <= '9') {
          nanos += (buffer[at++] - '0') * unit;
          unit /= 10; // digits behind the ninth count nothing
        }
      }
    }
    hour = hourOfDay(buffer, end, hour);
    return hour < 0 ? -1 : hour * 3600L + minute * 60 + second;
  }

  /** Returns an hour with what {@code AM} or {@code PM} behind the clock make of it, or -1. */
  private int hourOfDay(char[] buffer, int end, int hour) {
    int word = at < end && buffer[at] == ' ' ? at + 1 : at;
    if (order == DateOrder.YEAR_FIRST || word + 2 > end || (buffer[word + 1] | 0x20) != 'm') {
      return hour;
    }
    int half = buffer[word] | 0x20;
    if (half != 'a' && half != 'p') {
      return hour;
    }
    at = word + 2;
    return hour < 1 || hour > 12 ? -1 : hour % 12 + (half == 'p' ? 12 : 0);
  }

  /** Returns the offset from UTC in seconds, or the smallest integer if there is none. */
  private int parseOffset(char[] buffer, int end) {
    if (buffer[at] == 'Z') {
      at++;
      return 0;
    }
    int sign = buffer[at] == '-' ? -1 : buffer[at] == '+' ? 1 : 0;
    if (sign == 0) {
      return Integer.MIN_VALUE;
    }
    at++;
    int total = 0;
    for (int unit = 3600; unit > 0; unit /= 60) {
      int first = at;
      int number = digits(buffer, end, 2);
      if (number < 0 || at - first != 2 || (unit < 3600 && number > 59)) {
        return Integer.MIN_VALUE;
      }
      total += number * unit;
      if (at < end && buffer[at] == ':') {
        at++;
      } else if (at == end) {
        break;
      }
    }
    return total > MAX_OFFSET_SECONDS ? Integer.MIN_VALUE : sign * total;
  }
}
