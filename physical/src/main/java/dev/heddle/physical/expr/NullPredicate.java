package dev.heddle.physical.expr;

import dev.heddle.io.batch.Column;
import dev.heddle.physical.expr.node.EvaluatedRows;
import dev.heddle.physical.kernel.SelectionVectors;

/** Whether a column is null, or is not. */
final class NullPredicate implements Predicate {
  private final int index;
  private final boolean wantsNull;

  private NullPredicate(int index, boolean wantsNull) {
    this.index = index;
    this.wantsNull = wantsNull;
  }

  static NullPredicate isNull(int index) {
    return new NullPredicate(index, true);
  }

  static NullPredicate isNotNull(int index) {
    return new NullPredicate(index, false);
  }

  @Override
  public int narrow(EvaluatedRows rows, long selection, int count, long output) {
    Column column = rows.column(index);
    if (!column.mayHaveNulls()) {
      if (wantsNull) {
        return 0;
      }
      SelectionVectors.copy(selection, count, output);
      return count;
    }
    return wantsNull
        ? SelectionVectors.whereClear(column.validity(), selection, count, output)
        : SelectionVectors.whereSet(column.validity(), selection, count, output);
  }

  @Override
  public boolean canFail() {
    return false;
  }

  @Override
  public void close() {}
}
