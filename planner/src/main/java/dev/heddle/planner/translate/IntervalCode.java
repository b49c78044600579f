package dev.heddle.planner.translate;

import dev.heddle.frame.schema.CalendarInterval;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Intervals as Calcite's literals hold them.
 *
 * <p>Calcite keeps an interval as one number. Ours has three parts, so the number holds their bits:
 * months in the top 32, days in the next 32, microseconds in the low 64.
 */
public final class IntervalCode {
  private static final int BYTES = 16;

  private IntervalCode() {}

  /** Returns the number for an interval. */
  public static BigDecimal encode(CalendarInterval interval) {
    byte[] bytes =
        ByteBuffer.allocate(BYTES)
            .putInt(interval.months())
            .putInt(interval.days())
            .putLong(interval.micros())
            .array();
    return new BigDecimal(new BigInteger(bytes));
  }

  /** Returns the interval of a number that {@link #encode} gave. */
  public static CalendarInterval decode(BigDecimal number) {
    byte[] bytes = number.toBigIntegerExact().toByteArray();
    byte[] padded = new byte[BYTES];
    Arrays.fill(padded, (byte) (number.signum() < 0 ? -1 : 0));
    System.arraycopy(bytes, 0, padded, BYTES - bytes.length, bytes.length);
    ByteBuffer buffer = ByteBuffer.wrap(padded);
    return new CalendarInterval(buffer.getInt(), buffer.getInt(), buffer.getLong());
  }
}
