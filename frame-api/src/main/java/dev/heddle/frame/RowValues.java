package dev.heddle.frame;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes objects of a column's values, as {@link Row#value} describes. */
final class RowValues {
  private static final long NANOS_PER_MICRO = 1_000;
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private RowValues() {}

  /**
   * Returns the value at a row of a column.
   *
   * @throws UnfitValueException if the class has no such value
   */
  static @Nullable Object of(ResultColumn values, int row) {
    if (values.isNull(row)) {
      return null;
    }
    return switch (values.type()) {
      case DataType.Bool t -> values.booleanValue(row);
      case DataType.Int8 t -> (byte) values.longValue(row);
      case DataType.Int16 t -> (short) values.longValue(row);
      case DataType.Int32 t -> (int) values.longValue(row);
      case DataType.Int64 t -> values.longValue(row);
      case DataType.Float32 t -> (float) values.doubleValue(row);
      case DataType.Float64 t -> values.doubleValue(row);
      case DataType.Decimal t -> values.decimalValue(row);
      case DataType.Str t -> values.textValue(row);
      case DataType.Unsigned t when t.bits() == 8 -> (short) values.longValue(row);
      case DataType.Unsigned t when t.bits() == 16 -> (int) values.longValue(row);
      case DataType.Unsigned t when t.bits() == 32 -> values.longValue(row);
      case DataType.Unsigned t -> values.decimalValue(row).toBigIntegerExact();
      case DataType.Int128 t -> values.decimalValue(row).toBigIntegerExact();
      case DataType.Json t -> values.textValue(row);
      case DataType.Enumeration t -> values.textValue(row);
      case DataType.Binary t -> values.binaryValue(row);
      case DataType.Uuid t -> values.uuidValue(row);
      case DataType.Date t -> LocalDate.ofEpochDay(values.longValue(row));
      case DataType.Time t -> time(values.longValue(row));
      case DataType.Timestamp t -> timestamp(values.longValue(row), t);
      case DataType.Interval t -> values.intervalValue(row);
      case DataType.ListOf t -> list(values, row);
      case DataType.Struct t -> struct(values, row, t);
      case DataType.MapOf t -> map(values, row);
      case DataType.Null t -> null;
    };
  }

  private static LocalTime time(long micros) {
    if (micros < 0 || micros >= MICROS_PER_DAY) {
      throw new UnfitValueException(
          "the time "
              + micros
              + " (microseconds since midnight) is outside of the day; ResultColumn.longValue"
              + " reads it as a number");
    }
    return LocalTime.ofNanoOfDay(micros * NANOS_PER_MICRO);
  }

  private static List<@Nullable Object> list(ResultColumn values, int row) {
    ResultColumn elements = values.child(0);
    int start = values.listStart(row);
    int length = values.listLength(row);
    List<@Nullable Object> list = new ArrayList<>(length);
    for (int i = 0; i < length; i++) {
      list.add(of(elements, start + i));
    }
    return Collections.unmodifiableList(list);
  }

  private static Map<String, @Nullable Object> struct(
      ResultColumn values, int row, DataType.Struct type) {
    Map<String, @Nullable Object> struct = new LinkedHashMap<>();
    for (int i = 0; i < type.fields().size(); i++) {
      struct.put(type.fields().get(i).name(), of(values.child(i), row));
    }
    return Collections.unmodifiableMap(struct);
  }

  private static Map<@Nullable Object, @Nullable Object> map(ResultColumn values, int row) {
    ResultColumn keys = values.child(0).child(0);
    ResultColumn mapped = values.child(0).child(1);
    int start = values.listStart(row);
    Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = start; i < start + values.listLength(row); i++) {
      map.put(of(keys, i), of(mapped, i));
    }
    return Collections.unmodifiableMap(map);
  }

  private static Object timestamp(long steps, DataType.Timestamp type) {
    long perSecond = type.unit().perSecond();
    long seconds = Math.floorDiv(steps, perSecond);
    long fraction = Math.floorMod(steps, perSecond);
    int nanos = (int) (type.unit() == TimestampUnit.MICROS ? fraction * NANOS_PER_MICRO : fraction);
    return type.withZone()
        ? Instant.ofEpochSecond(seconds, nanos)
        : LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);
  }
}
