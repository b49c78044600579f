package dev.heddle.physical.kernel.number;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Decimals;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads numbers and booleans from text, the way casts from text do: blanks around are left out,
 * {@code 1e3} and {@code 2.5} are read by exact types too and rounded half away from zero.
 *
 * <p>Each method returns whether the text could be read and leaves the value in the fields. Used by
 * one thread.
 */
public final class TextParse {
  private static final int MAX_EXPONENT = 400;
  private static final int MAX_LONG_DIGITS = 18;

  private long low;
  private long high;
  private double number;

  public long low() {
    return low;
  }

  public long high() {
    return high;
  }

  public double number() {
    return number;
  }

  public static String text(long address, int length) {
    return new String(Memory.toArray(address, length), StandardCharsets.UTF_8).strip();
  }

  /** Reads a 64-bit integer. */
  public boolean integer(long address, int length) {
    if (digits(address, length)) {
      return true;
    }
    BigDecimal exact = decimal(text(address, length));
    if (exact == null) {
      return false;
    }
    BigInteger whole = exact.setScale(0, RoundingMode.HALF_UP).unscaledValue();
    low = whole.longValue();
    return whole.bitLength() < 64;
  }

  /** Reads a 128-bit integer into its words. */
  public boolean whole(long address, int length) {
    if (digits(address, length)) {
      high = low >> 63;
      return true;
    }
    BigDecimal exact = decimal(text(address, length));
    if (exact == null) {
      return false;
    }
    BigInteger whole = exact.setScale(0, RoundingMode.HALF_UP).unscaledValue();
    low = whole.longValue();
    high = whole.shiftRight(64).longValue();
    return DataType.INT128.holds(whole);
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
    BigDecimal exact = decimal(text(address, length));
    if (exact == null) {
      return false;
    }
    BigInteger unscaled = exact.setScale(type.scale(), RoundingMode.HALF_UP).unscaledValue();
    low = unscaled.longValue();
    high = unscaled.shiftRight(64).longValue();
    return Decimals.fits(unscaled, type);
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
    String text = text(address, length);
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
    String text = text(address, length);
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
