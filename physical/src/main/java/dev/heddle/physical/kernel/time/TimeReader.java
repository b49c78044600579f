package dev.heddle.physical.kernel.time;

import dev.heddle.frame.schema.TimestampUnit;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.IsoFields;
import java.time.temporal.Temporal;
import java.util.Locale;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads one text by a {@link TimePattern}. Each code takes what is in its range and nothing else,
 * blanks of the pattern match one or more of the text, and what the text states twice must agree.
 * For one use.
 */
final class TimeReader {
  private static final long MAX_NANO_SECONDS = Long.MAX_VALUE / 1_000_000_000L - 1;

  private final String text;
  private final TimePattern pattern;
  private final TimestampUnit unit;
  private int at;
  private @Nullable String reason;

  private int year = 1900;
  private int month = -1;
  private int day = -1;
  private int dayOfYear = -1;
  private int sundayWeek = -1;
  private int mondayWeek = -1;
  private int isoYear = -1;
  private int isoWeek = -1;
  private int isoDay = -1;
  private int hour;
  private int minute;
  private int second;
  private int nano;
  private int half = -1; // 0 is the morning
  private @Nullable ZoneOffset offset;
  private @Nullable ZoneId zone;

  TimeReader(String text, TimePattern pattern, TimestampUnit unit) {
    this.text = text;
    this.pattern = pattern;
    this.unit = unit;
  }

  /** Returns the time, an instant if the pattern has a zone, or null if the text does not fit. */
  @Nullable Temporal read() {
    skipBlanks();
    for (TimePattern.Element element : pattern.elements()) {
      boolean fits =
          switch (element) {
            case TimePattern.Literal literal -> readLiteral(literal.text());
            case TimePattern.Code code -> readCode(code.letter());
          };
      if (!fits) {
        return null;
      }
    }
    skipBlanks();
    if (at < text.length()) {
      fail("behind character " + at + " it goes on");
      return null;
    }
    return time();
  }

  /** Returns why the text does not fit. */
  String reason() {
    return reason == null ? "it does not fit" : reason;
  }

  private boolean fail(String why) {
    reason = why;
    return false;
  }

  private static boolean isBlank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private void skipBlanks() {
    while (at < text.length() && isBlank(text.charAt(at))) {
      at++;
    }
  }

  private boolean readLiteral(String literal) {
    for (int i = 0; i < literal.length(); i++) {
      char c = literal.charAt(i);
      boolean matches =
          at < text.length() && (isBlank(c) ? isBlank(text.charAt(at)) : text.charAt(at) == c);
      if (!matches) {
        return fail("character " + (at + 1) + " is not '" + c + "'");
      }
      at++;
      if (isBlank(c)) {
        skipBlanks();
        while (i + 1 < literal.length() && isBlank(literal.charAt(i + 1))) {
          i++;
        }
      }
    }
    return true;
  }

  private boolean readCode(char code) {
    return switch (code) {
      case 'Y' -> (year = number(code, 4, 0, 9999)) >= 0;
      case 'y' -> {
        int two = number(code, 2, 0, 99);
        year = two + (two < 69 ? 2000 : 1900);
        yield two >= 0;
      }
      case 'm' -> (month = number(code, 2, 1, 12)) > 0;
      case 'd' -> (day = number(code, 2, 1, 31)) > 0;
      case 'j' -> (dayOfYear = number(code, 3, 1, 366)) > 0;
      case 'H' -> (hour = number(code, 2, 0, 23)) >= 0;
      case 'I' -> (hour = number(code, 2, 1, 12)) > 0;
      case 'M' -> (minute = number(code, 2, 0, 59)) >= 0;
      case 'S' -> (second = number(code, 2, 0, 59)) >= 0;
      case 'f' -> (nano = fraction(code, 6)) >= 0;
      case 'g' -> (nano = fraction(code, 3)) >= 0;
      case 'n' -> (nano = fraction(code, 9)) >= 0;
      case 'U' -> (sundayWeek = number(code, 2, 0, 53)) >= 0;
      case 'W' -> (mondayWeek = number(code, 2, 0, 53)) >= 0;
      case 'G' -> (isoYear = number(code, 4, 0, 9999)) >= 0;
      case 'V' -> (isoWeek = number(code, 2, 1, 53)) > 0;
      case 'u' -> (isoDay = number(code, 1, 1, 7)) > 0;
      case 'w' -> {
        int fromSunday = number(code, 1, 0, 6);
        isoDay = fromSunday == 0 ? 7 : fromSunday;
        yield fromSunday >= 0;
      }
      case 'b', 'h' -> (month = name(code, 12, true, TimePatterns::monthName)) > 0;
      case 'B' -> (month = name(code, 12, false, TimePatterns::monthName)) > 0;
      case 'a' -> (isoDay = name(code, 7, true, TimePatterns::dayName)) > 0;
      case 'A' -> (isoDay = name(code, 7, false, TimePatterns::dayName)) > 0;
      case 'p' -> readHalf();
      case 'z' -> readOffset();
      case 'Z' -> readZone();
      default -> throw new IllegalStateException("No such code: " + code);
    };
  }

