package dev.heddle.frame.schema;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Converts values that users hand in to exactly the class that their column's type has: what {@link
 * dev.heddle.frame.Row#value} gives. Stateless.
 */
public final class JavaValues {
  /** No decimal type has a number with more digits than that before or after the point. */
  private static final int MAX_EXPONENT = 1_000;

  private JavaValues() {}

  /** Returns the value as a column of the field holds it; fails if it does not fit there. */
  public static @Nullable Object checked(@Nullable Object value, Field field, long row) {
    if (value == null) {
      if (!field.nullable()) {
        throw bad(field, row, "it is null, but the column is not nullable");
      }
      return null;
    }
    Object converted = convertedOrNull(value, field.type());
    if (converted == null) {
      String problem = value + " (" + value.getClass().getSimpleName() + ") is no ";
      throw bad(field, row, problem + field.type().sqlName());
    }
    return converted;
  }

  /** Returns the value as a column of the type holds it, null if it does not fit there. */
  public static @Nullable Object convertedOrNull(Object value, DataType type) {
    try {
      return converted(value, type);
    } catch (ArithmeticException | HeddleException e) {
      return null;
    }
  }

  private static HeddleException bad(Field field, long row, String problem) {
    return new HeddleException(
        ErrorCode.INVALID_ARGUMENT,
        "Cannot take row " + row + ", column \"" + field.name() + "\": " + problem);
  }

  private static @Nullable Object converted(Object value, DataType type) {
    return switch (type) {
      case DataType.Bool t -> value instanceof Boolean ? value : null;
      case DataType.Int8 t -> isWhole(value) ? exactByte(((Number) value).longValue()) : null;
      case DataType.Int16 t -> isWhole(value) ? exactShort(((Number) value).longValue()) : null;
      case DataType.Int32 t ->
          isWhole(value) ? (Object) Math.toIntExact(((Number) value).longValue()) : null;
      case DataType.Int64 t -> isWhole(value) ? (Object) ((Number) value).longValue() : null;
      case DataType.Float32 t -> value instanceof Float ? value : null;
      case DataType.Float64 t ->
          value instanceof Double || value instanceof Float
              ? (Object) ((Number) value).doubleValue()
              : null;
      case DataType.Decimal t -> decimal(value, t);
      case DataType.Str t -> text(value);
      case DataType.Binary t -> value instanceof byte[] ? value : null;
      case DataType.Int128 t -> whole(value) instanceof BigInteger v && t.holds(v) ? v : null;
      case DataType.Unsigned t -> unsigned(value, t);
      case DataType.Enumeration t -> value instanceof String s && t.labels().contains(s) ? s : null;
      case DataType.Json t -> value instanceof String ? value : null;
      case DataType.Uuid t -> value instanceof UUID ? value : null;
      case DataType.Date t ->
          value instanceof LocalDate v && (int) v.toEpochDay() == v.toEpochDay() ? v : null;
      case DataType.Time t ->
          value instanceof LocalTime v ? v.truncatedTo(ChronoUnit.MICROS) : null;
      case DataType.Timestamp t -> timestamp(value, t);
      case DataType.Interval t -> interval(value);
      case DataType.ListOf t -> value instanceof Iterable<?> list ? list(list, t) : null;
      case DataType.Struct t -> value instanceof Map<?, ?> struct ? struct(struct, t) : null;
      case DataType.MapOf t -> value instanceof Map<?, ?> map ? map(map, t) : null;
      case DataType.Null t -> null;
    };
  }

  private static @Nullable Object list(Iterable<?> values, DataType.ListOf type) {
    List<@Nullable Object> list = new ArrayList<>();
    for (Object value : values) {
      Object element = value == null ? null : converted(value, type.element());
      if (value != null && element == null) {
        return null;
      }
      list.add(element);
    }
    return list;
  }

  private static @Nullable Object struct(Map<?, ?> values, DataType.Struct type) {
    if (!type.names().containsAll(values.keySet())) {
      return null;
    }
    Map<String, @Nullable Object> struct = new LinkedHashMap<>();
    for (Field field : type.fields()) {
      Object value = values.get(field.name());
      Object converted = value == null ? null : converted(value, field.type());
      if (value != null && converted == null) {
        return null;
      }
      struct.put(field.name(), converted);
    }
    return struct;
  }

