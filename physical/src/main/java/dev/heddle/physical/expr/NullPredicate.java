package dev.heddle.physical.expr;

import dev.heddle.io.batch.Column;
import dev.heddle.physical.expr.node.EvaluatedRows;
import dev.heddle.physical.expr.node.TruthNode;
import dev.heddle.physical.kernel.SelectionVectors;

/** Whether a column is null, or is not. */
final class NullPredicate implements Predicate {
  private final int index;
  private final boolean wantsNull;

  /** Makes a predicate of {@code IS NULL} or {@code IS NOT NULL}. */
  NullPredicate(int index, TruthNode.Test test) {
    this.index = index;
    this.wantsNull = test == TruthNode.Test.IS_NULL;
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
