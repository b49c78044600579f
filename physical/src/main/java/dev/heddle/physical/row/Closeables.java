package dev.heddle.physical.row;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Closes many things even if some of them fail. */
public final class Closeables {
  private Closeables() {}

  /** Closes all, in order, skipping places that are empty; throws the first failure at the end. */
  public static void all(@Nullable AutoCloseable... things) {
    RuntimeException failure = null;
    for (AutoCloseable thing : things) {
      failure = close(thing, failure);
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Closes all, in order; throws the first failure at the end. */
  public static void all(List<? extends AutoCloseable> things) {
    all(things.toArray(AutoCloseable[]::new));
  }

  private static @Nullable RuntimeException close(
      @Nullable AutoCloseable thing, @Nullable RuntimeException earlier) {
    if (thing == null) {
      return earlier;
    }
    try {
      thing.close();
      return earlier;
    } catch (Exception e) {
      RuntimeException failure =
          e instanceof RuntimeException r ? r : new IllegalStateException("Cannot close", e);
      if (earlier == null) {
        return failure;
      }
      earlier.addSuppressed(failure);
      return earlier;
    }
  }
}
