package dev.heddle.cli.flags;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Values of flags that are numbers or sizes. */
public final class NumericFlags {
  private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h)?");
  private static final Pattern BYTES =
      Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)\\s*([kmgt]?)i?b?");

  private NumericFlags() {}

  /** Returns a flag's value if it is in a range. */
  public static int inRange(String flag, int value, int min, int max) {
    if (value < min || value > max) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot use "
              + flag
              + " "
              + value
              + ": write a number from "
              + min
              + " to "
              + max
              + ", or leave it out");
    }
    return value;
  }

  /** Reads a size above 0 such as {@code 512m}, in units of 1024. */
  public static long bytes(String flag, String text) {
    long bytes = bytesOrNone(flag, text);
    if (bytes == 0) {
      throw unusable(flag, text, "it must be above 0, such as 512m, or be left out");
    }
    return bytes;
  }

  /** Reads a size likewise, of a flag for which 0 has a meaning. */
  public static long bytesOrNone(String flag, String text) {
    Matcher matcher = BYTES.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw unusable(
          flag,
          text,
          "write a number and k, m, g or t for KiB, MiB, GiB or TiB, such as 512m or 2g");
    }
    int shift =
        switch (matcher.group(2)) {
          case "k" -> 10;
          case "m" -> 20;
          case "g" -> 30;
          case "t" -> 40;
          default -> 0;
        };
    BigDecimal bytes = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(1L << shift));
    if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw unusable(flag, text, "it is too large; at most 8388607t");
    }
    return bytes.longValue();
  }

  /** Reads a time such as {@code 500ms}, {@code 30s}, {@code 5m} or {@code 2h}; 0 is no time. */
  public static Duration time(String flag, String text) {
    Matcher matcher = TIME.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw unusable(flag, text, "write a number and ms, s, m or h, such as 500ms, 30s or 5m");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (String.valueOf(matcher.group(2))) {
      case "ms" -> Duration.ofMillis(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofSeconds(number);
    };
  }

  private static HeddleException unusable(String flag, String text, String reason) {
    return new HeddleException(
        ErrorCode.INVALID_ARGUMENT, "Cannot use " + flag + " " + text + ": " + reason);
  }

  private record Range(double min, double max) {}

  /** What flags may be that are numbers, in whatever command. */
  private static Range range(OptionSpec option, boolean isGiven) {
    return switch (option.longestName()) {
      case "--threads" -> new Range(isGiven ? 1 : 0, 1024);
      case "--slots" -> new Range(1, 1024);
      case "--workers", "--tasks", "--shuffle-servers", "--connection", "--total" ->
          new Range(1, 10_000_000);
      case "--partitions", "--weight", "--runs", "--max-sessions", "--max-statements" ->
          new Range(1, 1_000_000);
      case "--warm-up",
          "--real-tasks",
          "--first-byte",
          "--straggler-seconds",
          "--absent-seconds",
          "--client-seconds",
          "--drain-seconds" ->
          new Range(0, 10_000_000);
      case "--dead-seconds", "--idle-seconds" -> new Range(1, 10_000_000);
      case "--sf" -> new Range(0.001, 10_000);
      default -> new Range(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    };
  }

  /**
   * Demands that the numbers of a command and of its subcommand are in their ranges.
   *
   * @throws HeddleException that names the flag and its range
   */
  public static void check(ParseResult parsed) {
    for (OptionSpec option : parsed.commandSpec().options()) {
      if (option.getValue() instanceof Number value) {
        check(option, value, parsed.hasMatchedOption(option));
      }
    }
    if (parsed.hasSubcommand()) {
      check(parsed.subcommand());
    }
  }

  private static void check(OptionSpec option, Number value, boolean isGiven) {
    Range range = range(option, isGiven);
    double number = value.doubleValue();
    if (!(number >= range.min() && number <= range.max())) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot use "
              + option.longestName()
              + " "
              + value
              + ": write a number from "
              + plain(range.min())
              + " to "
              + plain(range.max()));
    }
  }

  private static String plain(double bound) {
    return BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString();
  }
}
