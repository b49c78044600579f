package dev.heddle.physical.kernel.number;

import dev.heddle.physical.kernel.Failures;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers as text of other forms, and products too large for an integer type. Stateless. */
public final class Digits {
  /** The length of a bar if none is stated. */
  public static final double BAR_WIDTH = 80;

  private static final int MAX_SIGNIFICANT = 17; // that a DOUBLE has
  private static final int MAX_RADIX = 36;
  private static final int MAX_LENGTH = 64;
  private static final int MAX_BAR_WIDTH = 1000;
  private static final int MAX_FACTORIAL = 33; // of 38 digits
  private static final BigInteger LIMIT = BigInteger.TEN.pow(38);
  private static final BigInteger UNSIGNED = BigInteger.ONE.shiftLeft(64);
  private static final String[] SIZES = {"KiB", "MiB", "GiB", "TiB", "PiB"};
  private static final String[] DECIMAL_SIZES = {"kB", "MB", "GB", "TB", "PB"};
  private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);
  private static final Pattern BYTES =
      Pattern.compile(
          "\\s*(\\d{1,18}(?:[.]\\d{0,18})?)\\s*(bytes?|b|[kmgt](?:i?b)?|(?:kilo|mega|giga|tera)bytes?)\\s*",
          Pattern.CASE_INSENSITIVE);
  private static final String EIGHTHS = " ▏▎▍▌▋▊▉";

  private Digits() {}

  /**
   * Returns a number with digits from its first one that is not 0, half away from zero.
   *
   * @throws dev.heddle.frame.error.HeddleException if there is to be no digit
   */
  public static double roundedTo(double value, long digits) {
    if (digits < 1) {
      throw Failures.argument("Cannot round to " + digits + " significant digits: it is 1 or more");
    }
    return Double.isFinite(value) && value != 0 && digits < MAX_SIGNIFICANT
        ? BigDecimal.valueOf(value)
            .round(new MathContext((int) digits, RoundingMode.HALF_UP))
            .doubleValue()
        : value;
  }

  /** Returns the product of the integers from 1 to a number. */
  public static BigDecimal factorial(long number) {
    if (number < 0 || number > MAX_FACTORIAL) {
      throw Failures.argument(
          "Cannot compute factorial("
              + number
              + "): it takes 0 to "
              + MAX_FACTORIAL
              + "; gamma(x + 1) is its DOUBLE");
    }
    BigInteger product = BigInteger.ONE;
    for (long i = 2; i <= number; i++) {
      product = product.multiply(BigInteger.valueOf(i));
    }
    return new BigDecimal(product);
  }

  /** Returns how many sets of k there are among n. */
  public static BigDecimal binomial(long n, long k) {
    if (n < 0 || k < 0) {
      throw Failures.argument("Cannot compute binom(" + n + ", " + k + "): it takes no negatives");
    }
    if (k > n) {
      return BigDecimal.ZERO;
    }
    BigInteger product = BigInteger.ONE;
    for (long i = 1; i <= Math.min(k, n - k); i++) {
      product = product.multiply(BigInteger.valueOf(n - i + 1)).divide(BigInteger.valueOf(i));
      if (product.compareTo(LIMIT) >= 0) {
        throw Failures.range(
            "Cannot compute binom(" + n + ", " + k + "): the result has more than 38 digits");
      }
    }
    return new BigDecimal(product);
  }

  /** Returns a number in digits of a radix, with zeros in front up to a length. */
  public static String inBase(long number, long radix, long length) {
    if (number < 0 || radix < 2 || radix > MAX_RADIX || length < 0 || length > MAX_LENGTH) {
      throw Failures.argument(
          "Cannot write "
              + number
              + " in base "
              + radix
              + " with "
              + length
              + " digits: to_base takes numbers from 0, a radix of 2 to 36 and 0 to 64 digits");
    }
    String digits = Long.toString(number, (int) radix).toUpperCase(Locale.ROOT);
    return "0".repeat(Math.max(0, (int) length - digits.length())) + digits;
  }

  /**
   * Returns the digits at a text's start in another radix: of 64 bits, all set if there are more;
   * null for a radix outside of 2 to 36, and of a text of blanks.
   */
  public static @Nullable String converted(String text, long from, long to) {
    long radix = Math.abs(to);
    String trimmed = text.strip();
    if (from < 2 || from > MAX_RADIX || radix < 2 || radix > MAX_RADIX || trimmed.isEmpty()) {
      return null;
    }
    boolean isNegative = trimmed.charAt(0) == '-';
    int start = isNegative ? 1 : 0;
    int end = start;
    while (end < trimmed.length() && Character.digit(trimmed.charAt(end), (int) from) >= 0) {
      end++;
    }
    String digits = trimmed.substring(start, end);
    BigInteger value = digits.isEmpty() ? BigInteger.ZERO : new BigInteger(digits, (int) from);
    BigInteger max = UNSIGNED.subtract(BigInteger.ONE);
    if (value.compareTo(max) > 0) {
      value = max;
    } else if (isNegative) {
      value = to < 0 ? value.negate() : value.negate().mod(UNSIGNED);
    }
    BigInteger shown =
        to < 0 && value.signum() >= 0 ? BigInteger.valueOf(value.longValue()) : value;
    return shown.toString((int) radix).toUpperCase(Locale.ROOT);
  }

  /** Returns a number of bytes in units of 1024, cut to a digit behind the point. */
  public static String bytes(long count) {
    BigInteger size = BigInteger.valueOf(count).abs();
    String sign = count < 0 ? "-" : "";
    if (size.bitLength() <= 10) {
      return sign + size + (size.equals(BigInteger.ONE) ? " byte" : " bytes");
    }
    int unit = Math.min((size.bitLength() - 1) / 10, SIZES.length);
    BigInteger tenths = size.multiply(BigInteger.TEN).shiftRight(10 * unit);
    BigInteger[] parts = tenths.divideAndRemainder(BigInteger.TEN);
    return sign + parts[0] + "." + parts[1] + " " + SIZES[unit - 1];
  }

  /** Returns a number of bytes in units of 1000. */
  public static String decimalBytes(long count) {
    BigDecimal size = BigDecimal.valueOf(count).abs();
    String sign = count < 0 ? "-" : "";
    if (size.compareTo(THOUSAND) < 0) {
      return sign + size + (size.compareTo(BigDecimal.ONE) == 0 ? " byte" : " bytes");
    }
    int unit = 0;
    while (size.compareTo(THOUSAND) >= 0 && unit < DECIMAL_SIZES.length) {
      size = size.movePointLeft(3);
      unit++;
    }
    return sign + size.setScale(1, RoundingMode.DOWN) + " " + DECIMAL_SIZES[unit - 1];
  }

  /** Returns the number of bytes of a text such as {@code 16 KiB} or {@code 1.5 MB}. */
  public static long parsedBytes(String text) {
    Matcher parts = BYTES.matcher(text);
    if (parts.matches()) {
      String unit = parts.group(2).toLowerCase(Locale.ROOT);
      int power = unit.startsWith("b") ? 0 : "kmgt".indexOf(unit.charAt(0)) + 1;
      BigDecimal factor = unit.startsWith("ib", 1) ? BigDecimal.valueOf(1024) : THOUSAND;
      BigDecimal bytes = new BigDecimal(parts.group(1)).multiply(factor.pow(power));
      if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0) {
        return bytes.longValue();
      }
    }
    throw Failures.argument(
        "Cannot read \""
            + Failures.shorten(text)
            + "\" as a number of bytes; write for example 16 KiB or 1.5 MB");
  }

  /** Returns a line of blocks whose length is a value's place between two others. */
  public static String bar(double value, double min, double max, double width) {
    if (!(width >= 1 && width <= MAX_BAR_WIDTH) || !Double.isFinite(max - min)) {
      throw Failures.argument(
          "Cannot draw a bar of "
              + width
              + " characters from "
              + min
              + " to "
              + max
              + ": it takes 1 to "
              + MAX_BAR_WIDTH
              + " characters, and finite ends");
    }
    int length = (int) width;
    double place =
        Double.isNaN(value) || value <= min
            ? 0
            : value >= max ? width : width * (value - min) / (max - min);
    int eighths = (int) (place * 8);
    StringBuilder bar = new StringBuilder("█".repeat(eighths / 8));
    if (eighths % 8 > 0) {
      bar.append(EIGHTHS.charAt(eighths % 8));
    }
    return bar.append(" ".repeat(Math.max(0, length - bar.length()))).toString();
  }

  /**
   * Returns the number of the bucket of a value among equal ones: 0 below, one more than there are
   * above; null if there is no such range.
   */
  public static @Nullable Long bucket(double value, double min, double max, long count) {
    boolean isRange = Double.isFinite(min) && Double.isFinite(max) && min != max;
    if (Double.isNaN(value) || !isRange || count <= 0 || count == Long.MAX_VALUE) {
      return null;
    }
    boolean isBelow = min < max ? value < min : value > min;
    boolean isAbove = min < max ? value >= max : value <= max;
    return isBelow ? 0 : isAbove ? count + 1 : (long) (count * (value - min) / (max - min)) + 1;
  }
}
