package dev.heddle.io.text;

import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DateText;
import dev.heddle.frame.schema.IntervalText;
import dev.heddle.io.memory.Memory;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads dates, times, timestamps and intervals from text.
 *
 * <p>Dates are {@code year-month-day}, maybe with {@code (BC)} behind them, or {@code epoch},
 * {@code infinity} or {@code -infinity}, times {@code hour:minute[:second[.fraction]]}, timestamps
 * both with a blank or {@code T} between and maybe a zone behind ({@code Z}, {@code +02}, {@code
 * +05:30}, {@code Europe/Berlin}); the time may be missing. Intervals are those of {@link
 * IntervalText}. Each method returns whether the text could be read and leaves the value in the
 * fields. Used by one thread.
 */
public final class TimeParse {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long NANOS_PER_DAY = 86_400 * NANOS_PER_SECOND;
  private static final int INFINITE_DAY = Integer.MAX_VALUE;

  /** What follows a date in a year before 1. */
  public static final String BEFORE_CHRIST = " (BC)";

  private String text = "";
  private int at;
  private long day;
  private long nanoOfDay;
  private int infinity; // its sign, 0 for finite ones
  private boolean zoned;
  private ZoneId zone = ZoneOffset.UTC;
  private int months;
  private int days;
  private long nanos;

  /** Returns the days since 1970-01-01 that were read. */
  public long day() {
    return day;
  }

  /** Returns the time of the day that was read. */
  public long nanoOfDay() {
    return nanoOfDay;
  }

  /** Returns the sign of the infinite moment that was read; 0 if it is finite. */
  public int infinity() {
    return infinity;
  }

  /** Returns the months of the interval that was read. */
  public int months() {
    return months;
  }

  /** Returns the days of the interval that was read. */
  public int days() {
    return days;
  }

  /** Returns the nanoseconds of the interval that was read. */
  public long nanos() {
    return nanos;
  }

  /** Reads a date; a time behind it is checked and left out. */
  public boolean date(long address, int length) {
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
    if (dayOfMonth > EpochDays.inMonth(year, month)) {
      return false;
    }
    day = EpochDays.of(year, month, dayOfMonth);
    return true;
  }

  private static int two(long address) {
    int tens = Memory.getByte(address) - '0';
    int ones = Memory.getByte(address + 1) - '0';
    return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1000 : tens * 10 + ones;
  }

  /** Reads a time of day, alone or of a timestamp; a zone behind it is checked and left out. */
  public boolean time(long address, int length) {
    return time(TextParse.text(address, length));
  }

  /** Reads a time of day of a text without blanks around. */
  boolean time(String written) {
    text = written;
    at = 0;
    boolean isTime = clock() && nanoOfDay < NANOS_PER_DAY && zoneBehind();
    return isTime || (timestamp(written) && infinity == 0);
  }

  /** Reads a timestamp into the day, the time of the day and maybe a zone. */
  public boolean timestamp(long address, int length) {
    return timestamp(TextParse.text(address, length));
  }

  /** Reads a timestamp of a text without blanks around. */
  boolean timestamp(String written) {
    text = written;
    at = 0;
    nanoOfDay = 0;
    zoned = false;
    infinity = DateText.infinitySign(text);
    if (infinity != 0) {
      day = infinity * INFINITE_DAY;
      return true;
    }
    if (text.equalsIgnoreCase("epoch")) {
      day = 0;
      return true;
    }
    if (!calendarDate()) {
      return false;
    }
    if (at == text.length()) {
      return true;
    }
    char between = text.charAt(at++);
    if (between == ' ') {
      skipBlanks();
    } else if (between != 'T' && between != 't') {
      return false;
    }
    return clock() && zoneBehind();
  }

  /** Returns the second of the day and time that {@link #timestamp} read, whatever zone follows. */
  public long localSecond() {
    return day * 86_400 + nanoOfDay / NANOS_PER_SECOND;
  }

  /** Returns the zone behind the timestamp that was read; null if there is none. */
  public @Nullable ZoneId zone() {
    return zoned ? zone : null;
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
    if (separator != '-' && separator != '/' && separator != ' ') {
      return false;
    }
    long month = number(2);
    if (!take(separator)) {
      return false;
    }
    long dayOfMonth = number(2);
    year = isBeforeChrist() ? 1 - year : year;
    year = negative ? -year : year;
    if (month < 1
        || month > 12
        || dayOfMonth < 1
        || dayOfMonth > EpochDays.inMonth((int) year, (int) month)) {
      return false;
    }
    day = EpochDays.of((int) year, (int) month, (int) dayOfMonth);
    return Math.abs(day) < Integer.MAX_VALUE; // which others take for infinity
  }

  /** Reads {@code (BC)} behind a date. */
  private boolean isBeforeChrist() {
    if (!text.regionMatches(true, at, BEFORE_CHRIST, 0, BEFORE_CHRIST.length())) {
      return false;
    }
    at += BEFORE_CHRIST.length();
    return true;
  }

  /** Reads a time of up to 24 hours; minutes and seconds may be missing behind their colon. */
  private boolean clock() {
    long hour = number(2);
    if (hour < 0 || !take(':')) {
      return false;
    }
    long minute = Math.max(0, number(2));
    long second = take(':') ? Math.max(0, number(2)) : 0;
    long fraction = take('.') ? fraction() : 0;
    nanoOfDay = ((hour * 60 + minute) * 60 + second) * NANOS_PER_SECOND + fraction;
    return minute < 60 && second < 60 && nanoOfDay <= NANOS_PER_DAY;
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
    skipBlanks();
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

  private void skipBlanks() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
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

  /** Reads up to this number of digits, or gives -1 without any. */
  private long number(int atMost) {
    int start = at;
    long value = 0;
    while (at < text.length() && at - start < atMost && isDigit(text.charAt(at))) {
      value = value * 10 + text.charAt(at++) - '0';
    }
    return at == start ? -1 : value;
  }

  /** Reads an interval. */
  public boolean interval(long address, int length) {
    months = 0;
    days = 0;
    nanos = 0;
    try {
      CalendarInterval interval = IntervalText.parse(TextParse.text(address, length));
      if (interval == null || !interval.isStorable()) {
        return false;
      }
      months = interval.months();
      days = interval.days();
      nanos = 1000 * interval.micros();
      return true;
    } catch (ArithmeticException e) {
      return false;
    }
  }
}
