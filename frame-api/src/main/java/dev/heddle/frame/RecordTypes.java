package dev.heddle.frame;

import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The map between the classes of record components and column types. */
final class RecordTypes {
  private static final Map<Class<?>, DataType> COLUMN_TYPES =
      Map.ofEntries(
          Map.entry(boolean.class, DataType.BOOL),
          Map.entry(Boolean.class, DataType.BOOL),
          Map.entry(byte.class, DataType.INT8),
          Map.entry(Byte.class, DataType.INT8),
          Map.entry(short.class, DataType.INT16),
          Map.entry(Short.class, DataType.INT16),
          Map.entry(int.class, DataType.INT32),
          Map.entry(Integer.class, DataType.INT32),
          Map.entry(long.class, DataType.INT64),
          Map.entry(Long.class, DataType.INT64),
          Map.entry(float.class, DataType.FLOAT32),
          Map.entry(Float.class, DataType.FLOAT32),
          Map.entry(double.class, DataType.FLOAT64),
          Map.entry(Double.class, DataType.FLOAT64),
          Map.entry(String.class, DataType.STRING),
          Map.entry(byte[].class, DataType.BINARY),
          Map.entry(LocalDate.class, DataType.DATE),
          Map.entry(LocalTime.class, DataType.TIME),
          Map.entry(LocalDateTime.class, DataType.TIMESTAMP),
          Map.entry(Instant.class, DataType.TIMESTAMP_TZ),
          Map.entry(OffsetDateTime.class, DataType.TIMESTAMP_TZ),
          Map.entry(ZonedDateTime.class, DataType.TIMESTAMP_TZ),
          Map.entry(CalendarInterval.class, DataType.INTERVAL),
          Map.entry(Duration.class, DataType.INTERVAL),
          Map.entry(Period.class, DataType.INTERVAL),
          Map.entry(BigInteger.class, DataType.INT128),
          Map.entry(char.class, DataType.STRING),
          Map.entry(Character.class, DataType.STRING),
          Map.entry(UUID.class, DataType.UUID));

  private static final int MAX_DIGITS = 19;
  private static final int UUID_TEXT_LENGTH = 36;

  private static final Component[] NONE = {};

