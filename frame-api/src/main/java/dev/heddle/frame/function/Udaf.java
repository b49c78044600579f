package dev.heddle.frame.function;

import org.jspecify.annotations.Nullable;

/**
 * The code of an aggregate function of the user's own; {@link UserAggregate} gives it a name and
 * types.
 *
 * <p>Rows of a group may be in several places: on threads, on workers, on the disk. {@link #init}
 * and {@link #update} make a state in each, {@link #merge} makes one of all, in any order, and
 * {@link #finish} the result. A state that is given to {@link #update} or {@link #merge} is not
 * used again: the method may change it and return it; {@link #finish} must leave it as it is.
 *
 * <p>States and results are of the classes that {@link dev.heddle.frame.Row#value} gives for their
 * types, or of ones that are converted to these without loss. A state of several numbers is a list
 * or a map of them, which is an {@link java.util.ArrayList} or {@link java.util.LinkedHashMap} once
 * it has been elsewhere.
 *
 * <p>What the code throws ends the query with code {@code USER_CODE}. Of a class an object is made
 * for each thread that needs one; it is to keep nothing between calls.
 *
 * @param <S> class of a state, which is never null
 * @param <R> class of the result
 */
public abstract non-sealed class Udaf<S, R extends @Nullable Object> implements ScalarUdf {
  /** Makes the code of an aggregate. */
  protected Udaf() {}

  /** Returns the state of no row. */
  public abstract S init() throws Exception;

  /**
   * Returns the state with one row more.
   *
   * @param values one value an argument, some of which may be null; the array is used again
   */
  public abstract S update(S state, @Nullable Object[] values) throws Exception;

  /** Returns the state of the rows of both. */
  public abstract S merge(S first, S second) throws Exception;

  /** Returns the result of a state. */
  public abstract R finish(S state) throws Exception;
}
