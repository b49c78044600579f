package dev.heddle.frame;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The map between the generic types of record components and column types: lists, sets and other
 * collections are lists, maps are maps, records are structs.
 */
final class RecordValues {
  private RecordValues() {}

  /**
   * Returns the column type of a component's type, null if it has none.
   *
   * @param samples the values there are, to find the scale of decimals
   */
  static @Nullable DataType columnType(Type javaType, Supplier<Stream<Object>> samples) {
    Class<?> raw = raw(javaType);
    if (raw == BigDecimal.class) {
      int most = DataType.Decimal.MAX_PRECISION;
      int scale = samples.get().mapToInt(v -> ((BigDecimal) v).scale()).max().orElse(0);
      return new DataType.Decimal(most, Math.clamp(scale, 0, most));
    }
    if (Iterable.class.isAssignableFrom(raw) && argument(javaType, 0, 1) != null) {
      DataType element =
          columnType(argument(javaType, 0, 1), () -> samples.get().flatMap(RecordValues::elements));
      return element == null ? null : new DataType.ListOf(element);
    }
    if (Map.class.isAssignableFrom(raw) && argument(javaType, 1, 2) != null) {
      DataType key =
          columnType(
              argument(javaType, 0, 2),
              () -> samples.get().flatMap(map -> elements(((Map<?, ?>) map).keySet())));
      DataType value =
          columnType(
              argument(javaType, 1, 2),
              () -> samples.get().flatMap(map -> elements(((Map<?, ?>) map).values())));
      return key == null || value == null ? null : new DataType.MapOf(key, value);
    }
    return raw.isRecord() ? struct(raw, samples) : RecordTypes.columnType(raw);
  }

  private static @Nullable DataType struct(Class<?> raw, Supplier<Stream<Object>> samples) {
    List<Field> fields = new ArrayList<>();
    for (RecordComponent component : raw.getRecordComponents()) {
      DataType type =
          columnType(
              component.getGenericType(),
              () ->
                  samples
                      .get()
                      .map(record -> read(component, record))
                      .filter(Objects::nonNull)
                      .map(Object.class::cast));
      if (type == null) {
        return null;
      }
      fields.add(Field.of(component.getName(), type));
    }
    return fields.isEmpty() ? null : new DataType.Struct(fields);
  }

  private static Stream<Object> elements(Object values) {
    return StreamSupport.stream(((Iterable<?>) values).spliterator(), false)
        .filter(Objects::nonNull)
        .map(Object.class::cast);
  }

  private static Class<?> raw(Type type) {
    return switch (type) {
      case Class<?> plain -> plain;
      case ParameterizedType generic -> (Class<?>) generic.getRawType();
      case WildcardType wildcard -> raw(wildcard.getUpperBounds()[0]);
      default -> Object.class;
    };
  }

  /** Returns a type argument, null if there are not so many as wanted. */
  private static @Nullable Type argument(Type type, int index, int count) {
    return switch (type) {
      case ParameterizedType generic when generic.getActualTypeArguments().length == count ->
          generic.getActualTypeArguments()[index];
      case WildcardType wildcard -> argument(wildcard.getUpperBounds()[0], index, count);
      default -> null;
    };
  }

