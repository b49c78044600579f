package dev.heddle.physical.kernel.time;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.kernel.Validity;
import org.jspecify.annotations.Nullable;

/**
 * The days and moments that are before and after all others, infinity and its opposite: the largest
 * number that their integers hold, and the same with the other sign. Stateless.
 */
public final class Infinity {
  /** The day after all others. */
  public static final int DAY = Integer.MAX_VALUE;

  /** The moment after all others, in any unit. */
  public static final long MOMENT = Long.MAX_VALUE;

  private Infinity() {}

  /** Returns whether a type has infinite days or moments. */
  public static boolean isOf(DataType type) {
    return type instanceof DataType.Date || type instanceof DataType.Timestamp;
  }

  public static boolean isDay(long day) {
    return day == DAY || day == -DAY;
  }

  public static boolean isMoment(long moment) {
    return moment == MOMENT || moment == -MOMENT;
  }

  /** Writes a bit for each row of dates or timestamps: whether its value is infinite. */
  public static void mark(Column column, int rows, long output) {
    long values = column.values();
    boolean isDay = column.layout() == Layout.INT32;
    for (int i = 0; i < rows; i++) {
      boolean isInfinite =
          isDay ? isDay(Memory.getInt(values + 4L * i)) : isMoment(Memory.getLong(values + 8L * i));
      if (isInfinite) {
        Bits.set(output, i);
      } else {
        Bits.clear(output, i);
      }
    }
  }

  /**
   * Returns where dates or timestamps are neither null nor infinite, as bits that the caller owns;
   * null if no value is infinite.
   */
  public static @Nullable Buffer finite(Column column, int rows, MemoryAccount account) {
    if (!hasAny(column, rows)) {
      return null;
    }
    Buffer bits = account.allocate(Bits.bytesFor(rows));
    mark(column, rows, bits.address());
    Validity.not(bits.address(), rows, bits.address());
    if (column.validity() != 0) {
      Validity.and(bits.address(), column.validity(), rows, bits.address());
    }
    return bits;
  }

  private static boolean hasAny(Column column, int rows) {
    long values = column.values();
    int found = 0;
    if (column.layout() == Layout.INT32) {
      for (int i = 0; i < rows; i++) {
        found |= isDay(Memory.getInt(values + 4L * i)) ? 1 : 0;
      }
    } else {
      for (int i = 0; i < rows; i++) {
        found |= isMoment(Memory.getLong(values + 8L * i)) ? 1 : 0;
      }
    }
    return found != 0;
  }
}
