package dev.heddle.physical.operator;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.physical.plan.SortOrder;
import java.util.List;

/**
 * An order of rows of a {@link KeyLayout}.
 *
 * @param columns keys of the layout with their directions, most significant first
 */
record KeyOrder(List<SortOrder> columns) {
  /** Copies the columns. */
  KeyOrder {
    columns = List.copyOf(columns);
  }

  /** Returns whether all rows are equal. */
  boolean isEmpty() {
    return columns.isEmpty();
  }

  /** Compares a loose row with a kept one. */
  int compare(KeyLayout layout, long loose, long kept, TextArena arena) {
    for (int i = 0; i < columns.size(); i++) {
      SortOrder order = columns.get(i);
      int key = order.column();
      boolean leftNull = layout.isNull(key, loose);
      boolean rightNull = layout.isNull(key, kept);
      int result;
      if (leftNull || rightNull) {
        int nullsLast = Boolean.compare(leftNull, rightNull);
        result = order.nulls() == NullPlacement.LAST ? nullsLast : -nullsLast;
      } else {
        int ascending = layout.compare(key, loose, kept, arena.addresses());
        result = order.direction() == SortDirection.ASCENDING ? ascending : -ascending;
      }
      if (result != 0) {
        return result;
      }
    }
    return 0;
  }
}
