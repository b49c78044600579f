package dev.heddle.physical.kernel.time;

import dev.heddle.frame.schema.DateText;
import dev.heddle.physical.kernel.Failures;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Times as text by patterns of Java's {@link DateTimeFormatter}, in English, that may differ from
 * row to row; the last one is cached. What a text does not state is the start of 1970. For one
 * thread.
 */
public final class JavaTimePatterns {
  private String last = "";
  private @Nullable DateTimeFormatter formatter;

  private DateTimeFormatter formatter(String pattern) {
    if (formatter == null || !pattern.equals(last)) {
      try {
        formatter =
            new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern(pattern)
                .parseDefaulting(ChronoField.ERA, 1)
                .toFormatter(Locale.ENGLISH)
                .withResolverStyle(ResolverStyle.STRICT);
      } catch (IllegalArgumentException e) {
        throw Failures.argument(
            "Cannot use \""
                + Failures.shorten(pattern)
                + "\" as a pattern of times: "
                + e.getMessage()
                + "; yyyy-MM-dd HH:mm:ss is one");
      }
      last = pattern;
    }
    return Objects.requireNonNull(formatter, "no pattern");
  }

  /** Writes a time; null if it is infinite. */
  public @Nullable String format(LocalDateTime time, String pattern) {
    if (DateText.infinity(time) != null) {
      return null;
    }
    try {
      return formatter(pattern).format(time);
    } catch (DateTimeException e) {
      throw Failures.argument(
          "Cannot write a time by \"" + Failures.shorten(pattern) + "\": " + e.getMessage());
    }
  }

  /** Reads a time without zone. */
  public LocalDateTime local(String text, String pattern) {
    return local(parse(text, pattern), text, pattern);
  }

  /** Reads a time with its zone. */
  public Instant instant(String text, String pattern) {
    TemporalAccessor parsed = parse(text, pattern);
    if (parsed.query(TemporalQueries.zone()) == null) {
      throw unreadable(text, pattern);
    }
    return ZonedDateTime.of(local(parsed, text, pattern), parsed.query(TemporalQueries.zone()))
        .toInstant();
  }

  private TemporalAccessor parse(String text, String pattern) {
    try {
      return formatter(pattern).parse(text.strip());
    } catch (DateTimeException e) {
      throw unreadable(text, pattern);
    }
  }

  private static LocalDateTime local(TemporalAccessor parsed, String text, String pattern) {
    LocalDate date = parsed.query(TemporalQueries.localDate());
    LocalTime time = parsed.query(TemporalQueries.localTime());
    try {
      return LocalDateTime.of(
          date != null ? date : partial(parsed), time != null ? time : partialTime(parsed));
    } catch (DateTimeException e) {
      throw unreadable(text, pattern);
    }
  }

  private static LocalDate partial(TemporalAccessor parsed) {
    long year =
        parsed.isSupported(ChronoField.YEAR)
            ? parsed.getLong(ChronoField.YEAR)
            : field(parsed, ChronoField.YEAR_OF_ERA, 1970);
    return LocalDate.of(
        Math.toIntExact(year),
        (int) field(parsed, ChronoField.MONTH_OF_YEAR, 1),
        (int) field(parsed, ChronoField.DAY_OF_MONTH, 1));
  }

  private static LocalTime partialTime(TemporalAccessor parsed) {
    return LocalTime.of(
        (int) field(parsed, ChronoField.HOUR_OF_DAY, 0),
        (int) field(parsed, ChronoField.MINUTE_OF_HOUR, 0),
        (int) field(parsed, ChronoField.SECOND_OF_MINUTE, 0));
  }

  private static long field(TemporalAccessor parsed, ChronoField field, long otherwise) {
    return parsed.isSupported(field) ? parsed.getLong(field) : otherwise;
  }

  private static RuntimeException unreadable(String text, String pattern) {
    return Failures.argument(
        "Cannot read \""
            + Failures.shorten(text)
            + "\" as a time by \""
            + Failures.shorten(pattern)
            + "\"");
  }
}
