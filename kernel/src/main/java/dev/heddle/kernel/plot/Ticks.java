package dev.heddle.kernel.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The marks of an axis, at round numbers.
 *
 * @param least the least number that the axis shows
 * @param most the greatest one
 * @param marks where the marks are, with their texts
 */
record Ticks(double least, double most, List<Mark> marks) {
  private static final double[] TIME_STEPS = {
    1, 5, 15, 60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800
  };
  private static final double MONTH = 2_629_800; // seconds, on average
  private static final int[] MONTH_STEPS = {1, 3, 6, 12, 24, 60, 120, 240, 600, 1_200, 6_000};

  /** A mark. */
  record Mark(double at, String text) {}

  /**
   * Returns round marks for numbers.
   *
   * @param wanted about how many
   */
  static Ticks numbers(double least, double most, int wanted) {
    double low = least;
    double high = most;
    if (high <= low) {
      double room = low == 0 ? 1 : Math.abs(low) / 10;
      low -= room;
      high += room;
    }
    double step = round((high / wanted) - (low / wanted));
    long first = (long) Math.floor(low / step);
    long last = (long) Math.ceil(high / step);
    List<Mark> marks = new ArrayList<>();
    for (long i = first; i <= last && marks.size() <= 4 * wanted; i++) {
      marks.add(new Mark(i * step, number(i, step)));
    }
    return new Ticks(first * step, last * step, marks);
  }

  /** Returns the step of 1, 2 or 5 times a power of ten that is the next one up. */
  private static double round(double step) {
    double power = Math.pow(10, Math.floor(Math.log10(step)));
    double digits = step / power;
    return power * (digits <= 1.0001 ? 1 : digits <= 2.0001 ? 2 : digits <= 5.0001 ? 5 : 10);
  }

  private static String number(long times, double step) {
    BigDecimal value = new BigDecimal(step, new MathContext(3)).multiply(BigDecimal.valueOf(times));
    double size = value.abs().doubleValue();
    if (size != 0 && (size >= 1e6 || size < 1e-4)) {
      String text = String.format(Locale.ROOT, "%.2e", value.doubleValue());
      return text.replaceFirst("\\.?0*e\\+?(-?)0*(\\d)", "e$1$2");
    }
    BigDecimal plain = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
    return String.format(Locale.ROOT, "%,." + Math.max(0, plain.scale()) + "f", plain);
  }

  /** Returns marks for seconds since 1970, at whole days, months and so on. */
  static Ticks times(double least, double most, int wanted) {
    double high = most > least ? most : least + 1;
    double step = (high - least) / wanted;
    for (double each : TIME_STEPS) {
      if (each >= step) {
        return evenTimes(least, high, each);
      }
    }
    int months = MONTH_STEPS[MONTH_STEPS.length - 1];
    for (int each : MONTH_STEPS) {
      if (each * MONTH >= step) {
        months = each;
        break;
      }
    }
    LocalDateTime begin = at(least);
    long month = begin.getYear() * 12L + begin.getMonthValue() - 1;
    List<Mark> marks = new ArrayList<>();
    for (long i = Math.floorDiv(month, months) * months; marks.size() <= 4 * wanted; i += months) {
      LocalDateTime time =
          LocalDateTime.of((int) Math.floorDiv(i, 12), (int) Math.floorMod(i, 12) + 1, 1, 0, 0);
      double seconds = time.toEpochSecond(ZoneOffset.UTC);
      if (seconds > high) {
        break;
      }
      if (seconds >= least) {
        marks.add(new Mark(seconds, text(time, months >= 12 ? "uuuu" : "uuuu-MM")));
      }
    }
    return new Ticks(least, high, marks);
  }

  private static Ticks evenTimes(double least, double most, double step) {
    List<Mark> marks = new ArrayList<>();
    String pattern = step >= 86_400 ? "uuuu-MM-dd" : step >= 60 ? "MM-dd HH:mm" : "HH:mm:ss";
    for (double i = Math.ceil(least / step); i * step <= most; i++) {
      marks.add(new Mark(i * step, text(at(i * step), pattern)));
    }
    return new Ticks(least, most, marks);
  }

  private static LocalDateTime at(double seconds) {
    return LocalDateTime.ofEpochSecond((long) Math.floor(seconds), 0, ZoneOffset.UTC);
  }

  private static String text(LocalDateTime time, String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(time);
  }
}
