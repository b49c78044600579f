package dev.heddle.physical.kernel.time;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.memory.Memory;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * Turns points in time into a zone's local time and back.
 *
 * <p>Remembers the stretch between two changes of the offset that was used last, so that most rows
 * cost an addition. Local times in a gap move on by the gap; of two that a local time may mean, it
 * means the earlier. Used by one thread.
 */
@SuppressWarnings("ShortCircuitBoolean") // branch-free
public final class LocalTimes {
  private static final long FAR = Instant.MAX.getEpochSecond();
  private static final long MAX_SECONDS = 31_556_889_864_403_199L;

  private final ZoneRules rules;
  private final long perSecond;
  private long from = 1;
  private long to = 0;
  private long offset;
  private long localFrom = 1;
  private long localTo = 0;

  private LocalTimes(ZoneId zone, long perSecond) {
    this.rules = zone.getRules();
    this.perSecond = perSecond;
  }

  /** Returns the times of a zone for a type of timestamps with zone, else null. */
  public static @Nullable LocalTimes ofType(DataType type, ZoneId zone) {
    return type instanceof DataType.Timestamp timestamp && timestamp.withZone()
        ? new LocalTimes(zone, timestamp.unit().perSecond())
        : null;
  }

  /** Returns the times of a zone in this number of steps a second. */
  public static LocalTimes of(ZoneId zone, long perSecond) {
    return new LocalTimes(zone, perSecond);
  }

  /** Returns the offset from UTC at a second since the epoch. */
  public long offsetSeconds(long epochSecond) {
    if (epochSecond < from || epochSecond >= to) {
      find(epochSecond);
    }
    return offset;
  }

  private void find(long epochSecond) {
    Instant instant = Instant.ofEpochSecond(Math.clamp(epochSecond, -MAX_SECONDS, MAX_SECONDS));
    offset = rules.getOffset(instant).getTotalSeconds();
    // The transition at the instant itself starts the stretch.
    ZoneOffsetTransition before = rules.previousTransition(instant.plusSeconds(1));
    ZoneOffsetTransition after = rules.nextTransition(instant);
    from = before == null ? -FAR : before.toEpochSecond();
    to = after == null ? FAR : after.toEpochSecond();
    long offsetBefore = before == null ? offset : before.getOffsetBefore().getTotalSeconds();
    long offsetAfter = after == null ? offset : after.getOffsetAfter().getTotalSeconds();
    localFrom = from + Math.max(offset, offsetBefore);
    localTo = to + Math.min(offset, offsetAfter);
  }

  /** Returns the offset from UTC that a local second means. */
  public long offsetOfLocal(long localSecond) {
    if (localSecond >= localFrom && localSecond < localTo) {
      return offset;
    }
    long bounded = Math.clamp(localSecond, -MAX_SECONDS, MAX_SECONDS);
    ZoneOffset found = rules.getOffset(LocalDateTime.ofEpochSecond(bounded, 0, ZoneOffset.UTC));
    offsetSeconds(bounded - found.getTotalSeconds());
    return found.getTotalSeconds();
  }

  /** Returns the local time of a point in time. */
  public long toLocal(long value) {
    return value + offsetSeconds(Math.floorDiv(value, perSecond)) * perSecond;
  }

  /** Returns the point in time of a local time. */
  public long toInstant(long local) {
    return local - offsetOfLocal(Math.floorDiv(local, perSecond)) * perSecond;
  }

  /** Writes the local times of points in time; the output may be the input. */
  public void toLocal(long values, int rows, long output) {
    for (int i = 0; i < rows; i++) {
      Memory.putLong(output + 8L * i, toLocal(Memory.getLong(values + 8L * i)));
    }
  }

  /**
   * Writes points in time moved by intervals: months and days in local time, the time part in real
   * time. Rows out of range are marked.
   */
  public void moveBy(
      long values,
      long valueStep,
      long intervals,
      long intervalStep,
      int sign,
      int rows,
      long output,
      long failed) {
    long perDay = 86_400 * perSecond;
    long nanosPerStep = 1_000_000_000 / perSecond;
    for (int i = 0; i < rows; i++) {
      long interval = intervals + intervalStep * i;
      long months = (long) sign * Memory.getInt(interval);
      long days = (long) sign * Memory.getInt(interval + 4);
      long steps = sign * (Memory.getLong(interval + 8) / nanosPerStep);
      long value = Memory.getLong(values + valueStep * i);
      boolean bad = false;
      if (months != 0 || days != 0) {
        long local = toLocal(value);
        long day = Math.floorDiv(local, perDay);
        long ofDay = local - day * perDay;
        day = (months == 0 ? day : Calendar.plusMonths(day, months)) + days;
        long low = day * perDay;
        long moved = low + ofDay;
        bad = Math.multiplyHigh(day, perDay) != low >> 63 | ((low ^ moved) & (ofDay ^ moved)) < 0;
        value = toInstant(moved);
      }
      long result = value + steps;
      bad |= ((value ^ result) & (steps ^ result)) < 0;
      if (Infinity.isMoment(Memory.getLong(values + valueStep * i))) {
        result = Memory.getLong(values + valueStep * i);
      } else if (bad | Infinity.isMoment(result)) {
        Bits.set(failed, i);
      }
      Memory.putLong(output + 8L * i, result);
    }
  }
}
