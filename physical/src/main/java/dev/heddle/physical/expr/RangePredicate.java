package dev.heddle.physical.expr;

import dev.heddle.io.batch.Column;
import dev.heddle.physical.expr.node.EvaluatedRows;
import dev.heddle.physical.kernel.RangeSelect;
import dev.heddle.physical.kernel.SelectionVectors;
import dev.heddle.physical.kernel.number.NumericRange;

/** A column of numbers, dates or times compared with constants; null rows are left out first. */
final class RangePredicate implements Predicate {
  final int index;
  final NumericRange range;
  final boolean floating;

  RangePredicate(int index, NumericRange range, boolean floating) {
    this.index = index;
    this.range = range;
    this.floating = floating;
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
    return floating
        ? RangeSelect.doubles(column, range.from(), range.to(), range.negated(), from, left, output)
        : RangeSelect.integers(
            column, range.low(), range.high(), range.negated(), from, left, output);
  }

  @Override
  public boolean canFail() {
    return false;
  }

  @Override
  public void close() {}
}
