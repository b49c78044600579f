package dev.heddle.frame;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
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
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
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
    return columnType(javaType, samples, List.of());
  }

  private static @Nullable DataType columnType(
      Type javaType, Supplier<Stream<Object>> samples, List<Class<?>> around) {
    Class<?> raw = raw(javaType);
    if (raw == BigDecimal.class) {
      int most = DataType.Decimal.MAX_PRECISION;
      int scale = samples.get().mapToInt(v -> ((BigDecimal) v).scale()).max().orElse(0);
      return new DataType.Decimal(most, Math.clamp(scale, 0, most));
    }
    if (isOptional(raw)) {
      return columnType(
          content(javaType),
          () ->
              samples
                  .get()
                  .map(RecordValues::present)
                  .filter(Objects::nonNull)
                  .map(v -> (Object) v),
          around);
    }
    if (isArray(raw)) {
      DataType element =
          columnType(
              content(javaType), () -> samples.get().flatMap(RecordValues::elements), around);
      return element == null ? null : new DataType.ListOf(element);
    }
    if (Iterable.class.isAssignableFrom(raw) && argument(javaType, 0, 1) != null) {
      DataType element =
          columnType(
              argument(javaType, 0, 1),
              () -> samples.get().flatMap(RecordValues::elements),
              around);
      return element == null ? null : new DataType.ListOf(element);
    }
    if (Map.class.isAssignableFrom(raw) && argument(javaType, 1, 2) != null) {
      DataType key =
          columnType(
              argument(javaType, 0, 2),
              () -> samples.get().flatMap(map -> elements(((Map<?, ?>) map).keySet())),
              around);
      DataType value =
          columnType(
              argument(javaType, 1, 2),
              () -> samples.get().flatMap(map -> elements(((Map<?, ?>) map).values())),
              around);
      return key == null || value == null ? null : new DataType.MapOf(key, value);
    }
    return RecordTypes.hasComponents(raw)
        ? struct(raw, samples, around)
        : RecordTypes.columnType(raw);
  }

  private static boolean isOptional(Class<?> raw) {
    return raw == Optional.class
        || raw == OptionalInt.class
        || raw == OptionalLong.class
        || raw == OptionalDouble.class;
  }

  private static boolean isArray(Class<?> raw) {
    return raw.isArray() && raw != byte[].class;
  }

  /** Returns what an optional or array is of. */
  private static Type content(Type javaType) {
    return switch (javaType) {
      case Class<?> plain when plain == OptionalInt.class -> int.class;
      case Class<?> plain when plain == OptionalLong.class -> long.class;
      case Class<?> plain when plain == OptionalDouble.class -> double.class;
      case Class<?> plain when plain.isArray() -> plain.getComponentType();
      case GenericArrayType array -> array.getGenericComponentType();
      default -> {
        Type content = argument(javaType, 0, 1);
        yield content == null ? Object.class : content;
      }
    };
  }

  private static @Nullable Object present(Object optional) {
    return switch (optional) {
      case Optional<?> value -> value.orElse(null);
      case OptionalInt value -> value.isPresent() ? value.getAsInt() : null;
      case OptionalLong value -> value.isPresent() ? value.getAsLong() : null;
      case OptionalDouble value -> value.isPresent() ? value.getAsDouble() : null;
      default -> optional;
    };
  }

  /** Returns an object that is an optional of a value, or of none. */
  private static Object optional(Class<?> raw, @Nullable Object value) {
    if (raw == OptionalInt.class) {
      return value == null ? OptionalInt.empty() : OptionalInt.of((Integer) value);
    }
    if (raw == OptionalLong.class) {
      return value == null ? OptionalLong.empty() : OptionalLong.of((Long) value);
    }
    if (raw == OptionalDouble.class) {
      return value == null ? OptionalDouble.empty() : OptionalDouble.of((Double) value);
    }
    return Optional.ofNullable(value);
  }

  /**
   * Returns what a component of the type is for a null: null, or an empty optional.
   *
   * @throws UnfitValueException if it is primitive
   */
  static @Nullable Object ofNull(Type javaType) {
    Class<?> raw = raw(javaType);
    if (raw.isPrimitive()) {
      throw new UnfitValueException("null is no " + raw + "; use its boxed class");
    }
    return isOptional(raw) ? optional(raw, null) : null;
  }

  private static @Nullable DataType struct(
      Class<?> raw, Supplier<Stream<Object>> samples, List<Class<?>> around) {
    if (around.contains(raw)) {
      throw new AnalysisException(
          "Cannot make a column of "
              + raw.getSimpleName()
              + ": the record contains itself, and no column type does");
    }
    List<Class<?>> inside = new ArrayList<>(around);
    inside.add(raw);
    List<Field> fields = new ArrayList<>();
    for (RecordTypes.Component component : RecordTypes.components(raw)) {
      DataType type =
          columnType(
              component.genericType(),
              () ->
                  samples
                      .get()
                      .map(record -> read(component, record))
                      .filter(Objects::nonNull)
                      .map(Object.class::cast),
              inside);
      if (type == null) {
        return null;
      }
      fields.add(Field.of(component.name(), type));
    }
    return fields.isEmpty() ? null : new DataType.Struct(fields);
  }

  private static Stream<Object> elements(Object values) {
    if (values.getClass().isArray()) {
      return IntStream.range(0, Array.getLength(values))
          .mapToObj(i -> Array.get(values, i))
          .filter(Objects::nonNull);
    }
    return StreamSupport.stream(((Iterable<?>) values).spliterator(), false)
        .filter(Objects::nonNull)
        .map(Object.class::cast);
  }

  private static Class<?> raw(Type type) {
    return switch (type) {
      case Class<?> plain -> plain;
      case ParameterizedType generic -> (Class<?>) generic.getRawType();
      case WildcardType wildcard -> raw(wildcard.getUpperBounds()[0]);
      case GenericArrayType array -> raw(array.getGenericComponentType()).arrayType();
      default -> Object.class;
    };
  }

  /** Returns a type argument, null if there are too few. */
  private static @Nullable Type argument(Type type, int index, int count) {
    return switch (type) {
      case ParameterizedType generic when generic.getActualTypeArguments().length == count ->
          generic.getActualTypeArguments()[index];
      case WildcardType wildcard -> argument(wildcard.getUpperBounds()[0], index, count);
      default -> null;
    };
  }

  /** Returns a record's component. */
  static @Nullable Object read(RecordTypes.Component component, Object record) {
    try {
      component.accessor().trySetAccessible();
      return component.accessor().invoke(record);
    } catch (IllegalArgumentException e) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read a "
              + record.getClass().getSimpleName()
              + " as a "
              + component.accessor().getDeclaringClass().getSimpleName()
              + ": all records must be of one class",
          e);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT, "Cannot read record component " + component.name(), e);
    }
  }

  /** Returns a component's value as {@link Row#value} gives it: records as maps. */
  static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Optional<?> _, OptionalInt _, OptionalLong _, OptionalDouble _ -> plain(present(value));
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
      case Object record when RecordTypes.hasComponents(record.getClass()) -> {
        Map<String, @Nullable Object> struct = new LinkedHashMap<>();
        for (RecordTypes.Component component : RecordTypes.components(record.getClass())) {
          struct.put(component.name(), plain(read(component, record)));
        }
        yield struct;
      }
      case Object array when isArray(array.getClass()) -> {
        List<@Nullable Object> plain = new ArrayList<>();
        for (int i = 0; i < Array.getLength(array); i++) {
          plain.add(plain(Array.get(array, i)));
        }
        yield plain;
      }
      default -> value;
    };
  }

  /** Returns whether a component takes values of the type; some may not fit. */
  static boolean takes(Type javaType, DataType type) {
    Class<?> raw = raw(javaType);
    if (isOptional(raw)) {
      return takes(content(javaType), type);
    }
    if (isArray(raw)) {
      return type instanceof DataType.ListOf(DataType element) && takes(content(javaType), element);
    }
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
          raw == Object.class || (RecordTypes.hasComponents(raw) && takesFields(raw, struct));
      default -> RecordTypes.takes(raw, type);
    };
  }

  private static Class<?> collection(Class<?> raw) {
    return raw.isAssignableFrom(List.class) || !raw.isAssignableFrom(Set.class)
        ? List.class
        : Set.class;
  }

  private static boolean takesFields(Class<?> raw, DataType.Struct struct) {
    for (RecordTypes.Component component : RecordTypes.components(raw)) {
      int at = field(component.name(), struct);
      if (at < 0 || !takes(component.genericType(), struct.fields().get(at).type())) {
        return false;
      }
    }
    return RecordTypes.components(raw).length > 0;
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
    if (isOptional(raw)) {
      return optional(raw, converted(value, content(javaType), type));
    }
    if (isArray(raw)) {
      return array((List<?>) value, raw, content(javaType), (DataType.ListOf) type);
    }
    return switch (type) {
      case DataType.ListOf(DataType element) -> {
        Type elementType = argument(javaType, 0, 1);
        Collection<@Nullable Object> made =
            collection(raw) == Set.class ? new LinkedHashSet<>() : new ArrayList<>();
        for (Object one : (List<?>) value) {
          made.add(one == null ? ofNull(elementType) : converted(one, elementType, element));
        }
        yield made;
      }
      case DataType.MapOf map -> {
        Map<Object, @Nullable Object> made = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
          Object one = entry.getValue();
          made.put(
              converted(entry.getKey(), argument(javaType, 0, 2), map.key()),
              one == null
                  ? ofNull(argument(javaType, 1, 2))
                  : converted(one, argument(javaType, 1, 2), map.value()));
        }
        yield made;
      }
      case DataType.Struct struct -> record((Map<?, ?>) value, raw, struct);
      default -> RecordTypes.converted(value, raw);
    };
  }

  private static Object array(
      List<?> values, Class<?> raw, Type elementType, DataType.ListOf type) {
    Object made = Array.newInstance(raw.getComponentType(), values.size());
    for (int i = 0; i < values.size(); i++) {
      Object one = values.get(i);
      Array.set(
          made, i, one == null ? ofNull(elementType) : converted(one, elementType, type.element()));
    }
    return made;
  }

  private static Object record(Map<?, ?> values, Class<?> raw, DataType.Struct struct) {
    RecordTypes.Component[] components = RecordTypes.components(raw);
    @Nullable Object[] arguments = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      Field field = struct.fields().get(field(components[i].name(), struct));
      Object value = values.get(field.name());
      Type component = components[i].genericType();
      try {
        arguments[i] =
            value == null ? ofNull(component) : converted(value, component, field.type());
      } catch (UnfitValueException e) {
        throw new UnfitValueException("in field \"" + field.name() + "\", " + e.getMessage());
      }
    }
    return create(raw, components, arguments);
  }

  /** Returns the error about a record whose constructor failed. */
  static HeddleException refused(Class<?> type, InvocationTargetException e) {
    return new HeddleException(
        ErrorCode.USER_CODE,
        "Cannot make a record of " + type.getName() + ": its constructor failed, " + e.getCause(),
        e.getCause());
  }

  private static Object create(
      Class<?> raw, RecordTypes.Component[] components, @Nullable Object[] arguments) {
    try {
      Constructor<?> constructor =
          raw.getDeclaredConstructor(
              Arrays.stream(components).map(RecordTypes.Component::type).toArray(Class<?>[]::new));
      constructor.trySetAccessible();
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw refused(raw, e);
    } catch (ReflectiveOperationException e) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot make records of " + raw.getName() + ": make the record public",
          e);
    }
  }
}
