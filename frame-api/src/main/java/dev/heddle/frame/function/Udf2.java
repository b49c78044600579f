package dev.heddle.frame.function;

import org.jspecify.annotations.Nullable;

/**
 * A function of two arguments, called for each row.
 *
 * @param <A> class of the first argument
 * @param <B> class of the second argument
 * @param <R> class of the result
 */
@FunctionalInterface
public non-sealed interface Udf2<
        A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object>
    extends ScalarUdf {
  /** Returns the value of one row. */
  R apply(A first, B second) throws Exception;
}
