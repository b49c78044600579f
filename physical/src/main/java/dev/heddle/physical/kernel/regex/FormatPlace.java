package dev.heddle.physical.kernel.regex;

import dev.heddle.physical.kernel.Failures;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One value by what follows the colon of a place of {@code format}: {@code *^12}, {@code ,.2f} or
 * {@code #x}, with fill and alignment, sign, zeros, width, a sign between thousands, precision and
 * kind. Stateless.
 */
final class FormatPlace {
  private static final Pattern SPEC =
      Pattern.compile(
          "(?:(.)?([<>^]))?([-+ ])?(#)?(0)?(\\d{1,4})?([,_'])?(?:[.](\\d{1,4}))?([a-zA-Z])?",
          Pattern.DOTALL);
  private static final int DEFAULT_PRECISION = 6;
  private static final int THOUSAND_DIGITS = 3;
  private static final int MIN_PLAIN_EXPONENT = -4;
  private static final int MAX_PLAIN_DIGITS = 16;

  private final String spec;
  private final Matcher parts;

  private FormatPlace(String spec) {
    this.spec = spec;
    this.parts = SPEC.matcher(spec);
    if (!parts.matches()) {
      throw Failures.argument(
          "Cannot format by \"{:"
              + Failures.shorten(spec)
              + "}\"; write fill and <, > or ^, a sign, #, 0, width, a comma, .precision and kind");
    }
  }

  /**
   * Writes a value.
   *
   * @param value a text, boolean, integer as Long or BigDecimal, or Double
   * @throws dev.heddle.frame.error.HeddleException if the specification is none, or not of values
   *     of the kind
   */
  static String write(String spec, Object value) {
    return new FormatPlace(spec).written(value);
  }

  private String written(Object value) {
    char kind = parts.group(9) == null ? '\0' : parts.group(9).charAt(0);
    return switch (value) {
      case Boolean truth when kind == '\0' || kind == 's' -> padded("", truth.toString(), '<');
      case Boolean truth -> whole(truth ? BigInteger.ONE : BigInteger.ZERO, kind);
      case Long number -> whole(BigInteger.valueOf(number), kind);
      case BigDecimal number -> whole(number.toBigInteger(), kind);
      case Double number -> real(number, kind);
      default -> text(value.toString(), kind);
    };
  }

  private RuntimeException refusal(String values) {
    return Failures.argument(
        "Cannot format " + values + " by \"{:" + Failures.shorten(spec) + "}\"");
  }

  private String text(String value, char kind) {
    if (kind != '\0' && kind != 's') {
      throw refusal("a text");
    }
    int end = precision();
    boolean isCut = end >= 0 && value.codePointCount(0, value.length()) > end;
    return padded("", isCut ? value.substring(0, value.offsetByCodePoints(0, end)) : value, '<');
  }

  private String whole(BigInteger value, char kind) {
    if (precision() >= 0) {
      throw refusal("an integer");
    }
    boolean isMarked = parts.group(4) != null;
    BigInteger size = value.abs();
    String prefix =
        switch (kind) {
          case 'x', 'X', 'b', 'B' -> isMarked ? "0" + kind : "";
          case 'o' -> isMarked && size.signum() != 0 ? "0" : "";
          case '\0', 'd' -> "";
          default -> throw refusal("an integer");
        };
    String digits =
        switch (kind) {
          case 'x' -> size.toString(16);
          case 'X' -> size.toString(16).toUpperCase(Locale.ROOT);
          case 'b', 'B' -> size.toString(2);
          case 'o' -> size.toString(8);
          default -> separated(size.toString());
        };
    return padded(sign(value.signum() < 0) + prefix, digits, '>');
  }

  private String real(double value, char kind) {
    boolean isNegative = value < 0 || (value == 0 && 1 / value < 0);
    String sign = sign(isNegative);
    double size = Math.abs(value);
    int precision = precision() < 0 ? DEFAULT_PRECISION : precision();
    String digits =
        switch (kind) {
          case 'f', 'F' -> Double.isFinite(size) ? plain(size, precision) : endless(size);
          case 'e', 'E', 'g', 'G' ->
              Double.isFinite(size)
                  ? PrintfPlace.write("%." + precision + kind, Double.toString(size))
                  : endless(size);
          case '\0' ->
              !Double.isFinite(size)
                  ? endless(size)
                  : precision() < 0 ? shortest(size) : significant(size, precision);
          default -> throw refusal("a number with a fraction");
        };
    return padded(sign, separated(digits), '>');
  }

  private static String plain(double value, int precision) {
    return new BigDecimal(value).setScale(precision, RoundingMode.HALF_EVEN).toPlainString();
  }

  /** That number of digits, zeros among them, but not behind those of a number below 1. */
  private static String significant(double size, int precision) {
    String digits = PrintfPlace.write("%#." + precision + "g", Double.toString(size));
    if (digits.chars().allMatch(Character::isDigit)) {
      return digits + ".0";
    }
    return digits.startsWith("0.") && size != 0 ? digits.replaceAll("0+$", "") : digits;
  }

  private static String endless(double size) {
    return Double.isNaN(size) ? "nan" : "inf";
  }

  /** The shortest digits that are the number's, as a cast to text writes them. */
  private static String shortest(double size) {
    if (size == 0) {
      return "0.0";
    }
    BigDecimal number = new BigDecimal(Double.toString(size)).stripTrailingZeros();
    int exponent = number.precision() - number.scale() - 1;
    if (exponent >= MIN_PLAIN_EXPONENT && exponent < MAX_PLAIN_DIGITS) {
      return number.setScale(Math.max(1, number.scale())).toPlainString();
    }
    String digits = number.unscaledValue().toString();
    String mantissa = digits.charAt(0) + (digits.length() > 1 ? "." + digits.substring(1) : "");
    return mantissa
        + String.format(Locale.ROOT, "e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
  }

  private int precision() {
    return parts.group(8) == null ? -1 : Integer.parseInt(parts.group(8));
  }

  private String sign(boolean isNegative) {
    if (isNegative) {
      return "-";
    }
    String wanted = parts.group(3);
    return wanted == null || wanted.equals("-") ? "" : wanted;
  }

  /** Puts the sign between thousands of the digits before a point or exponent. */
  private String separated(String digits) {
    String separator = parts.group(7);
    if (separator == null) {
      return digits;
    }
    int end = 0;
    while (end < digits.length() && Character.isDigit(digits.charAt(end))) {
      end++;
    }
    StringBuilder separated = new StringBuilder(digits);
    for (int at = end - THOUSAND_DIGITS; at > 0; at -= THOUSAND_DIGITS) {
      separated.insert(at, separator);
    }
    return separated.toString();
  }

  private String padded(String front, String digits, char usual) {
    String text = front + digits;
    int width = parts.group(6) == null ? 0 : Integer.parseInt(parts.group(6));
    int missing = width - text.codePointCount(0, text.length());
    if (missing <= 0) {
      return text;
    }
    boolean isZeroed = parts.group(5) != null && usual == '>' && !digits.matches("nan|inf");
    if (isZeroed) {
      return front + "0".repeat(missing) + digits;
    }
    String fill = parts.group(1) == null ? " " : parts.group(1);
    char align = parts.group(2) == null ? usual : parts.group(2).charAt(0);
    int before = align == '<' ? 0 : align == '>' ? missing : missing / 2;
    return fill.repeat(before) + text + fill.repeat(missing - before);
  }
}
