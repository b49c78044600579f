package dev.heddle.frame.schema;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.Temporal;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Dates as texts. Years of more than four digits have no sign, unlike those of Java's classes:
 * {@code 12345-06-07}. The dates and timestamps after and before all others are infinite.
 * Stateless.
 */
public final class DateText {
  private static final Pattern ONE_DIGIT = Pattern.compile("(?<![0-9.])(\\d)(?=[-T:.]|$)");

  private static final Pattern ZONE_BEHIND_TIME =
      Pattern.compile("(?<=:[0-9.]{1,12}) *([-+A-Za-z][^ ]*)$");

  /** How the date, or timestamp, after all others is written; a minus makes it the first one. */
  public static final String INFINITY = "infinity";

  private static final Set<Temporal> LAST =
      Set.of(
          LocalDate.ofEpochDay(Integer.MAX_VALUE),
          time(Long.MAX_VALUE, 1_000_000),
          time(Long.MAX_VALUE, 1_000_000_000));
  private static final Set<Temporal> FIRST =
      Set.of(
          LocalDate.ofEpochDay(-Integer.MAX_VALUE),
          time(-Long.MAX_VALUE, 1_000_000),
          time(-Long.MAX_VALUE, 1_000_000_000));

  private DateText() {}

  private static Temporal time(long value, long perSecond) {
    long nanosPerStep = 1_000_000_000 / perSecond;
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(value, perSecond),
        (int) (Math.floorMod(value, perSecond) * nanosPerStep),
        ZoneOffset.UTC);
  }

  /** Returns the text of a date. */
  public static String of(LocalDate date) {
    String name = infinity(date);
    return name == null ? unsigned(date.toString()) : name;
  }

  /** Returns how a date, or local time, is written if it is infinite, else null. */
  public static @Nullable String infinity(Temporal value) {
    return LAST.contains(value) ? INFINITY : FIRST.contains(value) ? "-" + INFINITY : null;
  }

  /** Returns 1 for the text of what is after all other dates and times, -1 before, else 0. */
  public static int infinitySign(String text) {
    boolean isFirst = text.startsWith("-");
    String name = isFirst ? text.substring(1) : text;
    boolean isInfinite = name.equalsIgnoreCase(INFINITY) || name.equalsIgnoreCase("inf");
    return !isInfinite ? 0 : isFirst ? -1 : 1;
  }

  /** Returns a text that a formatter or class of Java has made, without a plus before the year. */
  public static String unsigned(String text) {
    return text.startsWith("+") ? text.substring(1) : text;
  }

  /**
   * Returns the date of a text, with or without a plus before a long year.
   *
   * @throws DateTimeException if it is none
   */
  public static LocalDate parse(String text) {
    return LocalDate.parse(signed(text));
  }

  /**
   * Returns the local date and time of a text that has a {@code T} or blank between both. A zone or
   * offset behind it is checked and left out.
   *
   * @throws DateTimeException if it is none
   */
  public static LocalDateTime parseTime(String text) {
    Matcher zone = ZONE_BEHIND_TIME.matcher(text);
    String local = text;
    if (zone.find()) {
      ZoneId.of(zone.group(1));
      local = text.substring(0, zone.start());
    }
    return LocalDateTime.parse(signed(padded(local.replace(' ', 'T'))));
  }

  /**
   * Returns the time of day of a text, whose hour may have one digit.
   *
   * @throws DateTimeException if it is none
   */
  public static LocalTime parseClock(String text) {
    return LocalTime.parse(padded(text));
  }

  /** Returns the text with two digits where one is all of a part but of a fraction. */
  private static String padded(String text) {
    return ONE_DIGIT.matcher(text).replaceAll("0$1");
  }

  /** Returns the text as Java's classes read it. */
  public static String signed(String text) {
    boolean isLong = text.indexOf('-') > 4 && Character.isDigit(text.charAt(0));
    return isLong ? "+" + text : text;
  }
}
