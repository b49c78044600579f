package dev.heddle;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.schema.Bytes;
import dev.heddle.frame.schema.CalendarInterval;
import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Arguments for parameters of any type: a usual one first, then odd ones (null, empty, blank,
 * unknown, huge, negative, of a wrong class), and of the API's own types what was made before.
 */
final class OddValues {
  private static final int MAX_MADE = 6;

  record Point(int x, Optional<String> name) {}

  private static final List<Object> VALUES =
      Arrays.asList(
          1,
          -1L,
          true,
          Double.NaN,
          Float.NEGATIVE_INFINITY,
          (byte) 7,
          'x',
          "text",
          new BigDecimal("1.50"),
          new BigDecimal("1E+1000000000"),
          BigInteger.TEN.pow(40),
          LocalDate.of(2024, 1, 1),
          LocalDate.MAX,
          LocalTime.MAX,
          LocalDateTime.MIN,
          Instant.EPOCH,
          Instant.MAX,
          OffsetDateTime.MIN,
          ZonedDateTime.parse("2024-01-01T00:00:00Z"),
          Period.ofMonths(Integer.MAX_VALUE),
          Duration.ofSeconds(Long.MAX_VALUE),
          new UUID(1, 2),
          DayOfWeek.MONDAY,
          Year.of(2024),
          Optional.of(3),
          Optional.empty(),
          new byte[] {1},
          Bytes.copyOf(new byte[0]),
          new CalendarInterval(1, 2, 3),
          Functions.col("i64"),
          List.of(1),
          new Object());

  private final Path folder;
  private final Map<Class<?>, List<Object>> made = new LinkedHashMap<>();
  private final Map<Type, List<Object>> known = new HashMap<>();

  OddValues(Path folder) {
    this.folder = folder;
  }

  /** Keeps an object of the API as an argument and a receiver of further calls. */
  void keep(Object value) {
    List<Object> others = made.computeIfAbsent(value.getClass(), c -> new ArrayList<>());
    if (others.size() < MAX_MADE) {
      others.add(value);
      known.clear();
    }
  }

  /** Returns all objects of a class that were made. */
  List<Object> instances(Class<?> type) {
    List<Object> found = new ArrayList<>();
    made.forEach(
        (c, values) -> {
          if (type.isAssignableFrom(c)) {
            found.addAll(values);
          }
        });
    return found;
  }

  List<Object> forParameter(Parameter parameter) {
    boolean isText = parameter.getType() == String.class || parameter.getType() == String[].class;
    if (isText && parameter.getName().matches("paths?|file|address")) {
      List<Object> paths = paths(parameter.getName());
      return parameter.getType().isArray() ? arrays(String.class, paths) : paths;
    }
    return of(parameter.getParameterizedType());
  }

  private List<Object> paths(String name) {
    return name.equals("address")
        ? Arrays.asList(
            "heddle://127.0.0.1:1", null, "", " ", "heddle://", "x:y:z", "heddle://h:-1")
        : Arrays.asList(
            folder.resolve("orders.parquet").toString(),
            folder.resolve("new.csv").toString(),
            null,
            "",
            " ",
            folder + "/no/such/file.parquet",
            folder + "/[",
            folder + "/a\0b",
            "nosuch://bucket/key");
  }

  private List<Object> of(Type type) {
    List<Object> found = known.get(type);
    if (found == null) { // making it asks for others, so that computeIfAbsent does not do
      found = make(type);
      known.put(type, found);
    }
    return found;
  }

  private List<Object> make(Type type) {
    return switch (type) {
      case Class<?> c when c.isArray() -> arrays(c.getComponentType(), of(c.getComponentType()));
      case Class<?> c -> plain(c);
      case GenericArrayType array -> {
        Class<?> element = raw(array.getGenericComponentType());
        yield arrays(element, of(array.getGenericComponentType()));
      }
      case ParameterizedType generic -> generic(generic);
      case WildcardType wildcard ->
          wildcard.getUpperBounds()[0] == Object.class ? VALUES : of(wildcard.getUpperBounds()[0]);
      default -> plain(raw(type));
    };
  }

  private static Class<?> raw(Type type) {
    return switch (type) {
      case Class<?> c -> c;
      case ParameterizedType generic -> (Class<?>) generic.getRawType();
      case WildcardType wildcard -> raw(wildcard.getUpperBounds()[0]);
      case java.lang.reflect.TypeVariable<?> variable -> raw(variable.getBounds()[0]);
      default -> Object.class;
    };
  }

  private static List<Object> arrays(Class<?> element, List<Object> values) {
    List<Object> arrays = new ArrayList<>();
    arrays.add(array(element, values.getFirst()));
    arrays.add(null);
    arrays.add(Array.newInstance(element, 0));
    for (Object value : values) {
      if (value != null || !element.isPrimitive()) {
        arrays.add(array(element, value));
        arrays.add(array(element, values.getFirst(), value));
      }
    }
    return arrays;
  }

  private static Object array(Class<?> element, Object... values) {
    Object array = Array.newInstance(element, values.length);
    for (int i = 0; i < values.length; i++) {
      Array.set(array, i, values[i]);
    }
    return array;
  }

