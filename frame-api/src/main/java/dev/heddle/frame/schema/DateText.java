package dev.heddle.frame.schema;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;

/**
 * Dates as texts. Years of more than four digits have no sign, unlike those of Java's classes:
 * {@code 12345-06-07}. Stateless.
 */
public final class DateText {
  private DateText() {}

  /** Returns the text of a date. */
  public static String of(LocalDate date) {
    return unsigned(date.toString());
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
   * Returns the moment of a text that has a {@code T} or blank between date and time.
   *
   * @throws DateTimeException if it is none
   */
  public static LocalDateTime parseTime(String text) {
    return LocalDateTime.parse(signed(text.replace(' ', 'T')));
  }

  /** Returns the text as Java's classes read it. */
  public static String signed(String text) {
    boolean isLong = text.indexOf('-') > 4 && Character.isDigit(text.charAt(0));
    return isLong ? "+" + text : text;
  }
}
