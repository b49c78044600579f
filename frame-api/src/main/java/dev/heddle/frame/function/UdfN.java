package dev.heddle.frame.function;

import org.jspecify.annotations.Nullable;

/**
 * A function of any number of arguments, called for each row.
 *
 * @param <R> class of the result
 */
@FunctionalInterface
public non-sealed interface UdfN<R extends @Nullable Object> extends ScalarUdf {
  /**
   * Returns the value of one row.
   *
   * @param arguments one value an argument; the array is used again for the next row
   */
  R apply(@Nullable Object[] arguments) throws Exception;
}
