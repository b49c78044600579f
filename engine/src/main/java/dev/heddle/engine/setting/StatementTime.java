package dev.heddle.engine.setting;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long a statement may run, in the forms of PostgreSQL: a number of milliseconds, or a number
 * and a unit. Zero means for ever. Stateless.
 */
final class StatementTime {
  static final String NAME = "statement_timeout";
  static final String DESCRIPTION = "how long a statement may run; 0 means no bound";

  private static final BigDecimal MICROS = BigDecimal.valueOf(1_000);
  private static final BigDecimal MAX_MILLIS = BigDecimal.valueOf(Integer.MAX_VALUE);

  /** The microseconds of units, from the largest one. */
  private static final Map<String, Long> UNITS = new LinkedHashMap<>();

  static {
    UNITS.put("d", 86_400_000_000L);
    UNITS.put("h", 3_600_000_000L);
    UNITS.put("min", 60_000_000L);
    UNITS.put("s", 1_000_000L);
    UNITS.put("ms", 1_000L);
    UNITS.put("us", 1L);
  }

  private static final Pattern TIME =
      Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)\\s*(" + String.join("|", UNITS.keySet()) + ")?");

  private StatementTime() {}

  /**
   * Reads it.
   *
   * @throws HeddleException with code {@code INVALID_ARGUMENT} if it is none, or more than 2^31 - 1
   *     milliseconds
   */
  static Duration read(List<String> values) {
    String value = SettingValues.one(NAME, values);
    Matcher time = TIME.matcher(value.strip().toLowerCase(Locale.ROOT));
    if (!time.matches()) {
      throw invalid(value);
    }
    long micros = UNITS.getOrDefault(time.group(2) == null ? "ms" : time.group(2), 1L);
    BigDecimal exact = new BigDecimal(time.group(1)).multiply(BigDecimal.valueOf(micros));
    BigDecimal millis = exact.divide(MICROS, 0, RoundingMode.UP); // a part of one is no "for ever"
    if (millis.compareTo(MAX_MILLIS) > 0) {
      throw invalid(value);
    }
    return Duration.ofMillis(millis.longValueExact());
  }

  private static HeddleException invalid(String value) {
    return new HeddleException(
        ErrorCode.INVALID_ARGUMENT,
        "Cannot set "
            + NAME
            + " to \""
            + value
            + "\": it must be milliseconds or a time such as '5s', with one of the units us, ms, s,"
            + " min, h and d, and at most "
            + MAX_MILLIS
            + " ms; 0 means no bound");
  }

  /** Returns it in the largest unit in which it is an integer. */
  static String text(Duration time) {
    if (time.isZero()) {
      return "0";
    }
    long micros = time.toMillis() * MICROS.longValueExact();
    for (Map.Entry<String, Long> unit : UNITS.entrySet()) {
      if (micros % unit.getValue() == 0) {
        return micros / unit.getValue() + unit.getKey();
      }
    }
    throw new IllegalStateException("No integer of microseconds: " + time);
  }
}
