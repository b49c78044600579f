package dev.heddle.physical.kernel;

import dev.heddle.io.memory.Memory;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;

/**
 * Reads dates, times, timestamps and intervals from text.
 *
 * <p>Dates are {@code year-month-day}, times {@code hour:minute[:second[.fraction]]}, timestamps
 * both with a blank or {@code T} between and maybe a zone behind ({@code Z}, {@code +02}, {@code
 * +05:30}, {@code Europe/Berlin}); the time may be missing. Intervals are numbers with units and
 * maybe a time: {@code 1 year -2 days 04:05:06}. Each method says whether the text could be read
 * and leaves the value in the fields. Used by one thread.
 */
final class TimeParse {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private String text = "";
  private int at;
  private long day;
  private long nanoOfDay;
  private boolean zoned;
  private ZoneId zone = ZoneOffset.UTC;
  private int months;
  private int days;
  private long nanos;

  long day() {
    return day;
  }

  long nanoOfDay() {
    return nanoOfDay;
  }

  int months() {
    return months;
  }

  int days() {
    return days;
  }

  long nanos() {
    return nanos;
  }

  /** Reads a date; a time behind it is checked and left out. */
  boolean date(long address, int length) {
    return plainDate(address, length) || timestamp(address, length);
  }

  /** Reads exactly {@code yyyy-mm-dd} without making a string. */
  private boolean plainDate(long address, int length) {
    if (length != 10 || Memory.getByte(address + 4) != '-' || Memory.getByte(address + 7) != '-') {
      return false;
    }
    int year = two(address) * 100 + two(address + 2);
    int month = two(address + 5);
    int dayOfMonth = two(address + 8);
    if (two(address) < 0 || two(address + 2) < 0 || month < 1 || month > 12 || dayOfMonth < 1) {
      return false;
    }
    if (dayOfMonth > Calendar.daysInMonth(year, month)) {
      return false;
    }
    day = Calendar.epochDay(year, month, dayOfMonth);
    return true;
  }

  private static int two(long address) {
    int tens = Memory.getByte(address) - '0';
    int ones = Memory.getByte(address + 1) - '0';
    return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1000 : tens * 10 + ones;
  }

  /** Reads a time of day. */
  boolean time(long address, int length) {
    text = TextParse.text(address, length);
    at = 0;
    return clock() && at == text.length() && nanoOfDay < Calendar.NANOS_PER_DAY;
  }

  /** Reads a timestamp into the day, the time of the day and maybe a zone. */
  boolean timestamp(long address, int length) {
    text = TextParse.text(address, length);
    at = 0;
    nanoOfDay = 0;
    zoned = false;
    if (!calendarDate()) {
      return false;
    }
    if (at == text.length()) {
      return true;
    }
    char between = text.charAt(at++);
    if (between != ' ' && between != 'T' && between != 't') {
      return false;
    }
    return clock() && nanoOfDay < Calendar.NANOS_PER_DAY && zoneBehind();
  }

  /**
   * Returns the epoch second of what {@link #timestamp} read, in its zone or else the given one.
   */
  long localOrInstant(LocalTimes session, boolean wantsInstant) {
    long local = day * 86_400 + nanoOfDay / NANOS_PER_SECOND;
    if (zoned) {
      return local - LocalTimes.of(zone, 1).offsetOfLocal(local);
    }
    return wantsInstant ? local - session.offsetOfLocal(local) : local;
  }

  private boolean calendarDate() {
    boolean negative = take('-');
    int start = at;
    long year = number(7);
    int yearDigits = at - start;
    if (year < 0 || yearDigits < 1 || at == text.length()) {
      return false;
    }
    char separator = text.charAt(at++);
    if (separator != '-' && separator != '/') {
      return false;
    }
    long month = number(2);
    if (!take(separator)) {
      return false;
    }
    long dayOfMonth = number(2);
    year = negative ? -year : year;
    if (month < 1
        || month > 12
        || dayOfMonth < 1
        || dayOfMonth > Calendar.daysInMonth(year, (int) month)) {
      return false;
    }
    day = Calendar.epochDay(year, (int) month, (int) dayOfMonth);
    return day == (int) day;
  }

