package dev.heddle.physical.kernel.time;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.memory.Memory;

/**
 * Moves days and local timestamps by intervals and days.
 *
 * <p>Months come first, and a day that the new month lacks becomes its last; then days; then the
 * time. Rows that fail (null rows included) are marked in a bitmap, which is zeroed before. A step
 * of 0 repeats a side's first value.
 */
@SuppressWarnings("ShortCircuitBoolean") // branch-free
public final class DateArithmetic {
  private static final int MONTH_OFFSET = 0;
  private static final int DAY_OFFSET = 4;
  private static final int NANO_OFFSET = 8;

  /** The first day whose year has no more than six digits, and beyond the last. */
  private static final long MIN_DAY = -400_000_000L;

  private static final long MAX_DAY = 400_000_000L;

  private DateArithmetic() {}

  /** Writes days moved by intervals; a part below a day fails. */
  public static void moveDays(
      long days,
      long dayStep,
      long intervals,
      long intervalStep,
      int sign,
      int rows,
      long output,
      long failed) {
    for (int i = 0; i < rows; i++) {
      long interval = intervals + intervalStep * i;
      long months = (long) sign * Memory.getInt(interval + MONTH_OFFSET);
      long plus = (long) sign * Memory.getInt(interval + DAY_OFFSET);
      long day = Memory.getInt(days + dayStep * i);
      if (months != 0) {
        day = Calendar.plusMonths(day, months);
      }
      day += plus;
      if (Infinity.isDay(Memory.getInt(days + dayStep * i))) {
        day = Memory.getInt(days + dayStep * i);
      } else if (Memory.getLong(interval + NANO_OFFSET) != 0 || !isFinite(day)) {
        Bits.set(failed, i);
      }
      Memory.putInt(output + 4L * i, (int) day);
    }
  }

  private static boolean isFinite(long day) {
    return Math.abs(day) < Infinity.DAY;
  }

  /** Writes days moved by int64 numbers of days. */
  public static void addDays(
      long days,
      long dayStep,
      long numbers,
      long numberStep,
      int sign,
      int rows,
      long output,
      long failed) {
    for (int i = 0; i < rows; i++) {
      long number = Memory.getLong(numbers + numberStep * i);
      long from = Memory.getInt(days + dayStep * i);
      long day = from + sign * number;
      if (Infinity.isDay(from)) {
        day = from;
      } else if (!isFinite(day) || Math.abs(number) > 1L << 33) {
        Bits.set(failed, i);
      }
      Memory.putInt(output + 4L * i, (int) day);
    }
  }

  /** Writes local timestamps of this number of steps a second moved by intervals. */
  public static void moveTimestamps(
      long values,
      long valueStep,
      long intervals,
      long intervalStep,
      int sign,
      long perSecond,
      int rows,
      long output,
      long failed) {
    long perDay = 86_400 * perSecond;
    long nanosPerStep = 1_000_000_000 / perSecond;
    for (int i = 0; i < rows; i++) {
      long interval = intervals + intervalStep * i;
      long months = (long) sign * Memory.getInt(interval + MONTH_OFFSET);
      long plus = (long) sign * Memory.getInt(interval + DAY_OFFSET);
      long steps = sign * (Memory.getLong(interval + NANO_OFFSET) / nanosPerStep);
      long value = Memory.getLong(values + valueStep * i);
      long day = Math.floorDiv(value, perDay);
      long ofDay = value - day * perDay;
      if (months != 0) {
        day = Calendar.plusMonths(day, months);
      }
      day += plus;
      long high = Math.multiplyHigh(day, perDay);
      long low = day * perDay;
      long moved = low + ofDay;
      boolean bad = high != low >> 63 | ((low ^ moved) & (ofDay ^ moved)) < 0;
      long result = moved + steps;
      bad |= ((moved ^ result) & (steps ^ result)) < 0 | Infinity.isMoment(result);
      if (Infinity.isMoment(value)) {
        result = value;
      } else if (bad | day < MIN_DAY | day > MAX_DAY) {
        Bits.set(failed, i);
      }
      Memory.putLong(output + 8L * i, result);
    }
  }

