package dev.heddle.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Calls all methods of an interface by reflection. */
final class Interfaces {
  private Interfaces() {}

  /** Returns the methods of objects, in the order of their names. */
  static List<Method> methods(Class<?> type, Set<String> but) {
    List<Method> methods = new ArrayList<>();
    for (Method method : type.getMethods()) {
      if (!Modifier.isStatic(method.getModifiers()) && !but.contains(method.getName())) {
        methods.add(method);
      }
    }
    methods.sort(Comparator.comparing(Method::toString));
    return methods;
  }

  /** Calls a method with arguments of no meaning; returns what it threw, null if it returned. */
  static @Nullable Throwable failure(Object object, Method method) {
    try {
      method.invoke(object, arguments(method));
      return null;
    } catch (InvocationTargetException e) {
      return e.getCause();
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(method.toString(), e);
    }
  }

  /** Returns a line on a method if it did not fail with a state of a class. */
  static @Nullable String withoutState(Object object, Method method, String... states) {
    Throwable failure = failure(object, method);
    if (failure instanceof SQLException e
        && e.getMessage() != null
        && Arrays.asList(states).contains(e.getSQLState())) {
      return null;
    }
    return method + " gave " + failure;
  }

  static @Nullable Object[] arguments(Method method) {
    return Arrays.stream(method.getParameterTypes()).map(Interfaces::argument).toArray();
  }

  private static @Nullable Object argument(Class<?> type) {
    if (type == int.class) {
      return 1;
    }
    if (type == String.class) {
      return "x";
    }
    if (type == boolean.class) {
      return false;
    }
    if (type == byte.class) {
      return (byte) 1;
    }
    if (type == short.class) {
      return (short) 1;
    }
    if (type == long.class) {
      return 1L;
    }
    if (type == float.class) {
      return 1f;
    }
    return type == double.class ? (Object) 1d : null;
  }
}