  private static @Nullable Object map(Map<?, ?> values, DataType.MapOf type) {
    Map<Object, @Nullable Object> map = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : values.entrySet()) {
      Object key = entry.getKey() == null ? null : converted(entry.getKey(), type.key());
      Object value = entry.getValue() == null ? null : converted(entry.getValue(), type.value());
      if (key == null || (entry.getValue() != null && value == null)) {
        return null;
      }
      map.put(key, value);
    }
    return map;
  }

  private static boolean isWhole(Object value) {
    return value instanceof Integer
        || value instanceof Long
        || value instanceof Short
        || value instanceof Byte;
  }

  private static @Nullable Object unsigned(Object value, DataType.Unsigned type) {
    BigInteger number = whole(value);
    return number == null || !type.holds(number) ? null : unsignedObject(number, type);
  }

  private static @Nullable BigInteger whole(Object value) {
    return switch (value) {
      case BigInteger large -> large;
      case Object other when isWhole(other) -> BigInteger.valueOf(((Number) other).longValue());
      default -> null;
    };
  }

  private static Object unsignedObject(BigInteger value, DataType.Unsigned type) {
    return switch (type.bits()) {
      case 8 -> value.shortValueExact();
      case 16 -> value.intValueExact();
      case 32 -> value.longValueExact();
      default -> value;
    };
  }

  private static @Nullable Object exactByte(long value) {
    return (byte) value == value ? (Object) (byte) value : null;
  }

  private static @Nullable Object exactShort(long value) {
    return (short) value == value ? (Object) (short) value : null;
  }

  private static @Nullable Object decimal(Object value, DataType.Decimal type) {
    BigDecimal number;
    if (value instanceof BigDecimal exact) {
      number = exact;
    } else if (value instanceof BigInteger whole) {
      number = new BigDecimal(whole);
    } else if (isWhole(value)) {
      number = BigDecimal.valueOf(((Number) value).longValue());
    } else {
      return null;
    }
    if (Math.abs((long) number.scale()) > MAX_EXPONENT) {
      return null;
    }
    BigDecimal scaled = number.setScale(type.scale(), RoundingMode.UNNECESSARY);
    return scaled.precision() <= type.precision() ? scaled : null;
  }

  private static @Nullable Object timestamp(Object value, DataType.Timestamp type) {
    boolean isMicros = type.unit() == TimestampUnit.MICROS;
    if (type.withZone()) {
      Instant instant =
          switch (value) {
            case Instant v -> v;
            case OffsetDateTime v -> v.toInstant();
            case ZonedDateTime v -> v.toInstant();
            default -> null;
          };
      if (instant == null || !type.hasSecond(instant.getEpochSecond())) {
        return null;
      }
      return isMicros ? instant.truncatedTo(ChronoUnit.MICROS) : instant;
    }
    if (!(value instanceof LocalDateTime local)) {
      return null;
    }
    if (!type.hasSecond(local.toEpochSecond(ZoneOffset.UTC))) {
      return null;
    }
    return isMicros ? local.truncatedTo(ChronoUnit.MICROS) : local;
  }

  private static @Nullable CalendarInterval interval(Object value) {
    CalendarInterval interval =
        switch (value) {
          case CalendarInterval v -> v;
          case Duration v -> CalendarInterval.of(v);
          case Period v -> CalendarInterval.of(v);
          default -> null;
        };
    return interval != null && interval.isStorable() ? interval : null;
  }

  private static @Nullable String text(Object value) {
    return switch (value) {
      case String v -> v;
      case Character v -> v.toString();
      case UUID v -> v.toString();
      case Enum<?> v -> v.name();
      default -> null;
    };
  }

  /** Returns a checked value as the class that a literal of its type holds. */
  public static @Nullable Object literalValue(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Byte v -> (long) v;
      case Short v -> (long) v;
      case Integer v -> (long) v;
      case byte[] v -> Bytes.copyOf(v);
      default -> value;
    };
  }
}
