package dev.heddle.physical.row;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.compare.IntervalOrder;
import dev.heddle.physical.plan.SortOrder;
import java.util.List;
import java.util.stream.IntStream;

/** Compares rows of batches by an order, by their physical positions. Immutable. */
public final class RowOrder {
  private final SortOrder[] order;
  private final int[] leftColumns;

  private RowOrder(List<SortOrder> order, int[] leftColumns) {
    this.order = order.toArray(SortOrder[]::new);
    this.leftColumns = leftColumns;
  }

  /** Compares rows of batches with the same columns. */
  public static RowOrder of(List<SortOrder> order) {
    return new RowOrder(order, order.stream().mapToInt(SortOrder::column).toArray());
  }

  /** Compares rows whose columns are the order's keys. */
  public static RowOrder ofSamples(List<SortOrder> order) {
    List<SortOrder> byPlace =
        IntStream.range(0, order.size())
            .mapToObj(i -> new SortOrder(i, order.get(i).direction(), order.get(i).nulls()))
            .toList();
    return of(byPlace);
  }

  /** Compares rows whose columns are the order's keys with rows that have all columns. */
  public static RowOrder ofKeys(List<SortOrder> order) {
    return new RowOrder(order, IntStream.range(0, order.size()).toArray());
  }

  /**
   * Compares rows of batches of other columns, of the same types.
   *
   * @param leftColumns the same order, in the left batch's columns
   * @param order of the right batch
   */
  public static RowOrder between(List<SortOrder> leftColumns, List<SortOrder> order) {
    return new RowOrder(order, leftColumns.stream().mapToInt(SortOrder::column).toArray());
  }

  /** Returns a negative number if row {@code a} precedes row {@code b}, 0 if they are peers. */
  public int compare(Batch left, int a, Batch right, int b) {
    for (int i = 0; i < order.length; i++) {
      SortOrder key = order[i];
      Column leftColumn = left.physicalColumn(leftColumns[i]);
      Column rightColumn = right.physicalColumn(key.column());
      boolean leftNull = leftColumn.isNull(a);
      boolean rightNull = rightColumn.isNull(b);
      if (leftNull || rightNull) {
        if (leftNull != rightNull) {
          return leftNull == (key.nulls() == NullPlacement.FIRST) ? -1 : 1;
        }
        continue;
      }
      int difference = compare(leftColumn, a, rightColumn, b);
      if (difference != 0) {
        return key.direction() == SortDirection.ASCENDING ? difference : -difference;
      }
    }
    return 0;
  }

  private static int compare(Column one, int first, Column other, int second) {
    Column left = one.isDictionary() ? one.dictionary() : one;
    Column right = other.isDictionary() ? other.dictionary() : other;
    int a = one.isDictionary() ? one.code(first) : first;
    int b = other.isDictionary() ? other.code(second) : second;
    Layout layout = left.layout();
    return switch (layout) {
      case BIT, INT8, INT16, INT32, INT64 ->
          Long.compare(
              KeyEquality.word(layout, left.values(), a),
              KeyEquality.word(layout, right.values(), b));
      case FLOAT32, FLOAT64 ->
          Long.compare(
              SortOrdinals.ordered(KeyEquality.word(layout, left.values(), a)),
              SortOrdinals.ordered(KeyEquality.word(layout, right.values(), b)));
      case INT128 -> wide(left.values() + 16L * a, right.values() + 16L * b);
      case INTERVAL -> IntervalOrder.compare(left.values() + 16L * a, right.values() + 16L * b);
      case VIEW ->
          StringViews.compare(
              left.values() + 16L * a,
              left.dataAddresses(),
              right.values() + 16L * b,
              right.dataAddresses());
      case LIST, STRUCT -> throw new IllegalStateException("Nested values have no order");
    };
  }

  /** Compares two 128-bit numbers. */
  static int wide(long a, long b) {
    int high = Long.compare(Memory.getLong(a + 8), Memory.getLong(b + 8));
    return high != 0 ? high : Long.compareUnsigned(Memory.getLong(a), Memory.getLong(b));
  }
}
