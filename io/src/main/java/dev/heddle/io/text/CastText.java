package dev.heddle.io.text;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.io.batch.ColumnBuilder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Reads values as casts from text do, which takes more than columns of files mostly have: {@code
 * 1.6}, {@code 1e3}, {@code 1_000} and {@code 0xFF} are integers, a time behind a date and a zone
 * behind a local time count nothing, and {@code infinity} and {@code epoch} are dates. Used by one
 * thread.
 */
final class CastText {
  private static final int MAX_LENGTH = 1000; // of a number
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final ZoneId zone;
  private final TextParse numbers = new TextParse();
  private final TimeParse times = new TimeParse();

  /**
   * Makes a reader.
   *
   * @param zone of timestamps without one, where the type has one
   */
  CastText(ZoneId zone) {
    this.zone = zone;
  }

  /** Appends the value of a text; returns false, appending nothing, if a cast does not read it. */
  boolean append(String text, DataType type, ColumnBuilder target) {
    return switch (type) {
      case DataType.Int8 _ -> appendInteger(text, 8, target);
      case DataType.Int16 _ -> appendInteger(text, 16, target);
      case DataType.Int32 _ -> appendInteger(text, 32, target);
      case DataType.Int64 _ -> appendInteger(text, 64, target);
      case DataType.Int128 _ -> {
        BigInteger whole = whole(text);
        boolean isValue = whole != null && DataType.INT128.holds(whole);
        if (isValue) {
          target.appendWhole(whole);
        }
        yield isValue;
      }
      case DataType.Unsigned unsigned -> {
        BigInteger whole = whole(text);
        boolean isValue = whole != null && unsigned.holds(whole);
        if (isValue && unsigned.bits() == Long.SIZE) {
          target.appendWords(whole.longValue(), 0);
        } else if (isValue) {
          target.appendLong(whole.longValue());
        }
        yield isValue;
      }
      case DataType.Float32 _ -> appendNumber(numbers.floating32(text), target);
      case DataType.Float64 _ -> appendNumber(numbers.floating(text), target);
      case DataType.Decimal decimal -> {
        BigInteger unscaled = text.length() > MAX_LENGTH ? null : TextParse.unscaled(text, decimal);
        BigDecimal value = unscaled == null ? null : new BigDecimal(unscaled, decimal.scale());
        boolean isValue = value != null && value.precision() <= decimal.precision();
        if (isValue) {
          target.appendDecimal(value);
        }
        yield isValue;
      }
      case DataType.Date _ -> appendIf(times.timestamp(text), times.day(), target);
      case DataType.Time _ -> appendIf(times.time(text), times.nanoOfDay() / 1000, target);
      case DataType.Timestamp timestamp ->
          times.timestamp(text) && appendTimestamp(timestamp, target);
      case DataType.Bool _,
          DataType.Str _,
          DataType.Enumeration _,
          DataType.Null _,
          DataType.ListOf _,
          DataType.MapOf _,
          DataType.Struct _,
          DataType.Json _,
          DataType.Interval _,
          DataType.Uuid _,
          DataType.Binary _ ->
          false;
    };
  }

  private static @Nullable BigInteger whole(String text) {
    return text.length() > MAX_LENGTH ? null : TextParse.rounded(text);
  }

  private static boolean appendInteger(String text, int bits, ColumnBuilder target) {
    BigInteger whole = whole(text);
    boolean isValue = whole != null && whole.bitLength() < bits;
    if (isValue) {
      target.appendLong(whole.longValue());
    }
    return isValue;
  }

  private boolean appendNumber(boolean isValue, ColumnBuilder target) {
    if (isValue) {
      target.appendDouble(numbers.number());
    }
    return isValue;
  }

  private static boolean appendIf(boolean isValue, long value, ColumnBuilder target) {
    if (isValue) {
      target.appendLong(value);
    }
    return isValue;
  }

  private boolean appendTimestamp(DataType.Timestamp type, ColumnBuilder target) {
    if (times.infinity() != 0) {
      target.appendLong(times.infinity() * Long.MAX_VALUE);
      return true;
    }
    long second = times.localSecond();
    if (type.withZone()) {
      ZoneId own = times.zone();
      LocalDateTime local = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
      second -= (own == null ? zone : own).getRules().getOffset(local).getTotalSeconds();
    }
    long perSecond = type.unit().perSecond();
    long nanos = times.nanoOfDay() % NANOS_PER_SECOND;
    long part = type.unit() == TimestampUnit.MICROS ? nanos / 1000 : nanos;
    long whole = second * perSecond;
    boolean isInRange =
        Math.multiplyHigh(second, perSecond) == whole >> 63
            && whole + part >= whole
            && whole + part < Long.MAX_VALUE; // which is infinity
    return appendIf(isInRange, whole + part, target);
  }
}
