package dev.heddle.physical.kernel;

import dev.heddle.frame.error.HeddleException;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.format.TextStyle;
import java.time.temporal.IsoFields;
import java.util.Locale;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Times as text by the codes of C's {@code strftime}: {@code %Y %m %d %H %M %S} and others; a minus
 * behind the percent sign leaves zeros in front out. Stateless but for the text that is being read.
 */
public final class TimePatterns {
  private final String text;
  private final String pattern;
  private int at;
  private int year = 1900;
  private int month = 1;
  private int day = 1;
  private int dayOfYear;
  private int hour;
  private int minute;
  private int second;
  private int nano;
  private boolean isAfternoon;
  private boolean hasHalf;

  private TimePatterns(String text, String pattern) {
    this.text = text;
    this.pattern = pattern;
  }

  /** Writes a time. */
  public static String format(LocalDateTime time, String pattern) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c != '%' || i + 1 == pattern.length()) {
        out.append(c);
        continue;
      }
      boolean isShort = pattern.charAt(i + 1) == '-' && i + 2 < pattern.length();
      i += isShort ? 2 : 1;
      int hour12 = (time.getHour() + 11) % 12 + 1;
      switch (pattern.charAt(i)) {
        case 'Y' -> number(out, time.getYear(), 4, isShort);
        case 'y' -> number(out, Math.floorMod(time.getYear(), 100), 2, isShort);
        case 'm' -> number(out, time.getMonthValue(), 2, isShort);
        case 'd' -> number(out, time.getDayOfMonth(), 2, isShort);
        case 'H' -> number(out, time.getHour(), 2, isShort);
        case 'I' -> number(out, hour12, 2, isShort);
        case 'M' -> number(out, time.getMinute(), 2, isShort);
        case 'S' -> number(out, time.getSecond(), 2, isShort);
        case 'f' -> number(out, time.getNano() / 1000, 6, isShort);
        case 'g' -> number(out, time.getNano() / 1_000_000, 3, isShort);
        case 'j' -> number(out, time.getDayOfYear(), 3, isShort);
        case 'G' -> number(out, time.get(IsoFields.WEEK_BASED_YEAR), 4, isShort);
        case 'V' -> number(out, time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2, isShort);
        case 'u' -> out.append(time.getDayOfWeek().getValue());
        case 'w' -> out.append(time.getDayOfWeek().getValue() % 7);
        case 'p' -> out.append(time.getHour() < 12 ? "AM" : "PM");
        case 'a' -> out.append(dayName(time.getDayOfWeek().getValue()), 0, 3);
        case 'A' -> out.append(dayName(time.getDayOfWeek().getValue()));
        case 'b' -> out.append(monthName(time.getMonthValue()), 0, 3);
        case 'B' -> out.append(monthName(time.getMonthValue()));
        case 'x' -> out.append(format(time, "%Y-%m-%d"));
        case 'X' -> out.append(format(time, "%H:%M:%S"));
        case 'c' -> out.append(format(time, "%Y-%m-%d %H:%M:%S"));
        case '%' -> out.append('%');
        default -> throw unknown(pattern, i);
      }
    }
    return out.toString();
  }

  private static void number(StringBuilder out, int value, int digits, boolean isShort) {
    String text = Integer.toString(value);
    out.append("0".repeat(isShort ? 0 : Math.max(0, digits - text.length()))).append(text);
  }

  private static String dayName(int day) {
    return DayOfWeek.of(day).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
  }

  private static String monthName(int month) {
    return Month.of(month).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
  }

  private static HeddleException unknown(String pattern, int at) {
    return Failures.argument(
        "Cannot use %"
            + pattern.charAt(at)
            + " of \""
            + Failures.shorten(pattern)
            + "\": the codes are those of strftime, such as %Y, %m, %d, %H, %M and %S");
  }

  /** Reads a time; of what does not fit, null if {@code isLenient}, else an error. */
  public static @Nullable LocalDateTime parse(String text, String pattern, boolean isLenient) {
    LocalDateTime time = new TimePatterns(text.strip(), pattern).read();
    if (time == null && !isLenient) {
      throw Failures.argument(
          "Cannot read \""
              + Failures.shorten(text)
              + "\" as a time by \""
              + Failures.shorten(pattern)
              + "\"; use try_strptime to get null instead");
    }
    return time;
  }

  private @Nullable LocalDateTime read() {
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '%' && i + 1 < pattern.length()) {
        i += pattern.charAt(i + 1) == '-' && i + 2 < pattern.length() ? 2 : 1;
        if (!read(pattern.charAt(i), i)) {
          return null;
        }
      } else if (at < text.length() && text.charAt(at) == c) {
        at++;
      } else {
        return null;
      }
    }
    try {
      int hours = hasHalf ? hour % 12 + (isAfternoon ? 12 : 0) : hour;
      LocalDate date =
          dayOfYear > 0 ? LocalDate.ofYearDay(year, dayOfYear) : LocalDate.of(year, month, day);
      return at < text.length()
          ? null
          : LocalDateTime.of(date, LocalTime.of(hours, minute, second, nano));
    } catch (DateTimeException e) {
      return null;
    }
  }

  private boolean read(char code, int place) {
    switch (code) {
      case 'Y' -> year = number(4);
      case 'y' -> {
        int two = number(2);
        year = two < 0 ? two : two + (two < 69 ? 2000 : 1900);
      }
      case 'm' -> month = number(2);
      case 'd' -> day = number(2);
      case 'H', 'I' -> hour = number(2);
      case 'M' -> minute = number(2);
      case 'S' -> second = number(2);
      case 'j' -> dayOfYear = number(3);
      case 'f', 'g' -> {
        int start = at;
        int value = number(code == 'f' ? 6 : 3);
        for (int i = at - start; i < 9; i++) {
          value *= 10;
        }
        nano = value;
      }
      case 'p' -> {
        hasHalf = true;
        isAfternoon = text.regionMatches(true, at, "PM", 0, 2);
        boolean isHalf = isAfternoon || text.regionMatches(true, at, "AM", 0, 2);
        at += 2;
        return isHalf;
      }
      case 'b', 'B' -> {
        month = name(12, code == 'b', TimePatterns::monthName);
        return month > 0;
      }
      case 'a', 'A' -> {
        return name(7, code == 'a', TimePatterns::dayName) > 0;
      }
      case '%' -> {
        return at < text.length() && text.charAt(at++) == '%';
      }
      default -> throw unknown(pattern, place);
    }
    return Math.min(Math.min(year, month), Math.min(day, hour)) >= 0
        && Math.min(Math.min(minute, second), Math.min(nano, dayOfYear)) >= 0;
  }

  /** Reads a number of at most so many digits; negative if there is none. */
  private int number(int digits) {
    int start = at;
    int value = 0;
    while (at < text.length() && at < start + digits && isDigit(text.charAt(at))) {
      value = value * 10 + text.charAt(at++) - '0';
    }
    return at == start ? -1 : value;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private int name(int count, boolean isShort, IntFunction<String> names) {
    for (int i = 1; i <= count; i++) {
      String full = names.apply(i);
      String name = isShort ? full.substring(0, 3) : full;
      if (text.regionMatches(true, at, name, 0, name.length())) {
        at += name.length();
        return i;
      }
    }
    return -1;
  }
}