  /** Writes times of day (microseconds) moved by the time part of intervals, around midnight. */
  public static void moveTimes(
      long values,
      long valueStep,
      long intervals,
      long intervalStep,
      int sign,
      int rows,
      long output) {
    for (int i = 0; i < rows; i++) {
      long micros = Memory.getLong(intervals + intervalStep * i + NANO_OFFSET) / 1000;
      long moved =
          Memory.getLong(values + valueStep * i) + sign * (micros % Calendar.MICROS_PER_DAY);
      Memory.putLong(output + 8L * i, Math.floorMod(moved, Calendar.MICROS_PER_DAY));
    }
  }

  /** Writes sums or differences of intervals, part by part. */
  public static void addIntervals(
      long a, long aStep, long b, long bStep, int sign, int rows, long output, long failed) {
    for (int i = 0; i < rows; i++) {
      long x = a + aStep * i;
      long y = b + bStep * i;
      long months = Memory.getInt(x + MONTH_OFFSET) + (long) sign * Memory.getInt(y + MONTH_OFFSET);
      long days = Memory.getInt(x + DAY_OFFSET) + (long) sign * Memory.getInt(y + DAY_OFFSET);
      long left = Memory.getLong(x + NANO_OFFSET);
      long right = sign * Memory.getLong(y + NANO_OFFSET);
      long nanos = left + right;
      boolean bad = months != (int) months | days != (int) days;
      bad |= ((left ^ nanos) & (right ^ nanos)) < 0;
      if (bad) {
        Bits.set(failed, i);
      }
      put(output + 16L * i, months, days, nanos);
    }
  }

  /** Writes products of intervals and int64 factors, part by part. */
  public static void multiplyIntervals(
      long a, long aStep, long factors, long factorStep, int rows, long output, long failed) {
    for (int i = 0; i < rows; i++) {
      long x = a + aStep * i;
      long factor = Memory.getLong(factors + factorStep * i);
      long months = Memory.getInt(x + MONTH_OFFSET) * factor;
      long days = Memory.getInt(x + DAY_OFFSET) * factor;
      long nanos = Memory.getLong(x + NANO_OFFSET) * factor;
      boolean hasDate = Memory.getLong(x) != 0;
      boolean bad = months != (int) months | days != (int) days;
      bad |= hasDate & factor != (int) factor;
      bad |= Math.multiplyHigh(Memory.getLong(x + NANO_OFFSET), factor) != nanos >> 63;
      if (bad) {
        Bits.set(failed, i);
      }
      put(output + 16L * i, months, days, nanos);
    }
  }

  private static void put(long interval, long months, long days, long nanos) {
    Memory.putInt(interval + MONTH_OFFSET, (int) months);
    Memory.putInt(interval + DAY_OFFSET, (int) days);
    Memory.putLong(interval + NANO_OFFSET, nanos);
  }

  /** Writes the differences of int32 days as int64. */
  public static void subtractDays(long a, long aStep, long b, long bStep, int rows, long output) {
    for (int i = 0; i < rows; i++) {
      Memory.putLong(
          output + 8L * i, (long) Memory.getInt(a + aStep * i) - Memory.getInt(b + bStep * i));
    }
  }

  /** Writes the differences of timestamps as intervals of days and time; infinite ones fail. */
  public static void subtractTimestamps(
      long a, long aStep, long b, long bStep, long perSecond, int rows, long output, long failed) {
    long perDay = 86_400 * perSecond;
    long nanosPerStep = 1_000_000_000 / perSecond;
    for (int i = 0; i < rows; i++) {
      long x = Memory.getLong(a + aStep * i);
      long y = Memory.getLong(b + bStep * i);
      long difference = x - y;
      if (((x ^ y) & (x ^ difference)) < 0 || Infinity.isMoment(x) || Infinity.isMoment(y)) {
        Bits.set(failed, i);
      }
      put(output + 16L * i, 0, difference / perDay, difference % perDay * nanosPerStep);
    }
  }
}
