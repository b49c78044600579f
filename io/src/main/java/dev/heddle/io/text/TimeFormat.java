package dev.heddle.io.text;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.List;
import java.util.Locale;

/**
 * Reads dates and times that are written in one way, which is stated in the codes of C's {@code
 * strptime}: {@code %Y %y %m %b %B %d %j %H %I %p %M %S %f %g %n %a %A %z %%}, of which those of
 * numbers take fewer digits, too, and may have a dash behind the percent sign. Blanks of the format
 * match one or more of the text. Used by one thread.
 */
public final class TimeFormat {
  private static final String NUMBERS = "YymdjHIMSfgn";
  private static final String OTHERS = "bBhaApz";
  private static final List<String> MONTHS =
      List.of(
          "january",
          "february",
          "march",
          "april",
          "may",
          "june",
          "july",
          "august",
          "september",
          "october",
          "november",
          "december");
  private static final List<String> DAYS =
      List.of("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday");
  private static final int FIRST_YEAR_OF_1900 = 69; // two digits from here on are of that century
  private static final int MAX_OFFSET_SECONDS = 18 * 3600;

  private final String text;
  private final char[] codes; // a code, or 0 where a character of the format is
  private final char[] literals;

  private char[] buffer = new char[0];
  private int at;
  private int end;
  private int year;
  private int yearDigits;
  private int month;
  private int day;
  private int dayOfYear;
  private int hour;
  private int minute;
  private int second;
  private int nanos;
  private int half; // 1 of AM, 2 of PM, 0 of neither
  private int offset;
  private long epochDay;

  private TimeFormat(String text, String codes, String literals) {
    this.text = text;
    this.codes = codes.toCharArray();
    this.literals = literals.toCharArray();
  }