  /** Returns a record's component. */
  static @Nullable Object read(RecordComponent component, Object record) {
    try {
      component.getAccessor().trySetAccessible();
      return component.getAccessor().invoke(record);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT, "Cannot read record component " + component.getName(), e);
    }
  }

  /** Returns a component's value as {@link Row#value} gives it: enums by name, records as maps. */
  static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Enum<?> constant -> constant.name();
      case Record record -> {
        Map<String, @Nullable Object> struct = new LinkedHashMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
          struct.put(component.getName(), plain(read(component, record)));
        }
        yield struct;
      }
      case Map<?, ?> map -> {
        Map<@Nullable Object, @Nullable Object> plain = new LinkedHashMap<>();
        map.forEach((key, entry) -> plain.put(plain(key), plain(entry)));
        yield plain;
      }
      case Iterable<?> list -> {
        List<@Nullable Object> plain = new ArrayList<>();
        list.forEach(element -> plain.add(plain(element)));
        yield plain;
      }
      default -> value;
    };
  }

  /** Returns whether a component takes every value of the type, but for nulls. */
  static boolean takes(Type javaType, DataType type) {
    Class<?> raw = raw(javaType);
    return switch (type) {
      case DataType.ListOf(DataType element) ->
          raw == Object.class
              || (raw.isAssignableFrom(collection(raw))
                  && argument(javaType, 0, 1) != null
                  && takes(argument(javaType, 0, 1), element));
      case DataType.MapOf map ->
          raw == Object.class
              || (raw == Map.class
                  && argument(javaType, 1, 2) != null
                  && takes(argument(javaType, 0, 2), map.key())
                  && takes(argument(javaType, 1, 2), map.value()));
      case DataType.Struct struct ->
          raw == Object.class || (raw.isRecord() && takesFields(raw, struct));
      default -> RecordTypes.takes(raw, type);
    };
  }

  private static Class<?> collection(Class<?> raw) {
    return raw.isAssignableFrom(List.class) || !raw.isAssignableFrom(Set.class)
        ? List.class
        : Set.class;
  }

  private static boolean takesFields(Class<?> raw, DataType.Struct struct) {
    for (RecordComponent component : raw.getRecordComponents()) {
      int at = field(component.getName(), struct);
      if (at < 0 || !takes(component.getGenericType(), struct.fields().get(at).type())) {
        return false;
      }
    }
    return raw.getRecordComponents().length > 0;
  }

  /** Returns the field of the name, or the only one equal but for case and underscores, or -1. */
  private static int field(String component, DataType.Struct struct) {
    if (struct.indexOf(component) >= 0) {
      return struct.indexOf(component);
    }
    int found = -1;
    for (int i = 0; i < struct.fields().size(); i++) {
      if (bare(struct.fields().get(i).name()).equals(bare(component))) {
        if (found >= 0) {
          return -1;
        }
        found = i;
      }
    }
    return found;
  }

  private static String bare(String name) {
    return name.replace("_", "").toLowerCase(Locale.ROOT);
  }

  /** Returns a value as the component's class; only for pairs that {@link #takes} accepts. */
  static Object converted(Object value, Type javaType, DataType type) {
    Class<?> raw = raw(javaType);
    if (raw == Object.class) {
      return value;
    }
    return switch (type) {
      case DataType.ListOf(DataType element) -> {
        Type elementType = argument(javaType, 0, 1);
        Collection<@Nullable Object> made =
            collection(raw) == Set.class ? new LinkedHashSet<>() : new ArrayList<>();
        for (Object one : (List<?>) value) {
          made.add(one == null ? null : converted(one, elementType, element));
        }
        yield made;
      }
      case DataType.MapOf map -> {
        Map<Object, @Nullable Object> made = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
          Object one = entry.getValue();
          made.put(
              converted(entry.getKey(), argument(javaType, 0, 2), map.key()),
              one == null ? null : converted(one, argument(javaType, 1, 2), map.value()));
        }
        yield made;
      }
      case DataType.Struct struct -> record((Map<?, ?>) value, raw, struct);
      default -> RecordTypes.converted(value, raw);
    };
  }

  private static Object record(Map<?, ?> values, Class<?> raw, DataType.Struct struct) {
    RecordComponent[] components = raw.getRecordComponents();
    @Nullable Object[] arguments = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      Field field = struct.fields().get(field(components[i].getName(), struct));
      Object value = values.get(field.name());
      if (value == null && components[i].getType().isPrimitive()) {
        throw new HeddleException(
            ErrorCode.INVALID_CAST,
            "Cannot read a struct as "
                + raw.getSimpleName()
                + ": field \""
                + field.name()
                + "\" is null, but component "
                + components[i].getName()
                + " is a "
                + components[i].getType()
                + "; use its boxed class");
      }
      arguments[i] =
          value == null ? null : converted(value, components[i].getGenericType(), field.type());
    }
    return create(raw, components, arguments);
  }

  private static Object create(
      Class<?> raw, RecordComponent[] components, @Nullable Object[] arguments) {
    try {
      Constructor<?> constructor =
          raw.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      constructor.trySetAccessible();
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException thrown) {
        throw thrown;
      }
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT, "Cannot make a record of " + raw.getName(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot make records of " + raw.getName() + ": make the record public",
          e);
    }
  }
}
