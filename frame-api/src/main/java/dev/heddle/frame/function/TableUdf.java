package dev.heddle.frame.function;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * A function whose call gives rows, one after the other and maybe without end: in FROM of SQL, and
 * by {@code flatMap} of a frame. Its result's type is a list of them.
 *
 * <p>Rows are asked for while the query wants some: behind a limit that is reached none is. An
 * iterator that is {@link AutoCloseable} is closed when no more are wanted.
 *
 * @param <R> class of a row: a map from the names of fields for a struct, else that of its type
 */
@FunctionalInterface
public non-sealed interface TableUdf<R extends @Nullable Object> extends ScalarUdf {
  /**
   * Returns the rows of one call.
   *
   * @param arguments one value an argument
   */
  Iterator<? extends R> apply(@Nullable Object[] arguments) throws Exception;
}
