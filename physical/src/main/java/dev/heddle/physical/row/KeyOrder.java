package dev.heddle.physical.row;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.physical.plan.SortOrder;
import java.util.List;

/**
 * An order of rows of a {@link KeyLayout}.
 *
 * @param columns keys of the layout with their directions, most significant first
 */
public record KeyOrder(List<SortOrder> columns) {
  /** Copies the columns. */
  public KeyOrder {
    columns = List.copyOf(columns);
  }

  /** Returns whether all rows are equal. */
  public boolean isEmpty() {
    return columns.isEmpty();
  }

  /** Compares a loose row with a kept one. */
  public int compare(KeyLayout layout, long loose, long kept, TextArena arena) {
    for (SortOrder column : columns) {
      int result = compareNulls(layout, column, loose, kept);
      if (result == 0 && !layout.isNull(column.column(), loose)) {
        result = directed(column, layout.compare(column.column(), loose, kept, arena.addresses()));
      }
      if (result != 0) {
        return result;
      }
    }
    return 0;
  }

  /** Compares two loose rows. */
  public int compareLoose(KeyLayout layout, long row, long other) {
    for (SortOrder column : columns) {
      int result = compareNulls(layout, column, row, other);
      if (result == 0 && !layout.isNull(column.column(), row)) {
        result = directed(column, layout.compareLoose(column.column(), row, other));
      }
      if (result != 0) {
        return result;
      }
    }
    return 0;
  }

  /**
   * Returns a word of a loose row, whose unsigned order never contradicts that of rows whose first
   * key is not null.
   */
  public long prefix(KeyLayout layout, long row) {
    SortOrder first = columns.getFirst();
    long ascending = layout.prefix(first.column(), row);
    return first.direction() == SortDirection.ASCENDING ? ascending : ~ascending;
  }

  /** As {@link #prefix}, of rows whose first key may be null: one bit shorter. */
  public long nullablePrefix(KeyLayout layout, long row) {
    SortOrder first = columns.getFirst();
    boolean nullsLast = first.nulls() == NullPlacement.LAST;
    return layout.isNull(first.column(), row)
        ? nullsLast ? -1 : 0
        : prefix(layout, row) >>> 1 | (nullsLast ? 0 : Long.MIN_VALUE);
  }

  /** Returns how many bits of the {@link #prefix} determine all of a row; 0 if none do. */
  public int exactPrefixBits(KeyLayout layout) {
    return columns.size() == 1 ? layout.exactPrefixBits(columns.getFirst().column()) : 0;
  }

  /** Returns 0 if both are null or neither. */
  private static int compareNulls(KeyLayout layout, SortOrder column, long row, long other) {
    int nullsLast =
        Boolean.compare(layout.isNull(column.column(), row), layout.isNull(column.column(), other));
    return column.nulls() == NullPlacement.LAST ? nullsLast : -nullsLast;
  }

  private static int directed(SortOrder column, int ascending) {
    return column.direction() == SortDirection.ASCENDING ? ascending : -ascending;
  }
}
