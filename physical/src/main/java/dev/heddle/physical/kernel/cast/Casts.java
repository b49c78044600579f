package dev.heddle.physical.kernel.cast;

import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.text.TextParse;
import dev.heddle.io.text.TimeParse;
import dev.heddle.physical.kernel.number.IntegerArithmetic;
import dev.heddle.physical.kernel.time.Infinity;
import dev.heddle.physical.kernel.time.LocalTimes;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The conversion from one type to another of fixed width.
 *
 * <p>Timestamps lose nanoseconds towards negative infinity. Used by one thread.
 */
public final class Casts {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private final DataType from;
  private final DataType to; // without its sign if the result is unsigned
  private final DataType.@Nullable Unsigned unsigned; // the type of the result
  private final Map<String, Integer> positions; // of the labels of the result
  private final LocalTimes local;
  private final TextParse numbers = new TextParse();
  private final TimeParse times = new TimeParse();
  private final UuidParse uuids = new UuidParse();

  private Casts(DataType from, DataType to, ZoneId zone) {
    this.from = TypeCoercion.signed(from);
    this.to = TypeCoercion.signed(to);
    this.unsigned = to instanceof DataType.Unsigned wanted && !from.equals(to) ? wanted : null;
    this.positions = to instanceof DataType.Enumeration labelled ? labelled.positions() : Map.of();
    this.local = LocalTimes.of(zone, perSecond(from, to));
  }

  private static long perSecond(DataType from, DataType to) {
    if (from instanceof DataType.Timestamp timestamp) {
      return timestamp.unit().perSecond();
    }
    return to instanceof DataType.Timestamp timestamp ? timestamp.unit().perSecond() : 1;
  }

  /** Returns the conversion; the types are ones that have one. */
  public static Casts of(DataType from, DataType to, ZoneId zone) {
    return new Casts(from, to, zone);
  }

  /** Returns whether some value cannot be converted. */
  public boolean canFail() {
    if (unsigned != null) {
      return true;
    }
    if (isNumber(from) && isNumber(to)) {
      return NumberCasts.canFail(from, to);
    }
    if (from instanceof DataType.Str
        || from instanceof DataType.Binary
        || from instanceof DataType.Enumeration) {
      return true;
    }
    if (to instanceof DataType.Time) {
      return true; // of what is infinite
    }
    return to instanceof DataType.Timestamp target
        && !(from instanceof DataType.Timestamp source
            && source.unit() == target.unit()
            && source.withZone() == target.withZone());
  }

  private static boolean isNumber(DataType type) {
    return type.isNumeric() || type instanceof DataType.Bool;
  }

  /**
   * Converts the first rows of a plain column.
   *
   * @param failed a zeroed bitmap of rows that cannot be converted, null rows included; 0 if {@link
   *     #canFail} is false
   */
  public void apply(Column source, int rows, long output, long failed) {
    convert(source, rows, output, failed);
    if (unsigned != null) {
      checkRange(unsigned, rows, output, failed);
    }
  }

  /** Marks what is below zero or has more bits than the type. */
  private static void checkRange(DataType.Unsigned type, int rows, long output, long failed) {
    Layout layout = Layout.of(type);
    for (int i = 0; i < rows; i++) {
      long at = output + (long) layout.byteWidth() * i;
      boolean fits =
          layout == Layout.INT128
              ? Memory.getLong(at + 8) == 0
              : IntegerArithmetic.read(layout, at) >>> type.bits() == 0;
      if (!fits) {
        Bits.set(failed, i);
      }
    }
  }

  private void convert(Column source, int rows, long output, long failed) {
    if (isNumber(from) && isNumber(to)) {
      NumberCasts.cast(source, from, to, rows, output, failed);
      return;
    }
    switch (from) {
      case DataType.Str _ -> fromText(source, rows, output, failed);
      case DataType.Enumeration(List<String> labels) ->
          fromLabels(labels, source, rows, output, failed);
      case DataType.Binary _ -> fromBytes(source, rows, output, failed);
      case DataType.Date _ -> fromDate(source, rows, output, failed);
      case DataType.Timestamp timestamp -> fromTimestamp(source, timestamp, rows, output, failed);
      default ->
          throw new IllegalStateException("No cast from " + from.sqlName() + " to " + to.sqlName());
    }
  }

