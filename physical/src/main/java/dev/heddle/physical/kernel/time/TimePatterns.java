package dev.heddle.physical.kernel.time;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.physical.kernel.Failures;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.format.TextStyle;
import java.time.temporal.IsoFields;
import java.time.temporal.Temporal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Times as text by patterns that may differ from row to row; the last one is cached. For one
 * thread.
 */
public final class TimePatterns {
  private @Nullable TimePattern last;

  private TimePattern pattern(String text) {
    TimePattern known = last;
    if (known == null || !known.text().equals(text)) {
      known = TimePattern.of(text);
      last = known;
    }
    return known;
  }

  /**
   * Writes a time.
   *
   * @throws dev.heddle.frame.error.HeddleException if the pattern is malformed or asks for a zone
   */
  public String format(LocalDateTime time, String text) {
    TimePattern pattern = pattern(text);
    StringBuilder out = new StringBuilder();
    for (TimePattern.Element element : pattern.elements()) {
      switch (element) {
        case TimePattern.Literal literal -> out.append(literal.text());
        case TimePattern.Code code -> write(time, code, pattern, out);
      }
    }
    return out.toString();
  }

  private static void write(
      LocalDateTime time, TimePattern.Code code, TimePattern pattern, StringBuilder out) {
    int isoDay = time.getDayOfWeek().getValue();
    int hour12 = (time.getHour() + 11) % 12 + 1;
    switch (code.letter()) {
      case 'Y' -> number(out, time.getYear(), 4, code);
      case 'y' -> number(out, Math.abs(time.getYear() % 100), 2, code);
      case 'm' -> number(out, time.getMonthValue(), 2, code);
      case 'd' -> number(out, time.getDayOfMonth(), 2, code);
      case 'H' -> number(out, time.getHour(), 2, code);
      case 'I' -> number(out, hour12, 2, code);
      case 'M' -> number(out, time.getMinute(), 2, code);
      case 'S' -> number(out, time.getSecond(), 2, code);
      case 'f' -> number(out, time.getNano() / 1000, 6, code);
      case 'g' -> number(out, time.getNano() / 1_000_000, 3, code);
      case 'n' -> number(out, time.getNano(), 9, code);
      case 'j' -> number(out, time.getDayOfYear(), 3, code);
      case 'G' -> number(out, time.get(IsoFields.WEEK_BASED_YEAR), 4, code);
      case 'V' -> number(out, time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2, code);
      case 'U' -> number(out, sundayWeek(time.toLocalDate()), 2, code);
      case 'W' -> number(out, mondayWeek(time.toLocalDate()), 2, code);
      case 'u' -> out.append(isoDay);
      case 'w' -> out.append(isoDay % 7);
      case 'p' -> out.append(time.getHour() < 12 ? "AM" : "PM");
      case 'a' -> out.append(dayName(isoDay), 0, 3);
      case 'A' -> out.append(dayName(isoDay));
      case 'b', 'h' -> out.append(monthName(time.getMonthValue()), 0, 3);
      case 'B' -> out.append(monthName(time.getMonthValue()));
      default ->
          throw pattern.refusal(
              "times are written without their zone, so there is no %" + code.letter());
    }
  }

  private static void number(StringBuilder out, int value, int digits, TimePattern.Code code) {
    String text = Integer.toString(value);
    boolean isPadded = !code.isShort() && value >= 0;
    out.append("0".repeat(isPadded ? Math.max(0, digits - text.length()) : 0)).append(text);
  }

  /** Returns the week of the year, 0 before its first Sunday. */
  static int sundayWeek(LocalDate date) {
    return (date.getDayOfYear() + 6 - date.getDayOfWeek().getValue() % 7) / 7;
  }

  /** Returns the week of the year, 0 before its first Monday. */
  static int mondayWeek(LocalDate date) {
    return (date.getDayOfYear() + 7 - date.getDayOfWeek().getValue()) / 7;
  }

  /** Returns the English name of a day, 1 being Monday. */
  public static String dayName(int day) {
    return DayOfWeek.of(day).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
  }

  /** Returns the English name of a month, 1 being January. */
  public static String monthName(int month) {
    return Month.of(month).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
  }

  /**
   * Reads a time; of what does not fit, null if {@code isLenient}, else an error.
   *
   * @param type what is wanted: patterns with a zone give an instant, others a local time
   * @throws dev.heddle.frame.error.HeddleException if the pattern is malformed or gives another
   *     type than is wanted
   */
  public Temporal parse(String text, String patternText, DataType.Timestamp type) {
    TimeReader reader = reader(text, patternText, type);
    Temporal time = reader.read();
    if (time == null) {
      throw Failures.argument(
          "Cannot read \""
              + Failures.shorten(text)
              + "\" as a time by \""
              + Failures.shorten(patternText)
              + "\": "
              + reader.reason()
              + "; use try_strptime to get null instead");
    }
    return time;
  }

  /** Reads a text as {@link #parse} does; null if it is none. */
  public @Nullable Temporal tryParse(String text, String patternText, DataType.Timestamp type) {
    return reader(text, patternText, type).read();
  }

  private TimeReader reader(String text, String patternText, DataType.Timestamp type) {
    TimePattern pattern = pattern(patternText);
    checkReadable(pattern, type);
    return new TimeReader(text, pattern, type.unit());
  }

  private static void checkReadable(TimePattern pattern, DataType.Timestamp type) {
    boolean isZoned = pattern.hasAny("zZ");
    boolean isNanos = pattern.hasAny("n");
    if (isZoned != type.withZone() || isNanos != (type.unit() == TimestampUnit.NANOS)) {
      throw pattern.refusal("a pattern with %n, %z or %Z must be a literal to be read by");
    }
    boolean isIso = pattern.hasAny("GV");
    if (isIso && pattern.hasAny("YyUW")) {
      throw pattern.refusal("weeks are read by %Y and %U or %W, or by %G and %V");
    }
    if (pattern.hasAny("U") && pattern.hasAny("W")) {
      throw pattern.refusal("weeks are read by one of %U and %W");
    }
  }
}
