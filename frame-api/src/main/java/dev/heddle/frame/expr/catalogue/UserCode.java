package dev.heddle.frame.expr.catalogue;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.function.ScalarUdf;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Optional;

/** Where a function of the user's own has its code. */
public sealed interface UserCode {
  /** Returns the class of the code. */
  Class<? extends ScalarUdf> type();

  /**
   * Returns an object for one thread.
   *
   * @throws HeddleException with code {@code USER_CODE} if it cannot be made
   */
  ScalarUdf open();

  /**
   * A class of which each thread makes an object.
   *
   * @param type public, with a public constructor without parameters
   */
  record OfClass(Class<? extends ScalarUdf> type) implements UserCode {
    /** Checks that objects can be made of it. */
    public OfClass {
      Optional<String> problem = problem(requireNonNull(type, "type is null"));
      if (problem.isPresent()) {
        throw new HeddleException(
            ErrorCode.USER_CODE,
            "Cannot make a function of class " + type.getName() + ": " + problem.get());
      }
    }

    private static Optional<String> problem(Class<?> type) {
      if (type.isHidden() || type.isAnonymousClass() || type.isLocalClass() || type.isSynthetic()) {
        return Optional.of(
            "it has no name that another process could use; write it as a public class, or give"
                + " its object to UserFunction.local for use in this process only");
      }
      if (!ScalarUdf.class.isAssignableFrom(type)) {
        return Optional.of(
            "it is no Udf1, Udf2, Udf3, UdfN, BatchUdf, TableUdf, PartitionUdf or Udaf");
      }
      if (!Modifier.isPublic(type.getModifiers())) {
        return Optional.of("it is not public");
      }
      if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
        return Optional.of("it is an inner class; make it static");
      }
      if (Modifier.isAbstract(type.getModifiers())) {
        return Optional.of("it is abstract");
      }
      try {
        Constructor<?> _ = type.getConstructor();
        return Optional.empty();
      } catch (NoSuchMethodException e) {
        return Optional.of("it has no public constructor without parameters");
      }
    }

    @Override
    public ScalarUdf open() {
      try {
        return type.getConstructor().newInstance();
      } catch (InvocationTargetException e) {
        throw notMade(e.getCause());
      } catch (ReflectiveOperationException | LinkageError e) {
        throw notMade(e);
      }
    }

    private HeddleException notMade(Throwable cause) {
      return new HeddleException(
          ErrorCode.USER_CODE, "Cannot make an object of " + type.getName() + ": " + cause, cause);
    }
  }

  /**
   * An object that all threads share.
   *
   * @param object safe for use by several threads
   */
  record OfObject(ScalarUdf object) implements UserCode {
    /** Checks that nothing is missing. */
    public OfObject {
      requireNonNull(object, "object is null");
    }

    @Override
    public Class<? extends ScalarUdf> type() {
      return object.getClass();
    }

    @Override
    public ScalarUdf open() {
      return object;
    }
  }
}