  private static final ClassValue<Component[]> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected Component[] computeValue(Class<?> type) {
          return type.isRecord() ? ofRecord(type) : ofConstructor(type);
        }
      };

  private RecordTypes() {}

  /**
   * A part of a record, or of an object that has the shape of one, as those of Scala's case classes
   * have: a class with one public constructor, each of whose parameters has an accessor of its name
   * and type.
   *
   * @param accessor gives its value
   */
  record Component(String name, Class<?> type, Type genericType, Method accessor) {}

  /** Returns the components of a class in the order of its constructor; none of most classes. */
  static Component[] components(Class<?> type) {
    return COMPONENTS.get(type).clone();
  }

  /** Returns whether objects of a class are made of components. */
  static boolean hasComponents(Class<?> type) {
    return COMPONENTS.get(type).length > 0;
  }

  private static Component[] ofRecord(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .map(c -> new Component(c.getName(), c.getType(), c.getGenericType(), c.getAccessor()))
        .toArray(Component[]::new);
  }

  private static Component[] ofConstructor(Class<?> type) {
    boolean isPlain =
        !type.isPrimitive()
            && !type.isArray()
            && !type.isEnum()
            && !type.getName().startsWith("java.")
            && !COLUMN_TYPES.containsKey(type)
            && !Modifier.isAbstract(type.getModifiers());
    Constructor<?>[] constructors = isPlain ? type.getConstructors() : new Constructor<?>[0];
    if (constructors.length != 1) {
      return NONE;
    }
    Parameter[] parameters = constructors[0].getParameters();
    List<String> names = names(type, parameters);
    Component[] components = new Component[names.size()];
    for (int i = 0; i < components.length; i++) {
      try {
        Method accessor = type.getMethod(names.get(i));
        if (accessor.getReturnType() != parameters[i].getType()
            || Modifier.isStatic(accessor.getModifiers())) {
          return NONE;
        }
        components[i] =
            new Component(
                names.get(i), parameters[i].getType(), accessor.getGenericReturnType(), accessor);
      } catch (NoSuchMethodException e) {
        return NONE;
      }
    }
    return components;
  }

  /** Returns the parameters' names, which are those of the first fields if none are recorded. */
  private static List<String> names(Class<?> type, Parameter[] parameters) {
    List<String> names = new ArrayList<>();
    if (Arrays.stream(parameters).allMatch(Parameter::isNamePresent)) {
      Arrays.stream(parameters).forEach(parameter -> names.add(parameter.getName()));
      return names;
    }
    for (java.lang.reflect.Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && names.size() < parameters.length) {
        names.add(field.getName());
      }
    }
    return names.size() == parameters.length ? names : List.of();
  }

  /** Returns the column type of a class other than BigDecimal, null if it has none. */
  static @Nullable DataType columnType(Class<?> javaType) {
    return javaType.isEnum() ? DataType.STRING : COLUMN_TYPES.get(javaType);
  }

  /** Returns the class itself, of a primitive the class of its objects. */
  @SuppressWarnings("unchecked") // a primitive's class has the type of its objects
  static <T> Class<T> boxed(Class<T> javaType) {
    return (Class<T>) MethodType.methodType(javaType).wrap().returnType();
  }

  /**
   * Returns whether a component of the class takes values of the type. Those that do not fit, such
   * as an integer that is too large, are found row by row.
   */
  static boolean takes(Class<?> javaType, DataType type) {
    if (javaType == Object.class || type instanceof DataType.Null) {
      return true;
    }
    Class<?> boxed = boxed(javaType);
    if (boxed == BigDecimal.class || boxed == Number.class) {
      return boxed == Number.class
          ? TypeCoercion.signed(type).isNumeric()
          : type instanceof DataType.Decimal || type instanceof DataType.Unsigned || type.isWhole();
    }
    if (boxed == UUID.class) {
      return type instanceof DataType.Uuid
          || type instanceof DataType.Str
          || type instanceof DataType.Binary;
    }
    if (boxed == String.class && type instanceof DataType.Json) {
      return true;
    }
    if (type instanceof DataType.Enumeration) {
      return boxed == String.class || boxed.isEnum();
    }
    DataType own = columnType(boxed);
    return switch (own) {
      case null -> false;
      case DataType.Int8 _, DataType.Int16 _, DataType.Int32 _, DataType.Int64 _ -> isWhole(type);
      case DataType.Int128 _ -> isWhole(type);
      case DataType.Float64 _ -> TypeCoercion.signed(type).isNumeric();
      case DataType.Float32 _ ->
          type.isInteger() || type.isFloat() || type instanceof DataType.Unsigned;
      case DataType.Timestamp t ->
          type instanceof DataType.Timestamp other && other.withZone() == t.withZone();
      default -> own.equals(type);
    };
  }

  private static boolean isWhole(DataType type) {
    return type.isWhole()
        || type instanceof DataType.Unsigned
        || (type instanceof DataType.Decimal decimal && decimal.scale() == 0);
  }

  /**
   * Returns a column's value as the class of the component; only for pairs that {@link #takes}
   * accepts.
   *
   * @throws UnfitValueException if the class has no such value
   */
  static Object converted(Object value, Class<?> javaType) {
    if (javaType.isEnum()) {
      return enumConstant(javaType, (String) value);
    }
    Class<?> wanted = boxed(javaType);
    return switch (value) {
      case BigInteger large when wanted != Number.class -> number(new BigDecimal(large), wanted);
      case Number number when wanted != Number.class -> number(number, wanted);
      case String text when wanted == UUID.class -> uuid(text);
      case String text when wanted == Character.class -> character(text);
      case byte[] bytes when wanted == UUID.class -> uuid(bytes);
      case CalendarInterval interval when wanted == Duration.class -> duration(interval);
      case CalendarInterval interval when wanted == Period.class -> period(interval);
      case Instant instant when wanted == OffsetDateTime.class -> instant.atOffset(ZoneOffset.UTC);
      case Instant instant when wanted == ZonedDateTime.class -> instant.atZone(ZoneOffset.UTC);
      default -> value;
    };
  }

  private static Object number(Number value, Class<?> wanted) {
    if (wanted == Double.class) {
      return value instanceof Long whole ? exact(whole, "DOUBLE") : value.doubleValue();
    }
    if (wanted == Float.class) {
      return single(value);
    }
    if (wanted == BigDecimal.class) {
      return value instanceof BigDecimal ? value : BigDecimal.valueOf(value.longValue());
    }
    if (wanted == BigInteger.class) {
      return value instanceof BigDecimal decimal
          ? decimal.toBigInteger()
          : BigInteger.valueOf(value.longValue());
    }
    long whole = value instanceof BigDecimal decimal ? whole(decimal, "BIGINT") : value.longValue();
    if (wanted == Integer.class) {
      return (int) inRange(whole, Integer.MIN_VALUE, Integer.MAX_VALUE, "INTEGER");
    }
    if (wanted == Short.class) {
      return (short) inRange(whole, Short.MIN_VALUE, Short.MAX_VALUE, "SMALLINT");
    }
    if (wanted == Byte.class) {
      return (byte) inRange(whole, Byte.MIN_VALUE, Byte.MAX_VALUE, "TINYINT");
    }
    return whole;
  }

  private static long inRange(long value, long min, long max, String type) {
    if (value < min || value > max) {
      throw new UnfitValueException(value, type);
    }
    return value;
  }

  /** Returns a decimal without fraction as an integer. */
  static long whole(BigDecimal value, String wanted) {
    if (value.precision() - value.scale() > MAX_DIGITS || value.toBigInteger().bitLength() > 63) {
      throw new UnfitValueException(value, wanted);
    }
    return value.longValue();
  }

  private static double exact(long value, String wanted) {
    double nearest = value;
    if (nearest == 0x1p63 || (long) nearest != value) {
      throw new UnfitValueException(value, "exact " + wanted);
    }
    return nearest;
  }

  private static float single(Number value) {
    double number = value instanceof Long whole ? exact(whole, "REAL") : value.doubleValue();
    float nearest = (float) number;
    if (Double.compare(nearest, number) != 0) {
      throw new UnfitValueException(value, "exact REAL");
    }
    return nearest;
  }

  private static Character character(String text) {
    if (text.length() != 1) {
      throw new UnfitValueException('"' + text + '"', "single character");
    }
    return text.charAt(0);
  }

  private static UUID uuid(String text) {
    try {
      UUID uuid = UUID.fromString(text);
      if (text.length() == UUID_TEXT_LENGTH) {
        return uuid;
      }
    } catch (IllegalArgumentException e) {
      throw new UnfitValueException('"' + text + '"', "UUID");
    }
    throw new UnfitValueException('"' + text + '"', "UUID");
  }

  private static UUID uuid(byte[] bytes) {
    if (bytes.length != 2 * Long.BYTES) {
      throw new UnfitValueException("a value of " + bytes.length + " bytes", "UUID");
    }
    ByteBuffer words = ByteBuffer.wrap(bytes);
    return new UUID(words.getLong(), words.getLong());
  }

  private static Duration duration(CalendarInterval interval) {
    if (interval.months() != 0) {
      throw new UnfitValueException(interval, "Duration: months have no fixed length");
    }
    return Duration.ofDays(interval.days()).plus(interval.micros(), ChronoUnit.MICROS);
  }

  private static Period period(CalendarInterval interval) {
    if (interval.micros() != 0) {
      throw new UnfitValueException(interval, "Period: it has a part of less than a day");
    }
    return Period.of(0, interval.months(), interval.days());
  }

  private static Object enumConstant(Class<?> javaType, String name) {
    for (Object constant : javaType.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw new UnfitValueException('"' + name + '"', "constant of " + javaType.getSimpleName());
  }
}