  /** Reads a number of a range in at most this number of digits; negative if there is none. */
  private int number(char code, int digits, int min, int max) {
    int start = at;
    int value = 0;
    while (at < text.length() && at < start + digits && isDigit(text.charAt(at))) {
      value = value * 10 + text.charAt(at++) - '0';
    }
    if (at == start) {
      fail("at character " + (start + 1) + " is no number for %" + code);
      return -1;
    }
    if (value < min || value > max) {
      fail(value + " for %" + code + " is not from " + min + " to " + max);
      return -1;
    }
    return value;
  }

  /** Reads digits behind a point as nanoseconds. */
  private int fraction(char code, int digits) {
    int start = at;
    int value = number(code, digits, 0, Integer.MAX_VALUE);
    for (int i = at - start; i < 9 && value > 0; i++) {
      value *= 10;
    }
    return value;
  }

  private int name(char code, int count, boolean isShort, IntFunction<String> names) {
    for (int i = 1; i <= count; i++) {
      String full = names.apply(i);
      String name = isShort ? full.substring(0, 3) : full;
      if (text.regionMatches(true, at, name, 0, name.length())) {
        at += name.length();
        return i;
      }
    }
    fail("at character " + (at + 1) + " is no name for %" + code);
    return -1;
  }

  private boolean readHalf() {
    half = text.regionMatches(true, at, "AM", 0, 2) ? 0 : 1;
    if (half == 1 && !text.regionMatches(true, at, "PM", 0, 2)) {
      return fail("at character " + (at + 1) + " is neither AM nor PM");
    }
    at += 2;
    return true;
  }

  private boolean readOffset() {
    int start = at;
    if (text.regionMatches(true, at, "Z", 0, 1)) {
      at++;
      offset = ZoneOffset.UTC;
      return true;
    }
    int sign = text.startsWith("-", at) ? -1 : text.startsWith("+", at) ? 1 : 0;
    at++;
    int hours = sign == 0 ? -1 : twoDigits();
    boolean hasColon = text.startsWith(":", at);
    boolean hasMinutes = hasColon || (at < text.length() && isDigit(text.charAt(at)));
    at += hasColon ? 1 : 0;
    int minutes = hasMinutes ? twoDigits() : 0;
    if (hours < 0 || hours > 15 || minutes < 0 || minutes > 59) {
      return fail("at character " + (start + 1) + " is no offset such as +01:00");
    }
    offset = ZoneOffset.ofHoursMinutes(sign * hours, sign * minutes);
    return true;
  }

  private int twoDigits() {
    if (at + 2 > text.length() || !isDigit(text.charAt(at)) || !isDigit(text.charAt(at + 1))) {
      return -1;
    }
    at += 2;
    return (text.charAt(at - 2) - '0') * 10 + text.charAt(at - 1) - '0';
  }

  private boolean readZone() {
    int start = at;
    while (at < text.length() && isOfZone(text.charAt(at))) {
      at++;
    }
    String name = text.substring(start, at);
    try {
      zone =
          switch (name.toUpperCase(Locale.ROOT)) {
            case "Z", "UTC", "GMT" -> ZoneOffset.UTC;
            default -> ZoneId.of(name);
          };
      return true;
    } catch (DateTimeException e) {
      return fail("at character " + (start + 1) + " is no time zone such as Europe/Berlin");
    }
  }

