package dev.heddle.frame.function;

import dev.heddle.frame.ResultBatch;

/**
 * A function that is called for some hundreds or thousands of rows at a time and makes no object a
 * row. It is given the rows with null arguments too.
 */
@FunctionalInterface
public non-sealed interface BatchUdf extends ScalarUdf {
  /**
   * Appends exactly one value for each row, in order.
   *
   * @param arguments a column an argument, in place until this returns
   * @param results takes the values until this returns
   */
  void apply(ResultBatch arguments, UdfResults results) throws Exception;
}