  private void fromDate(Column source, int rows, long output, long failed) {
    DataType.Timestamp target = (DataType.Timestamp) to;
    long perDay = 86_400 * target.unit().perSecond();
    for (int i = 0; i < rows; i++) {
      long day = Memory.getInt(source.values() + 4L * i);
      long value = day * perDay;
      if (Infinity.isDay(day)) {
        value = day > 0 ? Infinity.MOMENT : -Infinity.MOMENT;
      } else if (Math.multiplyHigh(day, perDay) != value >> 63) {
        Bits.set(failed, i);
      } else if (target.withZone()) {
        value = local.toInstant(value);
      }
      Memory.putLong(output + 8L * i, value);
    }
  }

  private void fromTimestamp(
      Column source, DataType.Timestamp timestamp, int rows, long output, long failed) {
    boolean isNanos = timestamp.unit() == TimestampUnit.NANOS;
    for (int i = 0; i < rows; i++) {
      long value = Memory.getLong(source.values() + 8L * i);
      if (Infinity.isMoment(value)) {
        fromInfinity(value > 0, output, i, failed);
        continue;
      }
      switch (to) {
        case DataType.Date _ -> {
          long shown = timestamp.withZone() ? local.toLocal(value) : value;
          long micros = isNanos ? micros(shown) : shown;
          Memory.putInt(output + 4L * i, (int) Math.floorDiv(micros, MICROS_PER_DAY));
        }
        case DataType.Time _ -> {
          long shown = timestamp.withZone() ? local.toLocal(value) : value;
          long micros = isNanos ? micros(shown) : shown;
          Memory.putLong(output + 8L * i, Math.floorMod(micros, MICROS_PER_DAY));
        }
        case DataType.Timestamp target -> {
          long moved = value;
          if (timestamp.withZone() && !target.withZone()) {
            moved = local.toLocal(value);
          } else if (!timestamp.withZone() && target.withZone()) {
            moved = local.toInstant(value);
          }
          if (isNanos && target.unit() == TimestampUnit.MICROS) {
            moved = micros(moved);
          } else if (timestamp.unit() != target.unit()) {
            if (Math.multiplyHigh(moved, 1000) != (moved * 1000) >> 63) {
              Bits.set(failed, i);
            }
            moved *= 1000;
          }
          Memory.putLong(output + 8L * i, moved);
        }
        default -> throw new IllegalStateException("No cast to " + to.sqlName());
      }
    }
  }

  /** Rounds to the nearest microsecond, halves away from 1970. */
  private static long micros(long nanos) {
    long halves = nanos / 500;
    return (halves < 0 ? halves - 1 : halves + 1) / 2;
  }

  private void fromInfinity(boolean isPositive, long output, int row, long failed) {
    if (to instanceof DataType.Date) {
      Memory.putInt(output + 4L * row, isPositive ? Infinity.DAY : -Infinity.DAY);
    } else {
      Memory.putLong(output + 8L * row, isPositive ? Infinity.MOMENT : -Infinity.MOMENT);
      if (to instanceof DataType.Time) {
        Bits.set(failed, row);
      }
    }
  }

  private void fromText(Column source, int rows, long output, long failed) {
    long[] data = source.dataAddresses();
    for (int i = 0; i < rows; i++) {
      long view = source.values() + 16L * i;
      if (!parse(StringViews.address(view, data), StringViews.length(view), output, i)) {
        Bits.set(failed, i);
      }
    }
  }

  private void fromLabels(List<String> labels, Column source, int rows, long output, long failed) {
    int[] found = new int[labels.size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = positions.getOrDefault(labels.get(i), -1);
    }
    for (int i = 0; i < rows; i++) {
      int given = Memory.getInt(source.values() + 4L * i); // of null, any
      int position = given >= 0 && given < found.length ? found[given] : -1;
      Memory.putInt(output + 4L * i, Math.max(position, 0));
      if (position < 0) {
        Bits.set(failed, i);
      }
    }
  }

  /** Bytes become UUIDs, if there are 16 of them. */
  private void fromBytes(Column source, int rows, long output, long failed) {
    long[] data = source.dataAddresses();
    for (int i = 0; i < rows; i++) {
      long view = source.values() + 16L * i;
      if (StringViews.length(view) == Uuids.BYTES) {
        long bytes = StringViews.address(view, data);
        long high = Long.reverseBytes(Memory.getLong(bytes));
        putUuid(high, Long.reverseBytes(Memory.getLong(bytes + Long.BYTES)), output, i);
      } else {
        putUuid(0, 0, output, i);
        Bits.set(failed, i);
      }
    }
  }

