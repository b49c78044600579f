package dev.heddle.spark.runner;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import scala.Option;

/**
 * Settings of an application, as Spark reads them.
 *
 * @param values gives the text of a setting, if there is one
 */
record SparkSettings(Function<String, Optional<String>> values) {
  private static final Pattern SIZE = Pattern.compile("([0-9]+)([kmgtp]?)b?");
  private static final String PREFIX = "spark.heddle.";
  private static final List<String> KNOWN = List.of(ExecutorMemory.OPTION, WarmStarts.OPTION);
  private static final String UNITS = "kmgtp";
  private static final int UNIT_BITS = 10;

  static SparkSettings of(SparkConf conf) {
    return new SparkSettings(
        name -> {
          Option<String> text = conf.getOption(name);
          return text.isDefined() ? Optional.of(text.get()) : Optional.empty();
        });
  }

  int integer(String name, int otherwise) {
    return values.apply(name).map(text -> (int) number(name, text.strip())).orElse(otherwise);
  }

  private static double number(String name, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw wrong(name, text, "a number");
    }
  }

  double real(String name, double otherwise) {
    return values.apply(name).map(text -> number(name, text.strip())).orElse(otherwise);
  }

  boolean isOn(String name) {
    return truth(name).orElse(false);
  }

  /** Returns whether something is wanted, if the setting is there. */
  Optional<Boolean> truth(String name) {
    return values
        .apply(name)
        .map(
            text ->
                switch (text.strip().toLowerCase(Locale.ROOT)) {
                  case "true" -> true;
                  case "false" -> false;
                  default -> throw wrong(name, text, "true or false");
                });
  }

  /**
   * Refuses settings of Heddle's that there are not.
   *
   * @param given names of all settings
   * @throws HeddleException with code {@code INVALID_ARGUMENT} that names the nearest one
   */
  static void check(List<String> given) {
    for (String name : given) {
      if (name.startsWith(PREFIX) && !KNOWN.contains(name)) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT,
            "Cannot open a session on Spark: " + NearestNames.missing("setting", name, KNOWN));
      }
    }
  }

  /** Returns a size in bytes, if there is one; a number without a unit is of MiB. */
  Optional<Long> mebibytes(String name) {
    return values.apply(name).map(text -> bytes(name, text, 2));
  }

  /** Returns a size in bytes, if there is one; a number without a unit is of bytes. */
  Optional<Long> bytes(String name) {
    return values.apply(name).map(text -> bytes(name, text, 0));
  }

  /**
   * Reads a size.
   *
   * @param unit of a number without one: how often it is multiplied by 1,024
   */
  private static long bytes(String name, String text, int unit) {
    Matcher size = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!size.matches() || size.group(1).length() > 15) {
      throw wrong(name, text, "a size such as 512m");
    }
    boolean isPlain = size.group(1).length() == size.group().length();
    int power = isPlain ? unit : size.group(2).isEmpty() ? 0 : UNITS.indexOf(size.group(2)) + 1;
    long number = Long.parseLong(size.group(1));
    long bytes = number << (UNIT_BITS * power);
    if (bytes >> (UNIT_BITS * power) != number || bytes < 0) {
      throw wrong(name, text, "a size that a process can have");
    }
    return bytes;
  }

  private static HeddleException wrong(String name, String text, String wanted) {
    return new HeddleException(
        ErrorCode.INVALID_ARGUMENT, name + " is " + text + ", must be " + wanted);
  }
}
