package dev.heddle.io.values;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.io.batch.ColumnBuilder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Appends Java values, as {@link dev.heddle.frame.Row#value} gives them, to columns. Stateless. */
public final class ValueAppender {
  private ValueAppender() {}

  /**
   * Appends a value of the class that the type has.
   *
   * @throws ClassCastException if it is of another class
   */
  public static void append(ColumnBuilder builder, DataType type, Object value) {
    switch (type) {
      case DataType.Bool _ -> builder.appendBoolean((Boolean) value);
      case DataType.Int8 _, DataType.Int16 _, DataType.Int32 _, DataType.Int64 _ ->
          builder.appendLong(((Number) value).longValue());
      case DataType.Int128 _ -> builder.appendWhole((BigInteger) value);
      case DataType.Unsigned(int bits) when bits == Long.SIZE ->
          builder.appendWords(((BigInteger) value).longValue(), 0);
      case DataType.Unsigned _ -> builder.appendLong(((Number) value).longValue());
      case DataType.Float32 _, DataType.Float64 _ ->
          builder.appendDouble(((Number) value).doubleValue());
      case DataType.Decimal _ -> builder.appendDecimal((BigDecimal) value);
      case DataType.Str _, DataType.Json _ -> builder.appendString((String) value);
      case DataType.Binary _ -> {
        byte[] bytes = (byte[]) value;
        builder.appendBytes(bytes, 0, bytes.length);
      }
      case DataType.Enumeration labelled ->
          builder.appendLong(labelled.labels().indexOf((String) value));
      case DataType.Uuid _ -> {
        UUID id = (UUID) value;
        builder.appendWords(
            id.getLeastSignificantBits(), Uuids.flipped(id.getMostSignificantBits()));
      }
      case DataType.Date _ -> builder.appendLong(((LocalDate) value).toEpochDay());
      case DataType.Time _ -> builder.appendLong(((LocalTime) value).toNanoOfDay() / 1000);
      case DataType.Timestamp t -> builder.appendLong(timestamp(value, t));
      case DataType.Interval _ -> {
        CalendarInterval span = (CalendarInterval) value;
        builder.appendWords(
            (span.months() & 0xffffffffL) | (long) span.days() << 32,
            Math.multiplyExact(span.micros(), 1000L));
      }
      case DataType.ListOf(DataType element) -> {
        for (Object one : (List<?>) value) {
          appendOrNull(builder.child(0), element, one);
        }
        builder.endList();
      }
      case DataType.MapOf(DataType keyType, DataType valueType) -> {
        ColumnBuilder entries = builder.child(0);
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
          append(entries.child(0), keyType, entry.getKey());
          appendOrNull(entries.child(1), valueType, entry.getValue());
          entries.endStruct();
        }
        builder.endList();
      }
      case DataType.Struct(List<Field> fields) -> {
        Map<?, ?> struct = (Map<?, ?>) value;
        for (int i = 0; i < fields.size(); i++) {
          Field field = fields.get(i);
          appendOrNull(builder.child(i), field.type(), struct.get(field.name()));
        }
        builder.endStruct();
      }
      case DataType.Null _ -> builder.appendNull();
    }
  }

  private static void appendOrNull(ColumnBuilder builder, DataType type, @Nullable Object value) {
    if (value == null) {
      builder.appendNull();
    } else {
      append(builder, type, value);
    }
  }

  private static long timestamp(Object value, DataType.Timestamp type) {
    Instant moment =
        type.withZone() ? (Instant) value : ((LocalDateTime) value).toInstant(ZoneOffset.UTC);
    long perSecond = type.unit().perSecond();
    long fraction =
        type.unit() == TimestampUnit.MICROS ? moment.getNano() / 1000 : moment.getNano();
    long second = moment.getEpochSecond();
    if (second < 0) { // the first second that a type has begins before its first moment
      second++;
      fraction -= perSecond;
    }
    try {
      return Math.addExact(Math.multiplyExact(second, perSecond), fraction);
    } catch (ArithmeticException e) {
      throw new HeddleException(
          ErrorCode.NUMERIC_OVERFLOW,
          "Cannot hold " + value + " as " + type.sqlName() + ": it is outside of its range",
          e);
    }
  }
}