  /**
   * Takes a format apart.
   *
   * @throws HeddleException if a code is unknown
   */
  public static TimeFormat of(String format) {
    StringBuilder codes = new StringBuilder();
    StringBuilder literals = new StringBuilder();
    String plain = expanded(format);
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      if (c != '%') {
        codes.append('\0');
        literals.append(c);
        continue;
      }
      boolean isShort = plain.startsWith("-", i + 1);
      i += isShort ? 2 : 1;
      char code = i < plain.length() ? plain.charAt(i) : '\0';
      if (code == '%' && !isShort) {
        codes.append('\0');
        literals.append('%');
        continue;
      }
      if (NUMBERS.indexOf(code) < 0 && (isShort || OTHERS.indexOf(code) < 0)) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT,
            "Cannot read times by \""
                + format
                + "\": the codes are %Y %y %m %b %B %d %j %H %I %p %M %S %f %g %n %a %A %z and %%");
      }
      codes.append(code);
      literals.append('\0');
    }
    return new TimeFormat(format, codes.toString(), literals.toString());
  }

  private static String expanded(String format) {
    return format
        .replace("%x", "%Y-%m-%d")
        .replace("%X", "%H:%M:%S")
        .replace("%T", "%H:%M:%S")
        .replace("%c", "%Y-%m-%d %H:%M:%S");
  }

  /** Returns the format as it was stated. */
  public String text() {
    return text;
  }

  /** Reads a date or time; returns whether the characters are one. */
  public boolean read(char[] characters, int from, int length) {
    return parse(characters, from, length) && setDay();
  }

  /** Returns whether characters are written so, with a year of two digits at least. */
  public boolean isWrittenBy(char[] characters, int from, int length) {
    return parse(characters, from, length) && yearDigits >= 2;
  }

  private boolean parse(char[] characters, int from, int length) {
    buffer = characters;
    at = from;
    end = from + length;
    year = 1900;
    yearDigits = 0;
    month = 1;
    day = 1;
    dayOfYear = 0;
    hour = 0;
    minute = 0;
    second = 0;
    nanos = 0;
    half = 0;
    offset = 0;
    skipBlanks();
    for (int i = 0; i < codes.length; i++) {
      if (codes[i] == 0 ? !literal(literals[i]) : !code(codes[i])) {
        return false;
      }
    }
    skipBlanks();
    if (at != end || (half > 0 && hour > 12)) {
      return false;
    }
    hour = half == 0 ? hour : hour % 12 + (half == 2 ? 12 : 0);
    return true;
  }

  /** Returns the day that was read last, from that of 1970. */
  long epochDay() {
    return epochDay;
  }

  /** Returns the second of the day that was read last, less the offset from UTC behind it. */
  long secondOfDay() {
    return hour * 3600L + minute * 60 + second - offset;
  }

  /** Returns the nanoseconds behind the second that was read last. */
  int nanos() {
    return nanos;
  }

  private boolean setDay() {
    boolean isOfYear = dayOfYear > 0;
    int shownMonth = isOfYear ? 1 : month;
    if (isOfYear ? dayOfYear > 365 + (EpochDays.inMonth(year, 2) - 28) : !isDay(shownMonth)) {
      return false;
    }
    epochDay = EpochDays.of(year, shownMonth, isOfYear ? 1 : day) + Math.max(0, dayOfYear - 1);
    return true;
  }

  private boolean isDay(int ofMonth) {
    return day <= 28 || day <= EpochDays.inMonth(year, ofMonth);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }

  private void skipBlanks() {
    while (at < end && isBlank(buffer[at])) {
      at++;
    }
  }

  private boolean literal(char c) {
    if (!isBlank(c)) {
      return at < end && buffer[at++] == c;
    }
    boolean isThere = at < end && isBlank(buffer[at]);
    skipBlanks();
    return isThere || (at > 0 && isBlank(buffer[at - 1]));
  }

  private boolean code(char code) {
    return switch (code) {
      case 'Y' -> {
        int start = at;
        year = number(4, 9999);
        yearDigits = at - start;
        yield year >= 0;
      }
      case 'y' -> {
        int start = at;
        int two = number(2, 99);
        year = two + (two < FIRST_YEAR_OF_1900 ? 2000 : 1900);
        yearDigits = at - start;
        yield two >= 0;
      }
      case 'm' -> (month = number(2, 12)) > 0;
      case 'd' -> (day = number(2, 31)) > 0;
      case 'j' -> (dayOfYear = number(3, 366)) > 0;
      case 'H' -> (hour = number(2, 23)) >= 0;
      case 'I' -> (hour = number(2, 12)) > 0;
      case 'M' -> (minute = number(2, 59)) >= 0;
      case 'S' -> (second = number(2, 59)) >= 0;
      case 'f' -> fraction(6);
      case 'g' -> fraction(3);
      case 'n' -> fraction(9);
      case 'b', 'h' -> (month = name(MONTHS, 3)) > 0;
      case 'B' -> (month = name(MONTHS, Integer.MAX_VALUE)) > 0;
      case 'a' -> name(DAYS, 3) > 0;
      case 'A' -> name(DAYS, Integer.MAX_VALUE) > 0;
      case 'p' -> half();
      case 'z' -> offset();
      default -> throw new IllegalStateException("No code " + code);
    };
  }

  /** Reads a number of at most this number of digits; negative if there is none, or a larger. */
  private int number(int digits, int max) {
    int start = at;
    int number = 0;
    while (at < end && at - start < digits && buffer[at] >= '0' && buffer[at] <= '9') {
      number = number * 10 + (buffer[at] - '0');
      at++;
    }
    return at == start || number > max ? -1 : number;
  }

  private boolean fraction(int digits) {
    int start = at;
    int number = number(digits, Integer.MAX_VALUE);
    for (int i = at - start; i < 9 && number > 0; i++) {
      number *= 10;
    }
    nanos = number;
    return number >= 0;
  }

  /** Reads a name, or the start of one of a length; returns its position from 1, or -1. */
  private int name(List<String> names, int length) {
    for (int i = 0; i < names.size(); i++) {
      String full = names.get(i);
      String name = full.substring(0, Math.min(length, full.length()));
      if (isNext(name)) {
        at += name.length();
        return i + 1;
      }
    }
    return -1;
  }

  private boolean isNext(String name) {
    return at + name.length() <= end
        && new String(buffer, at, name.length()).toLowerCase(Locale.ROOT).equals(name);
  }

  private boolean half() {
    half = isNext("am") ? 1 : isNext("pm") ? 2 : 0;
    at += 2;
    return half > 0;
  }

  /** Reads {@code Z}, {@code +02}, {@code +0200} or {@code +02:00:00}. */
  private boolean offset() {
    if (isNext("z")) {
      at++;
      return true;
    }
    int sign = at == end ? 0 : buffer[at] == '-' ? -1 : buffer[at] == '+' ? 1 : 0;
    int total = 0;
    at++;
    for (int unit = 3600; sign != 0 && unit > 0; unit /= 60) {
      int start = at;
      int number = number(2, 59);
      if (number < 0 || at - start != 2) {
        return false;
      }
      total += number * unit;
      boolean isColon = at < end && buffer[at] == ':';
      at += isColon ? 1 : 0;
      if (!isColon && (at == end || buffer[at] < '0' || buffer[at] > '9')) {
        break;
      }
    }
    offset = sign * total;
    return sign != 0 && total <= MAX_OFFSET_SECONDS;
  }
}
