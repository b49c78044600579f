package dev.heddle.physical.row;

import static dev.heddle.physical.row.RowStore.CHUNK_MASK;
import static dev.heddle.physical.row.RowStore.CHUNK_SHIFT;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.StringViews;
import dev.heddle.physical.kernel.compare.IntervalOrder;
import dev.heddle.physical.plan.SortOrder;
import java.util.List;

/** Compares rows of stores with the same columns by an order. Immutable. */
public final class RowComparator {
  private final SortOrder[] order;

  public RowComparator(List<SortOrder> order) {
    this.order = order.toArray(SortOrder[]::new);
  }

  /** Returns a negative number if row {@code a} precedes row {@code b}, 0 if they are peers. */
  public int compare(RowStore left, int a, RowStore right, int b) {
    for (SortOrder key : order) {
      int column = key.column();
      boolean leftNull = left.isNull(column, a);
      boolean rightNull = right.isNull(column, b);
      if (leftNull || rightNull) {
        if (leftNull != rightNull) {
          return leftNull == (key.nulls() == NullPlacement.FIRST) ? -1 : 1;
        }
        continue;
      }
      int difference = compareValues(left, a, right, b, column);
      if (difference != 0) {
        return key.direction() == SortDirection.ASCENDING ? difference : -difference;
      }
    }
    return 0;
  }

  private static int compareValues(RowStore left, int a, RowStore right, int b, int column) {
    Layout layout = Layout.of(left.type(column));
    long leftValues = left.values(column)[a >>> CHUNK_SHIFT];
    long rightValues = right.values(column)[b >>> CHUNK_SHIFT];
    int leftRow = a & CHUNK_MASK;
    int rightRow = b & CHUNK_MASK;
    return switch (layout) {
      case BIT, INT8, INT16, INT32, INT64 ->
          Long.compare(
              KeyEquality.word(layout, leftValues, leftRow),
              KeyEquality.word(layout, rightValues, rightRow));
      case FLOAT32, FLOAT64 ->
          Long.compare(
              SortOrdinals.ordered(KeyEquality.word(layout, leftValues, leftRow)),
              SortOrdinals.ordered(KeyEquality.word(layout, rightValues, rightRow)));
      case LIST, STRUCT -> throw new IllegalStateException("Nested values have no order");
      case INT128 -> RowOrder.wide(leftValues + 16L * leftRow, rightValues + 16L * rightRow);
      case INTERVAL ->
          IntervalOrder.compare(leftValues + 16L * leftRow, rightValues + 16L * rightRow);
      case VIEW ->
          StringViews.compare(
              leftValues + 16L * leftRow,
              left.dataAddresses(column),
              rightValues + 16L * rightRow,
              right.dataAddresses(column));
    };
  }
}