  private boolean clock() {
    long hour = number(2);
    if (hour < 0 || hour > 23 || !take(':')) {
      return false;
    }
    long minute = number(2);
    if (minute < 0 || minute > 59) {
      return false;
    }
    long second = 0;
    long fraction = 0;
    if (take(':')) {
      second = number(2);
      if (second < 0 || second > 59) {
        return false;
      }
      fraction = take('.') ? fraction() : 0;
    }
    nanoOfDay = ((hour * 60 + minute) * 60 + second) * NANOS_PER_SECOND + fraction;
    return true;
  }

  /** Reads digits behind the point as nanoseconds; those beyond nine are left out. */
  private long fraction() {
    long value = 0;
    long unit = NANOS_PER_SECOND / 10;
    while (at < text.length() && isDigit(text.charAt(at))) {
      value += unit * (text.charAt(at++) - '0');
      unit /= 10;
    }
    return value;
  }

  private boolean zoneBehind() {
    while (take(' ')) {
      // blanks may stand before the zone
    }
    if (at == text.length()) {
      return true;
    }
    String name = text.substring(at);
    zoned = true;
    try {
      char first = name.charAt(0);
      if (first == '+' || first == '-') {
        zone = ZoneOffset.of(name);
      } else if (name.toUpperCase(Locale.ROOT).equals("Z")) {
        zone = ZoneOffset.UTC;
      } else {
        zone = ZoneId.of(name);
      }
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private boolean take(char c) {
    if (at < text.length() && text.charAt(at) == c) {
      at++;
      return true;
    }
    return false;
  }

  /** Reads up to so many digits, or gives -1 without any. */
  private long number(int atMost) {
    int start = at;
    long value = 0;
    while (at < text.length() && at - start < atMost && isDigit(text.charAt(at))) {
      value = value * 10 + text.charAt(at++) - '0';
    }
    return at == start ? -1 : value;
  }

  /** Reads an interval. */
  boolean interval(long address, int length) {
    text = TextParse.text(address, length);
    at = 0;
    months = 0;
    days = 0;
    nanos = 0;
    if (text.isEmpty()) {
      return false;
    }
    try {
      String[] words = text.split("\\s+");
      for (int i = 0; i < words.length; i++) {
        if (words[i].indexOf(':') >= 0) {
          if (!clockPart(words[i])) {
            return false;
          }
        } else if (i + 1 == words.length || !unitPart(Long.parseLong(words[i]), words[i + 1])) {
          return false;
        } else {
          i++;
        }
      }
      return true;
    } catch (NumberFormatException | ArithmeticException e) {
      return false;
    }
  }

  private boolean clockPart(String word) {
    String saved = text;
    boolean negative = word.charAt(0) == '-';
    text = negative ? word.substring(1) : word;
    at = 0;
    boolean read = clock() && at == text.length();
    text = saved;
    nanos = Math.addExact(nanos, negative ? -nanoOfDay : nanoOfDay);
    return read;
  }

  private boolean unitPart(long count, String unit) {
    String lower = unit.toLowerCase(Locale.ROOT);
    String name =
        lower.endsWith("s") && lower.length() > 1 ? lower.substring(0, lower.length() - 1) : lower;
    switch (name) {
      case "century", "centurie" -> addMonths(count, 1200);
      case "decade" -> addMonths(count, 120);
      case "year" -> addMonths(count, 12);
      case "quarter" -> addMonths(count, 3);
      case "month" -> addMonths(count, 1);
      case "week" -> addDays(count, 7);
      case "day" -> addDays(count, 1);
      case "hour" -> addNanos(count, 3600 * NANOS_PER_SECOND);
      case "minute" -> addNanos(count, 60 * NANOS_PER_SECOND);
      case "second" -> addNanos(count, NANOS_PER_SECOND);
      case "millisecond" -> addNanos(count, 1_000_000);
      case "microsecond" -> addNanos(count, 1_000);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void addMonths(long count, int each) {
    months = Math.toIntExact(Math.addExact(months, Math.multiplyExact(count, each)));
  }

  private void addDays(long count, int each) {
    days = Math.toIntExact(Math.addExact(days, Math.multiplyExact(count, each)));
  }

  private void addNanos(long count, long each) {
    nanos = Math.addExact(nanos, Math.multiplyExact(count, each));
  }
}
