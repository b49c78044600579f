package dev.heddle.physical.sort;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.SortOrdinals;

/**
 * Rates rows by the first key of an order: an earlier row never has a higher score, and so one with
 * a higher score than enough others can be dropped.
 */
public final class TopNScores {
  private TopNScores() {}

  /**
   * Writes the scores of rows.
   *
   * @param positions where {@code count} int32 positions start, or 0 for the first {@code count}
   */
  public static void read(Column column, SortOrder key, long positions, int count, long target) {
    SortOrdinals.read(column, positions, count, target);
    if (key.direction() == SortDirection.DESCENDING) {
      for (int i = 0; i < count; i++) {
        Memory.putLong(target + 8L * i, ~Memory.getLong(target + 8L * i));
      }
    }
    long validity = column.validity();
    if (validity != 0) {
      long nulls = key.nulls() == NullPlacement.FIRST ? Long.MIN_VALUE : Long.MAX_VALUE;
      for (int i = 0; i < count; i++) {
        if (!Bits.get(validity, positions == 0 ? i : Memory.getInt(positions + 4L * i))) {
          Memory.putLong(target + 8L * i, nulls);
        }
      }
    }
  }
}
