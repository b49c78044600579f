package dev.heddle.planner.sql.tree;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Goes over whole trees of syntax, whatever their nodes are: all are records of this package, and
 * their parts are nodes, lists of them, or values. Stateless.
 */
public final class SyntaxTree {
  private static final ClassValue<Shape> SHAPES =
      new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
          return Shape.of(type);
        }
      };

  private SyntaxTree() {}

  /** How the nodes of a class are taken apart and put together. */
  private record Shape(Constructor<?> constructor, List<Method> parts) {
    static Shape of(Class<?> type) {
      RecordComponent[] components = type.getRecordComponents();
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      try {
        return new Shape(
            type.getDeclaredConstructor(types),
            Arrays.stream(components).map(RecordComponent::getAccessor).toList());
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException("A record without its constructor: " + type, e);
      }
    }
  }

  /**
   * Returns a tree in which nodes are replaced.
   *
   * @param replacement what is in the place of a node; null to go on inside of it
   */
  public static <T> T replaced(T tree, UnaryOperator<@Nullable Object> replacement) {
    @SuppressWarnings("unchecked") // a node is replaced by one that its parent takes
    T made = (T) replacedPart(tree, replacement);
    return made;
  }

  private static Object replacedPart(Object part, UnaryOperator<@Nullable Object> replacement) {
    if (part instanceof List<?> list) {
      List<Object> made = new ArrayList<>(list.size());
      boolean isChanged = false;
      for (Object each : list) {
        Object now = replacedPart(each, replacement);
        isChanged |= now != each;
        made.add(now);
      }
      return isChanged ? made : list;
    }
    if (!isNode(part)) {
      return part;
    }
    Object other = replacement.apply(part);
    return other == null ? rebuilt(part, replacement) : other;
  }

  private static boolean isNode(Object part) {
    return part instanceof Record
        && part.getClass().getPackageName().equals(SyntaxTree.class.getPackageName());
  }

  private static Object rebuilt(Object node, UnaryOperator<@Nullable Object> replacement) {
    Shape shape = SHAPES.get(node.getClass());
    @Nullable Object[] parts = new Object[shape.parts.size()];
    boolean isChanged = false;
    try {
      for (int i = 0; i < parts.length; i++) {
        Object part = shape.parts.get(i).invoke(node);
        parts[i] = part == null ? null : replacedPart(part, replacement);
        isChanged |= parts[i] != part;
      }
      return isChanged ? shape.constructor.newInstance(parts) : node;
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException("Cannot rebuild " + node, e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Cannot rebuild " + node, e);
    }
  }

  /** Returns whether some node passes a test. */
  public static boolean any(Object tree, Predicate<Object> test) {
    boolean[] found = {false};
    Object unused =
        replaced(
            tree,
            node -> {
              found[0] = found[0] || test.test(node);
              return found[0] ? node : null;
            });
    return found[0];
  }
}
