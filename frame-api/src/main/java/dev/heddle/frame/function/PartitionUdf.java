package dev.heddle.frame.function;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * A function from some rows to some rows, called once for each part of a frame's rows: by {@code
 * mapPartitions} and {@code forEachPartition} of a frame. Its result's type is a list of the rows
 * that it gives.
 *
 * <p>The engine divides the rows; a part is what one thread of a task comes across, in any order,
 * and has at least one row. Rows are read while the function asks for them and go on while it gives
 * them, so that a part of any size takes little memory. The function runs in a thread of its own
 * that works while the task's thread waits.
 *
 * @param <R> class of a row that it gives: a map from the names of fields for a struct, else that
 *     of its type
 */
@FunctionalInterface
public non-sealed interface PartitionUdf<R extends @Nullable Object> extends ScalarUdf {
  /**
   * Returns the rows of one part.
   *
   * @param rows an array a row with one value an argument; an array is the function's to keep
   */
  Iterator<? extends R> apply(Iterator<@Nullable Object[]> rows) throws Exception;
}
