package dev.heddle.physical.kernel.number;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Int128;
import java.math.BigInteger;

/**
 * What {@link IntegerBits} computes of two integers, of two with 128 bits: all but shifts by a
 * count modulo the bits. Rows without a result are marked as there.
 */
public final class HugeBits {
  private static final int BITS = 128;

  private HugeBits() {}

  /** Computes rows. */
  public static void compute(
      IntegerBits.Function function,
      long a,
      long aStep,
      long b,
      long bStep,
      int rows,
      long output,
      long failed) {
    Int128 value = new Int128();
    for (int i = 0; i < rows; i++) {
      long left = a + aStep * i;
      long right = b + bStep * i;
      value.set(Memory.getLong(left), Memory.getLong(left + 8));
      if (row(function, value, Memory.getLong(right), Memory.getLong(right + 8))) {
        Bits.set(failed, i);
      }
      Memory.putLong(output + 16L * i, value.low());
      Memory.putLong(output + 16L * i + 8, value.high());
    }
  }

  /** Computes one row in place; returns whether it has no result. */
  private static boolean row(IntegerBits.Function function, Int128 value, long low, long high) {
    return switch (function) {
      case AND -> {
        value.set(value.low() & low, value.high() & high);
        yield false;
      }
      case OR -> {
        value.set(value.low() | low, value.high() | high);
        yield false;
      }
      case XOR -> {
        value.set(value.low() ^ low, value.high() ^ high);
        yield false;
      }
      case LEFT_CHECKED -> shiftLeft(value, low, high);
      case RIGHT_CHECKED -> {
        if (isCount(low, high)) {
          shiftRight(value, (int) low);
        } else {
          value.set(0);
        }
        yield false;
      }
      case GCD -> set(value, value.toBigInteger().gcd(Int128.toBigInteger(low, high)));
      case LCM -> set(value, multiple(value.toBigInteger(), Int128.toBigInteger(low, high)));
      case LEFT, RIGHT, RIGHT_UNSIGNED ->
          throw new IllegalStateException(
              "No function of " + DataType.INT128.sqlName() + ": " + function);
    };
  }

  private static BigInteger multiple(BigInteger left, BigInteger right) {
    BigInteger divisor = left.gcd(right);
    return divisor.signum() == 0 ? divisor : left.divide(divisor).multiply(right).abs();
  }

  /** Sets a result; returns whether it is outside of the type. */
  private static boolean set(Int128 value, BigInteger result) {
    value.set(result.longValue(), result.shiftRight(Long.SIZE).longValue());
    return result.bitLength() >= BITS;
  }

  private static boolean isCount(long low, long high) {
    return high == 0 && low >= 0 && low < BITS;
  }

  private static boolean shiftLeft(Int128 value, long count, long high) {
    boolean isZero = (value.low() | value.high()) == 0;
    if (!isCount(count, high) || isZero) {
      boolean isLost = value.high() < 0 || high < 0 || !isZero;
      value.set(0);
      return isLost;
    }
    long givenLow = value.low();
    long givenHigh = value.high();
    int bits = (int) count;
    if (bits >= Long.SIZE) {
      value.set(0, givenLow << (bits - Long.SIZE));
    } else if (bits > 0) {
      value.set(givenLow << bits, givenHigh << bits | givenLow >>> (Long.SIZE - bits));
    }
    long shiftedLow = value.low();
    long shiftedHigh = value.high();
    shiftRight(value, bits);
    boolean isLost = givenHigh < 0 || value.low() != givenLow || value.high() != givenHigh;
    value.set(shiftedLow, shiftedHigh);
    return isLost;
  }

  private static void shiftRight(Int128 value, int bits) {
    if (bits >= Long.SIZE) {
      value.set(value.high() >> (bits - Long.SIZE), value.high() >> 63);
    } else if (bits > 0) {
      value.set(value.low() >>> bits | value.high() << (Long.SIZE - bits), value.high() >> bits);
    }
  }
}
