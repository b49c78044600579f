package dev.heddle.io.text;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.Memory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads numbers and booleans from text, the way casts from text do: blanks around are left out,
 * {@code 1e3} and {@code 2.5} are read by exact types too and rounded half away from zero. An
 * underscore may stand between two digits, and integers may be written {@code 0xFF} and {@code
 * 0b11} without a sign.
 *
 * <p>Each method returns whether the text could be read and leaves the value in the fields. Used by
 * one thread.
 */
public final class TextParse {
  private static final int MAX_EXPONENT = 400;
  private static final int MAX_LONG_DIGITS = 18;
  private static final int MAX_RADIX_DIGITS = 128;

  private long low;
  private long high;
  private double number;

  /** Returns the lower word of the integer or unscaled decimal that was read, or the boolean. */
  public long low() {
    return low;
  }

  /** Returns the upper word of the integer or unscaled decimal that was read. */
  public long high() {
    return high;
  }

  /** Returns the floating-point number that was read. */
  public double number() {
    return number;
  }

  /** Returns the text of UTF-8 bytes, without blanks around. */
  public static String text(long address, int length) {
    return new String(Memory.toArray(address, length), StandardCharsets.UTF_8).strip();
  }

  /** Reads a 64-bit integer. */
  public boolean integer(long address, int length) {
    if (digits(address, length)) {
      return true;
    }
    BigInteger whole = rounded(text(address, length));
    if (whole == null) {
      return false;
    }
    low = whole.longValue();
    return whole.bitLength() < 64;
  }

  /** Reads a 128-bit integer into its words. */
  public boolean whole(long address, int length) {
    if (digits(address, length)) {
      high = low >> 63;
      return true;
    }
    BigInteger whole = rounded(text(address, length));
    if (whole == null) {
      return false;
    }
    low = whole.longValue();
    high = whole.shiftRight(64).longValue();
    return DataType.INT128.holds(whole);
  }

  /** Returns the integer that a text without blanks around is, or is rounded to; null for none. */
  static @Nullable BigInteger rounded(String text) {
    String written = withoutSeparators(text);
    BigInteger marked = ofRadix(written);
    if (marked != null) {
      return marked;
    }
    BigDecimal exact = decimal(written);
    return exact == null ? null : exact.setScale(0, RoundingMode.HALF_UP).unscaledValue();
  }

  /** Returns the integer that {@code 0xFF} or {@code 0b11} is; null for other texts. */
  private static @Nullable BigInteger ofRadix(String text) {
    boolean isMarked = text.length() > 2 && text.charAt(0) == '0';
    int radix = !isMarked ? 0 : (text.charAt(1) | ' ') == 'x' ? 16 : 2;
    if (radix == 0 || (radix == 2 && (text.charAt(1) | ' ') != 'b')) {
      return null;
    }
    for (int i = 2; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c > 'f' || Character.digit(c, radix) < 0) {
        return null;
      }
    }
    return text.length() - 2 > MAX_RADIX_DIGITS ? null : new BigInteger(text.substring(2), radix);
  }

  /** Returns the text without underscores that are between two digits. */
  private static String withoutSeparators(String text) {
    if (text.indexOf('_') < 0) {
      return text;
    }
    StringBuilder digits = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      boolean isBetween =
          i > 0
              && i + 1 < text.length()
              && Character.digit(text.charAt(i - 1), 16) >= 0
              && Character.digit(text.charAt(i + 1), 16) >= 0;
      if (text.charAt(i) != '_' || !isBetween) {
        digits.append(text.charAt(i));
      }
    }
    return digits.toString();
  }

  /** Reads a sign and up to 18 digits, the common case. */
  private boolean digits(long address, int length) {
    int i = 0;
    boolean negative = false;
    if (length > 0) {
      byte first = Memory.getByte(address);
      negative = first == '-';
      i = negative || first == '+' ? 1 : 0;
    }
    if (i == length || length - i > MAX_LONG_DIGITS) {
      return false;
    }
    long value = 0;
    for (; i < length; i++) {
      int digit = Memory.getByte(address + i) - '0';
      if (digit < 0 || digit > 9) {
        return false;
      }
      value = value * 10 + digit;
    }
    low = negative ? -value : value;
    return true;
  }

  /** Reads a decimal of a type into the words of its unscaled value. */
  public boolean decimal(long address, int length, DataType.Decimal type) {
    BigInteger unscaled = unscaled(text(address, length), type);
    if (unscaled == null) {
      return false;
    }
    low = unscaled.longValue();
    high = unscaled.shiftRight(64).longValue();
    return new BigDecimal(unscaled).precision() <= type.precision();
  }

  /** Returns a decimal of a type's scale, unscaled, or null for texts that are no number. */
  static @Nullable BigInteger unscaled(String text, DataType.Decimal type) {
    BigDecimal exact = decimal(withoutSeparators(text));
    return exact == null
        ? null
        : exact.setScale(type.scale(), RoundingMode.HALF_UP).unscaledValue();
  }

  private static @Nullable BigDecimal decimal(String text) {
    if (!isNumber(text)) {
      return null;
    }
    try {
      BigDecimal exact = new BigDecimal(text);
      // Beyond these no type holds the value, and rescaling would make huge numbers.
      boolean bounded = Math.abs((long) exact.scale()) < MAX_EXPONENT;
      return bounded ? exact : exact.signum() == 0 ? BigDecimal.ZERO : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static boolean isNumber(String text) {
    boolean digit = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isDigit = c >= '0' && c <= '9';
      if (!isDigit && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E') {
        return false;
      }
      digit |= isDigit;
    }
    return digit;
  }

  /** Reads a floating-point number. */
  public boolean floating(long address, int length) {
    return floating(text(address, length));
  }

  /** Reads a floating-point number of a text without blanks around. */
  boolean floating(String written) {
    String text = withoutSeparators(written);
    if (!isNumber(text)) {
      return special(text.toLowerCase(Locale.ROOT));
    }
    try {
      number = Double.parseDouble(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Reads a binary32, rounded once. */
  public boolean floating32(long address, int length) {
    return floating32(text(address, length));
  }

  /** Reads a binary32 of a text without blanks around. */
  boolean floating32(String written) {
    String text = withoutSeparators(written);
    if (!isNumber(text)) {
      return special(text.toLowerCase(Locale.ROOT));
    }
    try {
      number = Float.parseFloat(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private boolean special(String text) {
    switch (text) {
      case "nan", "+nan", "-nan" -> number = Double.NaN;
      case "inf", "infinity", "+inf", "+infinity" -> number = Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> number = Double.NEGATIVE_INFINITY;
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Reads a boolean. */
  public boolean truth(long address, int length) {
    switch (text(address, length).toLowerCase(Locale.ROOT)) {
      case "true", "t", "1", "yes", "y", "on" -> low = 1;
      case "false", "f", "0", "no", "n", "off" -> low = 0;
      default -> {
        return false;
      }
    }
    return true;
  }
}