  private static void putUuid(long high, long low, long output, int row) {
    Memory.putLong(output + 16L * row, low);
    Memory.putLong(output + 16L * row + 8, Uuids.flipped(high));
  }

  private boolean parse(long text, int length, long output, int row) {
    switch (to) {
      case DataType.Bool _ -> {
        boolean read = numbers.truth(text, length);
        if (read && numbers.low() != 0) {
          Bits.set(output, row);
        } else {
          Bits.clear(output, row);
        }
        return read;
      }
      case DataType.Int8 _, DataType.Int16 _, DataType.Int32 _, DataType.Int64 _ -> {
        Layout layout = Layout.of(to);
        boolean read = numbers.integer(text, length);
        long at = output + (long) layout.byteWidth() * row;
        return !IntegerArithmetic.write(layout, at, numbers.low()) && read;
      }
      case DataType.Int128 _ -> {
        boolean read = numbers.whole(text, length);
        Memory.putLong(output + 16L * row, numbers.low());
        Memory.putLong(output + 16L * row + 8, numbers.high());
        return read;
      }
      case DataType.Float32 _ -> {
        boolean read = numbers.floating32(text, length);
        Memory.putFloat(output + 4L * row, (float) numbers.number());
        return read;
      }
      case DataType.Float64 _ -> {
        boolean read = numbers.floating(text, length);
        Memory.putDouble(output + 8L * row, numbers.number());
        return read;
      }
      case DataType.Decimal decimal -> {
        boolean read = numbers.decimal(text, length, decimal);
        if (decimal.fitsLong()) {
          Memory.putLong(output + 8L * row, numbers.low());
        } else {
          Memory.putLong(output + 16L * row, numbers.low());
          Memory.putLong(output + 16L * row + 8, numbers.high());
        }
        return read;
      }
      case DataType.Uuid _ -> {
        boolean read = uuids.parse(text, length);
        putUuid(uuids.high(), uuids.low(), output, row);
        return read;
      }
      case DataType.Date _ -> {
        boolean read = times.date(text, length);
        Memory.putInt(output + 4L * row, (int) times.day());
        return read;
      }
      case DataType.Time _ -> {
        boolean read = times.time(text, length);
        Memory.putLong(output + 8L * row, times.nanoOfDay() / 1000);
        return read;
      }
      case DataType.Timestamp timestamp -> {
        return timestamp(text, length, timestamp, output + 8L * row);
      }
      case DataType.Interval _ -> {
        boolean read = times.interval(text, length);
        Memory.putInt(output + 16L * row, times.months());
        Memory.putInt(output + 16L * row + 4, times.days());
        Memory.putLong(output + 16L * row + 8, times.nanos());
        return read;
      }
      case DataType.Enumeration _ -> {
        byte[] bytes = new byte[length];
        Memory.copyToArray(text, bytes, 0, length);
        Integer position = positions.get(new String(bytes, StandardCharsets.UTF_8));
        Memory.putInt(output + 4L * row, position == null ? 0 : position);
        return position != null;
      }
      case DataType.Str _,
          DataType.Unsigned _,
          DataType.Json _,
          DataType.Binary _,
          DataType.ListOf _,
          DataType.Struct _,
          DataType.MapOf _,
          DataType.Null _ ->
          throw new IllegalStateException("Not of fixed width: " + to.sqlName());
    }
  }

  private boolean timestamp(long text, int length, DataType.Timestamp type, long output) {
    Memory.putLong(output, 0);
    if (!times.timestamp(text, length)) {
      return false;
    }
    if (times.infinity() != 0) {
      Memory.putLong(output, times.infinity() * Infinity.MOMENT);
      return true;
    }
    long seconds = times.localSecond();
    if (type.withZone()) {
      ZoneId own = times.zone();
      seconds -= (own == null ? local : LocalTimes.of(own, 1)).offsetOfLocal(seconds);
    }
    long perSecond = type.unit().perSecond();
    long fraction = times.nanoOfDay() % NANOS_PER_SECOND / (NANOS_PER_SECOND / perSecond);
    long whole = seconds * perSecond;
    Memory.putLong(output, whole + fraction);
    boolean isInRange =
        Math.multiplyHigh(seconds, perSecond) == whole >> 63 && whole + fraction >= whole;
    return isInRange && whole + fraction < Long.MAX_VALUE; // which others take for infinity
  }
}