  private List<Object> plain(Class<?> type) {
    if (type == int.class) {
      return Arrays.asList(1, 0, -1, 2, Integer.MAX_VALUE, Integer.MIN_VALUE);
    }
    if (type == long.class) {
      return Arrays.asList(1L, 0L, -1L, Long.MAX_VALUE, Long.MIN_VALUE);
    }
    if (type == double.class) {
      return Arrays.asList(0.5, 0.0, -1.0, 2.0, Double.NaN, Double.POSITIVE_INFINITY, 1e308);
    }
    if (type == float.class) {
      return Arrays.asList(0.5f, -0f, Float.NaN, Float.MAX_VALUE);
    }
    if (type == boolean.class) {
      return Arrays.asList(true, false);
    }
    if (type == char.class) {
      return Arrays.asList('x', '\0', '\\', '\ud800', '"', '\n');
    }
    if (type == byte.class) {
      return Arrays.asList((byte) 1, (byte) -128);
    }
    if (type == String.class) {
      return Arrays.asList(
          "i64",
          "txt",
          "items",
          "nosuch",
          null,
          "",
          " ",
          "1",
          "2024-01-01",
          "a\0b",
          "\ud800",
          "(",
          "*",
          "select 1",
          "select",
          ";",
          "%",
          "UTC",
          "x".repeat(5_000));
    }
    if (type == Class.class) {
      return Arrays.asList(Point.class, null, String.class, int.class, Object.class, List.class);
    }
    if (type == Type.class || type == Object.class || type == java.io.Serializable.class) {
      return withNull(VALUES);
    }
    if (type.isEnum()) {
      return withNull(Arrays.asList(type.getEnumConstants()));
    }
    List<Object> found = new ArrayList<>(instances(type));
    for (Object value : VALUES) {
      if (type.isInstance(value)) {
        found.add(value);
      }
    }
    if (found.isEmpty() && type.isInterface() && !type.isSealed()) {
      found.addAll(functions(type));
    }
    return withNull(found);
  }

  private static List<Object> withNull(List<?> values) {
    List<Object> all = new ArrayList<>(values);
    all.add(all.isEmpty() ? 0 : 1, null);
    return all;
  }

  private List<Object> generic(ParameterizedType type) {
    Class<?> raw = (Class<?>) type.getRawType();
    Type[] arguments = type.getActualTypeArguments();
    if (raw == Comparable.class) {
      return arguments[0] == String.class ? columns() : plain(raw);
    }
    if (raw == Class.class) {
      Class<?> bound = raw(arguments[0]);
      return bound == Record.class
          ? Arrays.asList(Point.class, null, (Class<?>) String.class)
          : bound.isEnum() || bound == Enum.class
              ? Arrays.asList(DayOfWeek.class, null)
              : plain(Class.class);
    }
    if (Collection.class.isAssignableFrom(raw) || raw == Iterable.class || raw == Iterator.class) {
      return collections(raw, of(arguments[0]));
    }
    if (raw == Map.class) {
      return maps(of(arguments[0]), of(arguments[1]));
    }
    if (raw == Optional.class) {
      List<Object> found = new ArrayList<>(List.of(Optional.empty()));
      of(arguments[0]).stream().map(Optional::ofNullable).forEach(found::add);
      return withNull(found);
    }
    return raw.isInterface() && !raw.isSealed() ? withNull(functions(raw)) : plain(raw);
  }

  private List<Object> columns() {
    Comparable<String> neither = name -> 0;
    List<Object> columns = new ArrayList<>(Arrays.asList("i64", null, "nosuch", "", neither));
    columns.addAll(instances(Expr.class));
    columns.add(Functions.col("txt").descending());
    return columns;
  }

  private static List<Object> collections(Class<?> raw, List<Object> elements) {
    List<Object> found = new ArrayList<>();
    List<List<Object>> lists = new ArrayList<>();
    lists.add(Arrays.asList(elements.getFirst()));
    lists.add(List.of());
    for (Object element : elements) {
      lists.add(Arrays.asList(element, elements.getFirst()));
    }
    for (List<Object> list : lists) {
      found.add(
          raw == Iterator.class
              ? list.iterator()
              : raw == Set.class ? new java.util.LinkedHashSet<>(list) : list);
    }
    return withNull(found);
  }

  private static List<Object> maps(List<Object> keys, List<Object> values) {
    List<Object> found = new ArrayList<>();
    for (int i = 0; i < Math.max(keys.size(), values.size()); i++) {
      Map<Object, Object> map = new HashMap<>();
      map.put(keys.get(i % keys.size()), values.get(i % values.size()));
      found.add(map);
    }
    found.add(Map.of());
    return withNull(found);
  }

  /** Functions that give their argument, null, or fail. */
  private static List<Object> functions(Class<?> type) {
    return List.of(
        function(type, (method, values) -> values == null || values.length == 0 ? null : values[0]),
        function(type, (method, values) -> null),
        function(
            type,
            (method, values) -> {
              throw new UserCodeException();
            }));
  }

  /** What code of a user throws; it comes out as it is, or as the cause of an error. */
  static final class UserCodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private interface Body {
    Object call(java.lang.reflect.Method method, Object[] arguments);
  }

  private static Object function(Class<?> type, Body body) {
    return Proxy.newProxyInstance(
        OddValues.class.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, values) -> {
          if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
              case "equals" -> proxy == values[0];
              case "hashCode" -> System.identityHashCode(proxy);
              default -> "target/a function"; // which a Path would name
            };
          }
          Object result = body.call(method, values);
          Class<?> wanted = method.getReturnType();
          if (wanted == void.class || (result == null && !wanted.isPrimitive())) {
            return null;
          }
          if (!wanted.isPrimitive()) {
            return wanted.isInstance(result) ? result : null;
          }
          return wanted == boolean.class ? (Object) false : wanted == long.class ? 0L : 0;
        });
  }
}