  private static boolean isOfZone(char c) {
    boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return isLetter || isDigit(c) || c == '/' || c == '_' || c == '-' || c == '+';
  }

  private @Nullable Temporal time() {
    if (half >= 0 && hour > 12) {
      fail("hour " + hour + " has no AM or PM");
      return null;
    }
    int hours = half < 0 ? hour : hour % 12 + 12 * half;
    LocalDate date = date();
    if (date == null) {
      return null;
    }
    LocalDateTime local = LocalDateTime.of(date, LocalTime.of(hours, minute, second, nano));
    Temporal result = local;
    if (offset != null || zone != null) {
      result = instant(local);
    }
    long seconds = local.toEpochSecond(ZoneOffset.UTC);
    if (unit == TimestampUnit.NANOS && Math.abs(seconds) > MAX_NANO_SECONDS - 86_400) {
      fail("times in nanoseconds are of the years 1678 to 2261");
      return null;
    }
    return result;
  }

  private @Nullable Instant instant(LocalDateTime local) {
    if (offset == null) {
      return local.atZone(zone).toInstant();
    }
    Instant instant = local.toInstant(offset);
    if (zone != null && !zone.getRules().getOffset(instant).equals(offset)) {
      fail("the offset " + offset + " is not that of " + zone);
      return null;
    }
    return instant;
  }

  /** Returns the date; what the text states in two ways must be one date. */
  private @Nullable LocalDate date() {
    LocalDate date;
    try {
      if (isoYear >= 0 || isoWeek >= 0) {
        date = isoDate();
      } else if (month > 0 || day > 0) {
        date = LocalDate.of(year, Math.max(1, month), Math.max(1, day));
      } else if (dayOfYear > 0) {
        date = LocalDate.ofYearDay(year, dayOfYear);
      } else if (sundayWeek >= 0 || mondayWeek >= 0) {
        date = weekDate();
      } else {
        date = LocalDate.of(year, 1, 1);
      }
    } catch (DateTimeException e) {
      fail("there is no such date");
      return null;
    }
    if (date != null && !agrees(date)) {
      fail("its parts are of different dates");
      return null;
    }
    return date;
  }

  private @Nullable LocalDate isoDate() {
    int weekYear = isoYear < 0 ? 1900 : isoYear;
    LocalDate first = LocalDate.of(weekYear, 1, 4); // is in week 1 of every year
    int days = (isoDay < 0 ? 1 : isoDay) - first.getDayOfWeek().getValue();
    LocalDate date = first.plusDays(7L * (Math.max(1, isoWeek) - 1) + days);
    if (date.get(IsoFields.WEEK_BASED_YEAR) != weekYear) {
      fail("the year " + weekYear + " has no week " + isoWeek);
      return null;
    }
    return date;
  }

  /** Returns a day of a week that begins on Sunday or Monday; week 1 has the year's first one. */
  private LocalDate weekDate() {
    int firstDay = sundayWeek >= 0 ? 7 : 1;
    int week = Math.max(sundayWeek, mondayWeek);
    LocalDate newYear = LocalDate.of(year, 1, 1);
    LocalDate first =
        newYear.plusDays(Math.floorMod(firstDay - newYear.getDayOfWeek().getValue(), 7));
    int days = isoDay < 0 ? 0 : Math.floorMod(isoDay - firstDay, 7);
    return first.plusDays(7L * (week - 1) + days);
  }

  /** Whether the other parts are those of the date; beside a month or day they do not count. */
  private boolean agrees(LocalDate date) {
    if (month > 0 || day > 0) {
      return true;
    }
    boolean isByIsoWeek = isoYear >= 0 || isoWeek >= 0;
    if (dayOfYear > 0 && isByIsoWeek) {
      return false;
    }
    boolean isOtherSunday = sundayWeek >= 0 && TimePatterns.sundayWeek(date) != sundayWeek;
    boolean isOtherMonday = mondayWeek >= 0 && TimePatterns.mondayWeek(date) != mondayWeek;
    if (dayOfYear > 0 && (isOtherSunday || isOtherMonday)) {
      return false;
    }
    boolean isByWeek = sundayWeek >= 0 || mondayWeek >= 0;
    return !isByWeek || isoDay < 0 || date.getDayOfWeek().getValue() == isoDay;
  }
}
