package dev.heddle.frame.schema;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.math.BigInteger;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The forms of values of type {@link DataType.Uuid}.
 *
 * <p>Columns hold a UUID as a signed 128-bit integer whose highest bit is flipped, so that the
 * order of the integers is the order of the unsigned bytes and of the texts; {@link UUID#compareTo}
 * has another one. Stateless.
 */
public final class Uuids {
  /** The number of bytes that a UUID has in files and messages, the most significant one first. */
  public static final int BYTES = 16;

  private static final int DIGITS = 32;
  private static final BigInteger SIGN = BigInteger.ONE.shiftLeft(127);

  private Uuids() {}

  /** Returns the high word that columns have, or the high word of a UUID for that of a column. */
  public static long flipped(long highWord) {
    return highWord ^ Long.MIN_VALUE;
  }

  /** Returns the UUID of the words that a column has. */
  public static UUID ofWords(long lowWord, long highWord) {
    return new UUID(flipped(highWord), lowWord);
  }

  /** Returns the integer that represents a UUID. */
  public static BigInteger number(UUID value) {
    requireNonNull(value, "value is null");
    BigInteger high = BigInteger.valueOf(flipped(value.getMostSignificantBits()));
    return high.shiftLeft(64)
        .or(new BigInteger(Long.toUnsignedString(value.getLeastSignificantBits())));
  }

  /**
   * Returns the UUID that an integer represents.
   *
   * @throws HeddleException of code INVALID_ARGUMENT if it has more than 128 bits
   */
  public static UUID ofNumber(BigInteger number) {
    if (requireNonNull(number, "number is null").bitLength() >= 8 * BYTES) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot make a UUID of " + number + ": it is no signed integer of 128 bits");
    }
    return ofWords(number.longValue(), number.shiftRight(64).longValueExact());
  }

  /** Returns the integer that represents the UUID of 16 bytes, the most significant one first. */
  public static BigInteger number(byte[] bytes) {
    return new BigInteger(1, requireNonNull(bytes, "bytes is null")).subtract(SIGN);
  }

  /** Returns the 16 bytes of a UUID, the most significant one first. */
  public static byte[] bytes(UUID value) {
    requireNonNull(value, "value is null");
    byte[] bytes = new byte[BYTES];
    for (int i = 0; i < Long.BYTES; i++) {
      int shift = 8 * (Long.BYTES - 1 - i);
      bytes[i] = (byte) (value.getMostSignificantBits() >>> shift);
      bytes[Long.BYTES + i] = (byte) (value.getLeastSignificantBits() >>> shift);
    }
    return bytes;
  }

  /**
   * Returns the UUID that a text spells in 32 hexadecimal digits of either case, with hyphens
   * anywhere between them and braces around them if there are any; null if it spells none.
   */
  public static @Nullable UUID parse(CharSequence text) {
    int from = 0;
    int to = requireNonNull(text, "text is null").length();
    if (to > 1 && text.charAt(0) == '{') {
      if (text.charAt(to - 1) != '}') {
        return null;
      }
      from++;
      to--;
    }
    long high = 0;
    long low = 0;
    int digits = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c == '-' && digits > 0 && i + 1 < to && text.charAt(i + 1) != '-') {
        continue;
      }
      int digit = c < 128 ? Character.digit(c, 16) : -1;
      if (digit < 0 || digits == DIGITS) {
        return null;
      }
      high = high << 4 | low >>> 60;
      low = low << 4 | digit;
      digits++;
    }
    return digits == DIGITS ? new UUID(high, low) : null;
  }
}
