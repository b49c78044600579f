package dev.heddle.physical.expr;

import dev.heddle.physical.expr.node.EvaluatedRows;

/**
 * A compiled predicate of one thread that narrows selections to the rows for which it is true.
 *
 * <p>A selection address of 0 represents all rows; the output may be the selection itself.
 */
interface Predicate extends AutoCloseable {
  /**
   * Writes the positions of the rows for which the predicate is true.
   *
   * @return how many there are
   */
  int narrow(EvaluatedRows rows, long selection, int count, long output);

  /** Returns whether it can raise an error. */
  boolean canFail();

  @Override
  void close();
}
