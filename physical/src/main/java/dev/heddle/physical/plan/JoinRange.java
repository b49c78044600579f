package dev.heddle.physical.plan;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The right rows that can match a left row: their column is not null and not outside of two left
 * columns of the same type, which are not null either. A bound of another right column may leave
 * out more of them. All these columns are integers, decimals of 64 bits, floats, dates or times.
 *
 * @param column right column
 * @param lower left column that is at most the right one; empty for no bound
 * @param upper left column that is at least the right one; empty for no bound
 * @param other what bounds another right column, as where intervals overlap; empty for no bound
 */
public record JoinRange(int column, OptionalInt lower, OptionalInt upper, Optional<Bound> other) {
  /**
   * A bound of a right column from one end.
   *
   * @param column right column
   * @param left left column
   * @param isLower whether the left column is at most the right one, else it is at least it
   */
  public record Bound(int column, int left, boolean isLower) {}
}
