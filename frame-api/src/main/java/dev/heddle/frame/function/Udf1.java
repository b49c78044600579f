package dev.heddle.frame.function;

import org.jspecify.annotations.Nullable;

/**
 * A function of one argument, called for each row.
 *
 * @param <A> class of the argument
 * @param <R> class of the result
 */
@FunctionalInterface
public non-sealed interface Udf1<A extends @Nullable Object, R extends @Nullable Object>
    extends ScalarUdf {
  /** Returns the value of one row. */
  R apply(A argument) throws Exception;
}
