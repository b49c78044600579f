package dev.heddle.physical.kernel.regex;

import dev.heddle.physical.kernel.Failures;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.IllegalFormatException;
import java.util.Locale;
import java.util.regex.Pattern;

/** One value by one place of C's {@code printf}, such as {@code %-8.3f}. Stateless. */
final class PrintfPlace {
  /** What integers are written as, of which no digit is lost, and other numbers are not. */
  private static final Pattern INTEGER = Pattern.compile("-?\\d+");

  private static final int DEFAULT_PRECISION = 6;
  private static final int MIN_PLAIN_EXPONENT = -4;

  private PrintfPlace() {}

  /**
   * Writes a value.
   *
   * @throws dev.heddle.frame.error.HeddleException if the place is none of C's, or the value is not
   *     of its kind
   */
  static String write(String place, String argument) {
    char kind = place.charAt(place.length() - 1);
    String flags = place.substring(0, place.length() - 1);
    for (char separator : new char[] {'\'', '_'}) { // between thousands
      if (flags.indexOf(separator) >= 0) {
        return write(place.replace(separator, ','), argument).replace(',', separator);
      }
    }
    try {
      return switch (kind) {
        case 'd', 'i', 'u' -> String.format(Locale.ROOT, flags + "d", new BigInteger(argument));
        case 'x', 'X', 'o' -> String.format(Locale.ROOT, place, Long.valueOf(argument));
        case 'b' -> FormatPlace.write(binary(flags), Long.valueOf(argument));
        case 'c' -> String.format(Locale.ROOT, place, character(argument));
        case 's' -> String.format(Locale.ROOT, place, argument);
        case 'e', 'E' -> exponent(flags, kind, argument);
        case 'f', 'F' -> plain(flags, argument);
        case 'g', 'G' -> shortest(flags, kind, argument);
        default -> throw refusal(place, argument);
      };
    } catch (IllegalFormatException | NumberFormatException e) {
      throw refusal(place, argument);
    }
  }

  private static RuntimeException refusal(String place, String argument) {
    return Failures.argument(
        "Cannot write \""
            + Failures.shorten(argument)
            + "\" by \""
            + Failures.shorten(place)
            + "\" of printf; the kinds are d, i, u, x, X, o, b, c, s, e, E, f, F, g and G");
  }

  /** The same by {@code format}, which Java has no binary digits for. */
  private static String binary(String flags) {
    String bare = flags.substring(1);
    boolean isLeft = bare.contains("-");
    return (isLeft ? "<" : "") + bare.replace("-", "") + "b";
  }

  private static int character(String argument) {
    int code = Integer.parseInt(argument);
    if (!Character.isValidCodePoint(code)) {
      throw new NumberFormatException(argument);
    }
    return code;
  }

  /** By its exact value, which Java rounds otherwise by its shortest digits. */
  private static String plain(String flags, String argument) {
    double value = number(argument);
    if (!Double.isFinite(value)) {
      return endless(flags, argument);
    }
    BigDecimal exact =
        INTEGER.matcher(argument).matches() ? new BigDecimal(argument) : new BigDecimal(value);
    BigDecimal rounded = exact.setScale(precision(flags), RoundingMode.HALF_EVEN);
    return String.format(Locale.ROOT, flags + "f", rounded);
  }

  private static String exponent(String flags, char kind, String argument) {
    double value = number(argument);
    if (!Double.isFinite(value)) {
      return endless(flags, argument);
    }
    MathContext digits = new MathContext(precision(flags) + 1, RoundingMode.HALF_EVEN);
    return String.format(Locale.ROOT, flags + kind, new BigDecimal(value).round(digits));
  }

  /** Plain, or with an exponent if that is small or has more digits than are asked for. */
  private static String shortest(String flags, char kind, String argument) {
    double value = number(argument);
    if (!Double.isFinite(value)) {
      return endless(flags, argument);
    }
    int point = flags.indexOf('.');
    String front = point < 0 ? flags : flags.substring(0, point);
    int significant = Math.max(1, precision(flags));
    BigDecimal number =
        new BigDecimal(value).round(new MathContext(significant, RoundingMode.HALF_EVEN));
    int exponent = number.signum() == 0 ? 0 : number.precision() - number.scale() - 1;
    boolean isPlain = exponent >= MIN_PLAIN_EXPONENT && exponent < significant;
    BigDecimal kept = number.stripTrailingZeros();
    int digits = number.signum() == 0 ? 1 : kept.precision();
    boolean keepsZeros = front.contains("#");
    int behind =
        keepsZeros
            ? significant - 1 - (isPlain ? exponent : 0)
            : isPlain ? Math.max(0, digits - 1 - exponent) : digits - 1;
    char form = isPlain ? 'f' : kind == 'g' ? 'e' : 'E';
    return String.format(Locale.ROOT, front.replace("#", "") + "." + behind + form, number);
  }

  /** NaN and the infinities are written as they are, in their width. */
  private static String endless(String flags, String argument) {
    int point = flags.indexOf('.');
    String width =
        (point < 0 ? flags : flags.substring(0, point)).replaceAll("[+ 0#]+(?=[1-9]|$)", "");
    return String.format(Locale.ROOT, (width.equals("%-") ? "%" : width) + "s", argument);
  }

  /** Returns a number as numbers become text. */
  static String text(double value) {
    return Double.isFinite(value)
        ? Double.toString(value)
        : Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  }

  private static double number(String argument) {
    return switch (argument) { // as numbers become text
      case "nan" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(argument);
    };
  }

  private static int precision(String flags) {
    int point = flags.indexOf('.');
    return point < 0 ? DEFAULT_PRECISION : Integer.parseInt(flags.substring(point + 1));
  }
}
