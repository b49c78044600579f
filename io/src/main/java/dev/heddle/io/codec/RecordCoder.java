package dev.heddle.io.codec;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/**
 * Values of a record: its components in order. Handles are made when they are first needed; those
 * of the most frequent numbers box nothing.
 */
final class RecordCoder implements Coder {
  private final Class<?> type;
  private final RecordComponent[] components;
  private final Coder[] coders;
  private final boolean[] nullable;
  private final Kind[] kinds;
  private volatile @Nullable Handles handles;

  /** How a component is taken from its record: as the number that it is, or as an object. */
  private enum Kind {
    INT,
    LONG,
    OBJECT;

    static Kind of(Class<?> type) {
      return type == int.class ? INT : type == long.class ? LONG : OBJECT;
    }
  }

  /** How components are read off a record and a record is made of them. */
  private record Handles(MethodHandle[] accessors, MethodHandle constructor) {}

  /** Makes one whose coders are {@linkplain #set set} before it is used. */
  RecordCoder(Class<?> type) {
    this.type = type;
    this.components = type.getRecordComponents();
    this.coders = new Coder[components.length];
    this.nullable = new boolean[components.length];
    this.kinds = new Kind[components.length];
    for (int i = 0; i < components.length; i++) {
      kinds[i] = Kind.of(components[i].getType());
      nullable[i] = mayBeNull(components[i]);
    }
  }

  static boolean mayBeNull(RecordComponent component) {
    return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  void set(int position, Coder coder) {
    coders[position] = coder;
  }

  @Override
  public void write(Encoder out, Object value) {
    if (coders.length == 0) {
      out.writeByte(0);
      return;
    }
    out.enter();
    MethodHandle[] accessors = handles().accessors();
    for (int i = 0; i < coders.length; i++) {
      switch (kinds[i]) {
        case INT -> out.writeSigned(intOf(accessors[i], value));
        case LONG -> out.writeSigned(longOf(accessors[i], value));
        case OBJECT -> write(out, i, objectOf(accessors[i], value));
      }
    }
    out.leave();
  }

  private void write(Encoder out, int position, @Nullable Object component) {
    if (nullable[position]) {
      out.writeByte(component == null ? 0 : 1);
    } else if (component == null) {
      throw new HeddleException(
          ErrorCode.INTERNAL,
          "Cannot write null as " + components[position].getName() + " of " + type.getName());
    }
    if (component != null) {
      coders[position].write(out, component);
    }
  }

  private static int intOf(MethodHandle accessor, Object value) {
    try {
      return (int) accessor.invokeExact(value);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  private static long longOf(MethodHandle accessor, Object value) {
    try {
      return (long) accessor.invokeExact(value);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  private static @Nullable Object objectOf(MethodHandle accessor, Object value) {
    try {
      return accessor.invokeExact(value);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** Returns what is thrown for what an accessor has thrown, or throws it. */
  private static IllegalStateException unchecked(Throwable thrown) {
    try {
      throw thrown;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      return new IllegalStateException(e);
    }
  }

  @Override
  public Object read(Decoder in) {
    if (coders.length == 0) {
      in.readPosition(1);
    }
    in.enter();
    @Nullable Object[] values = new Object[coders.length];
    for (int i = 0; i < coders.length; i++) {
      values[i] = nullable[i] && !in.readFlag() ? null : coders[i].read(in);
    }
    in.leave();
    try {
      return (Object) handles().constructor().invokeExact(values);
    } catch (RuntimeException e) { // the record's own checks
      throw new CorruptBytesException(e.getMessage() + " (" + type.getName() + ")");
    } catch (Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private Handles handles() {
    Handles made = handles;
    if (made == null) {
      made = make();
      handles = made;
    }
    return made;
  }

  private Class<?> given(int position) {
    return switch (kinds[position]) {
      case INT -> int.class;
      case LONG -> long.class;
      case OBJECT -> Object.class;
    };
  }

  private Handles make() {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      MethodHandle[] accessors = new MethodHandle[components.length];
      Class<?>[] types = new Class<?>[components.length];
      for (int i = 0; i < components.length; i++) {
        types[i] = components[i].getType();
        Method accessor = components[i].getAccessor();
        accessor.setAccessible(true);
        accessors[i] =
            lookup.unreflect(accessor).asType(MethodType.methodType(given(i), Object.class));
      }
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      MethodHandle maker =
          lookup
              .unreflectConstructor(constructor)
              .asSpreader(Object[].class, types.length)
              .asType(MethodType.methodType(Object.class, Object[].class));
      return new Handles(accessors, maker);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Cannot use the record " + type.getName(), e);
    }
  }
}
