package dev.heddle.physical.expr;

import dev.heddle.io.batch.Column;
import dev.heddle.physical.expr.node.EvaluatedRows;
import dev.heddle.physical.kernel.SelectionVectors;
import dev.heddle.physical.kernel.number.NumericRange;
import dev.heddle.physical.kernel.number.RangeSelect;

/** A column of numbers, dates or times compared with constants; null rows are left out first. */
final class RangePredicate implements Predicate {
  final int index;
  final NumericRange range;

  RangePredicate(int index, NumericRange range) {
    this.index = index;
    this.range = range;
  }

  @Override
  public int narrow(EvaluatedRows rows, long selection, int count, long output) {
    Column column = rows.plainColumn(index);
    long from = selection;
    int left = count;
    if (column.mayHaveNulls()) {
      left = SelectionVectors.whereSet(column.validity(), selection, count, output);
      from = output;
    }
    return column.layout().isFloat()
        ? RangeSelect.doubles(column, range, from, left, output)
        : RangeSelect.integers(column, range, from, left, output);
  }

  @Override
  public boolean canFail() {
    return false;
  }

  @Override
  public void close() {}
}
