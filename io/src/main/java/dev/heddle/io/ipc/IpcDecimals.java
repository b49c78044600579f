package dev.heddle.io.ipc;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/** Decimals of 32 to 256 bits as those of 64 or 128, which are checked to hold them. */
final class IpcDecimals {
  private static final BigInteger[] POWERS = powers();

  private IpcDecimals() {}

  private static BigInteger[] powers() {
    BigInteger[] powers = new BigInteger[DataType.Decimal.MAX_PRECISION + 1];
    powers[0] = BigInteger.ONE;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = powers[i - 1].multiply(BigInteger.TEN);
    }
    return powers;
  }

  /** Converts some rows; null ones become 0. */
  static void convert(
      ArrowType.Decimal arrow,
      DataType.Decimal type,
      long source,
      int rows,
      long target,
      @Nullable Buffer validity,
      IpcNode node) {
    int width = arrow.getBitWidth() / 8;
    boolean isShort = type.fitsLong();
    long limit = isShort ? POWERS[type.precision()].longValueExact() : 0;
    for (int i = 0; i < rows; i++) {
      long at = source + (long) width * i;
      long low = 0;
      long high = 0;
      if (validity == null || Bits.get(validity.address(), i)) {
        low = width == 4 ? Memory.getInt(at) : Memory.getLong(at);
        high = width >= 16 ? Memory.getLong(at + 8) : low >> 63;
        if (arrow.getScale() < 0 || (width == 32 && !isExtended(at, high))) {
          BigInteger value = scaled(at, width, arrow, type, node);
          low = value.longValue();
          high = value.shiftRight(64).longValue();
        }
        boolean fits =
            isShort
                ? high == low >> 63 && low < limit && low > -limit
                : width != 32 || value(at, width).abs().compareTo(POWERS[type.precision()]) < 0;
        if (!fits) {
          throw overflow(value(at, width), type, node);
        }
      }
      if (isShort) {
        Memory.putLong(target + 8L * i, low);
      } else {
        Memory.putLong(target + 16L * i, low);
        Memory.putLong(target + 16L * i + 8, high);
      }
    }
  }

  private static boolean isExtended(long at, long high) {
    return Memory.getLong(at + 16) == high >> 63 && Memory.getLong(at + 24) == high >> 63;
  }

  private static BigInteger scaled(
      long at, int width, ArrowType.Decimal arrow, DataType.Decimal type, IpcNode node) {
    BigInteger value = value(at, width);
    BigInteger scaled = value.multiply(BigInteger.TEN.pow(Math.max(0, -arrow.getScale())));
    if (scaled.abs().compareTo(POWERS[type.precision()]) >= 0) {
      throw overflow(value, type, node);
    }
    return scaled;
  }

  private static BigInteger value(long at, int width) {
    ByteBuffer bytes = ByteBuffer.allocate(width); // the most significant byte first
    for (int i = 0; i < width; i++) {
      bytes.put(Memory.getByte(at + width - 1 - i));
    }
    return new BigInteger(bytes.array());
  }

  private static IpcValueException overflow(
      BigInteger unscaled, DataType.Decimal type, IpcNode node) {
    ArrowType.Decimal arrow = (ArrowType.Decimal) node.field().getType();
    return new IpcValueException(
        ErrorCode.NUMERIC_OVERFLOW,
        node.field(),
        new java.math.BigDecimal(unscaled, arrow.getScale()).toPlainString()
            + ", which does not fit "
            + type.sqlName());
  }
}
