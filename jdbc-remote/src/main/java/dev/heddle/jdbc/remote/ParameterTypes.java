package dev.heddle.jdbc.remote;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.CalendarInterval;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.jspecify.annotations.Nullable;

/** Finds the types of vectors that hold values. Stateless. */
final class ParameterTypes {
  private static final int DECIMAL_BITS = 256;
  private static final int MAX_DIGITS = 76;
  private static final long NANOS_PER_MICRO = 1_000;

  private ParameterTypes() {}

  /** What values have in common. */
  private enum Family {
    BOOLEAN,
    INTEGER,
    DECIMAL,
    REAL,
    DOUBLE,
    TEXT,
    BINARY,
    DATE,
    TIME,
    TIMESTAMP,
    INSTANT,
    INTERVAL,
    LIST,
    MAP
  }

  /**
   * Returns a field that holds values, of which some may be null.
   *
   * @throws HeddleException {@code INVALID_ARGUMENT} if they have no type in common
   */
  static Field field(String name, Collection<? extends @Nullable Object> values) {
    Family common = null;
    List<Object> known = new ArrayList<>();
    for (Object value : values) {
      if (value != null) {
        Family family = family(name, value);
        common = common == null ? family : common(name, common, family);
        known.add(value);
      }
    }
    if (common == null) {
      return Field.nullable(name, ArrowType.Null.INSTANCE);
    }
    return switch (common) {
      case LIST -> list(name, known);
      case MAP -> map(name, known);
      default -> Field.nullable(name, flat(name, common, known));
    };
  }

  private static Family family(String name, Object value) {
    return switch (value) {
      case Boolean _ -> Family.BOOLEAN;
      case Byte _, Short _, Integer _, Long _ -> Family.INTEGER;
      case BigDecimal _, BigInteger _ -> Family.DECIMAL;
      case Float _ -> Family.REAL;
      case Double _ -> Family.DOUBLE;
      case String _, Character _, UUID _ -> Family.TEXT;
      case byte[] _ -> Family.BINARY;
      case LocalDate _ -> Family.DATE;
      case LocalTime _ -> Family.TIME;
      case LocalDateTime _ -> Family.TIMESTAMP;
      case Instant _, OffsetDateTime _, ZonedDateTime _ -> Family.INSTANT;
      case CalendarInterval _, Period _, Duration _ -> Family.INTERVAL;
      case Map<?, ?> _ -> Family.MAP;
      case Collection<?> _ -> Family.LIST;
      case Object array when array.getClass().isArray() -> Family.LIST;
      default ->
          throw new HeddleException(
              ErrorCode.INVALID_ARGUMENT,
              "Cannot bind parameter "
                  + name
                  + ": "
                  + value
                  + " ("
                  + value.getClass().getName()
                  + ") is of no type of SQL; give a number, text, time or a list or map of them");
    };
  }

  private static Family common(String name, Family one, Family other) {
    if (one == other) {
      return one;
    }
    Set<Family> both = Set.of(one, other);
    if (Set.of(Family.INTEGER, Family.DECIMAL).containsAll(both)) {
      return Family.DECIMAL;
    }
    if (Set.of(Family.INTEGER, Family.DECIMAL, Family.REAL, Family.DOUBLE).containsAll(both)) {
      return Family.DOUBLE;
    }
    throw new HeddleException(
        ErrorCode.INVALID_ARGUMENT,
        "Cannot bind parameter "
            + name
            + ": its elements are "
            + one.name().toLowerCase(Locale.ROOT)
            + " and "
            + other.name().toLowerCase(Locale.ROOT)
            + "; give elements of one type");
  }

  private static ArrowType flat(String name, Family family, List<Object> values) {
    return switch (family) {
      case BOOLEAN -> ArrowType.Bool.INSTANCE;
      case INTEGER -> new ArrowType.Int(Long.SIZE, true);
      case DECIMAL -> decimal(name, values);
      case REAL -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case TEXT -> ArrowType.Utf8.INSTANCE;
      case BINARY -> ArrowType.Binary.INSTANCE;
      case DATE -> new ArrowType.Date(DateUnit.DAY);
      case TIME -> new ArrowType.Time(TimeUnit.NANOSECOND, Long.SIZE);
      case TIMESTAMP -> new ArrowType.Timestamp(unit(values), null);
      case INSTANT -> new ArrowType.Timestamp(unit(values), "UTC");
      case INTERVAL -> new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO);
      case LIST, MAP -> throw new IllegalStateException("No flat type: " + family);
    };
  }

  private static ArrowType decimal(String name, List<Object> values) {
    int whole = 1;
    int scale = 0;
    for (Object value : values) {
      BigDecimal decimal = ParameterVectors.decimal(value);
      scale = Math.max(scale, decimal.scale());
      whole = Math.max(whole, decimal.precision() - decimal.scale());
    }
    if (whole + scale > MAX_DIGITS) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot bind parameter "
              + name
              + ": it has "
              + (whole + scale)
              + " digits, where "
              + MAX_DIGITS
              + " are the most");
    }
    return new ArrowType.Decimal(whole + scale, scale, DECIMAL_BITS);
  }

  /** Returns microseconds, which hold all years, unless values are finer. */
  private static TimeUnit unit(List<Object> values) {
    return values.stream()
            .anyMatch(v -> ParameterVectors.instant(v).getNano() % NANOS_PER_MICRO != 0)
        ? TimeUnit.NANOSECOND
        : TimeUnit.MICROSECOND;
  }

  /** Returns the elements of a list or an array. */
  static Collection<?> elements(Object list) {
    if (list instanceof Collection<?> collection) {
      return collection;
    }
    List<@Nullable Object> elements = new ArrayList<>();
    for (int i = 0; i < Array.getLength(list); i++) {
      elements.add(Array.get(list, i));
    }
    return elements;
  }

  private static Field list(String name, List<Object> lists) {
    List<@Nullable Object> all = new ArrayList<>();
    lists.forEach(list -> all.addAll(elements(list)));
    return new Field(
        name, FieldType.nullable(ArrowType.List.INSTANCE), List.of(field("item", all)));
  }

  /** Returns a struct where all keys are names, which the server takes for maps too. */
  private static Field map(String name, List<Object> maps) {
    Map<Object, List<@Nullable Object>> parts = new LinkedHashMap<>();
    List<@Nullable Object> values = new ArrayList<>();
    for (Object map : maps) {
      ((Map<?, ?>) map)
          .forEach(
              (key, value) -> {
                parts.computeIfAbsent(key, _ -> new ArrayList<>()).add(value);
                values.add(value);
              });
    }
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    boolean isStruct =
        !parts.isEmpty()
            && parts.keySet().stream().allMatch(key -> key instanceof String s && names.add(s));
    if (isStruct) {
      List<Field> fields = new ArrayList<>();
      parts.forEach((key, each) -> fields.add(field(key.toString(), each)));
      return new Field(name, FieldType.nullable(ArrowType.Struct.INSTANCE), fields);
    }
    Field key = field(MapVector.KEY_NAME, parts.keySet());
    Field entries =
        new Field(
            MapVector.DATA_VECTOR_NAME,
            FieldType.notNullable(ArrowType.Struct.INSTANCE),
            List.of(
                new Field(key.getName(), FieldType.notNullable(key.getType()), key.getChildren()),
                field(MapVector.VALUE_NAME, values)));
    return new Field(name, FieldType.nullable(new ArrowType.Map(false)), List.of(entries));
  }
}
