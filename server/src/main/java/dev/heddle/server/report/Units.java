package dev.heddle.server.report;

import java.util.Locale;

/** Numbers with units, for people; the same as on the pages of the dashboard. */
final class Units {
  private static final String[] BYTES = {"B", "kB", "MB", "GB", "TB", "PB"};
  private static final String[] COUNTS = {"", "k", "M", "G", "T", "P"};

  private Units() {}

  static String bytes(long value) {
    return scaled((double) value, BYTES);
  }

  static String count(long value) {
    return count((double) value);
  }

  static String count(double value) {
    return value < 0
        ? "–"
        : value < 1e5 ? String.format(Locale.ROOT, "%,.0f", value) : scaled(value, COUNTS);
  }

  private static String scaled(double value, String[] units) {
    if (value < 0) {
      return "–";
    }
    double rest = value;
    int at = 0;
    while (rest >= 999.5 && at < units.length - 1) {
      rest /= 1000;
      at++;
    }
    String digits = at == 0 ? String.format(Locale.ROOT, "%.0f", rest) : digits(rest);
    return (digits + " " + units[at]).strip();
  }

  static String millis(long value) {
    return millis((double) value);
  }

  static String millis(double value) {
    if (value == 0) {
      return "0";
    }
    return value < 1
        ? digits(value * 1000) + " µs"
        : value < 1000
            ? digits(value) + " ms"
            : value < 60_000
                ? digits(value / 1000) + " s"
                : String.format(
                    Locale.ROOT, "%d min %.0f s", (long) value / 60_000, value % 60_000 / 1000);
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  private static String digits(double value) {
    return String.format(
        Locale.ROOT, value >= 99.95 ? "%.0f" : value >= 9.995 ? "%.1f" : "%.2f", value);
  }
}
