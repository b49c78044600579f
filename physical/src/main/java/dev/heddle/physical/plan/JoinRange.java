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
 * @param matches which of these rows match
 */
public record JoinRange(
    int column, OptionalInt lower, OptionalInt upper, Optional<Bound> other, Matches matches) {
  /** Makes a range of rows that match if the join's condition says so. */
  public JoinRange(int column, OptionalInt lower, OptionalInt upper, Optional<Bound> other) {
    this(column, lower, upper, other, Matches.BY_CONDITION);
  }

  /** Which rows of a range match. */
  public enum Matches {
    /** Those for which the join's condition is true. */
    BY_CONDITION,
    /**
     * One, which is next to the left row's only bound: of several at the same place the last that
     * came below an upper bound, the first above a lower one; any of them if not all right rows fit
     * into memory.
     */
    NEAREST,
    /** One as {@link #NEAREST}, but of those that are not at the bound itself. */
    NEAREST_APART;
  }

  /** Returns whether a left row matches one row at most, which is next to its bound. */
  public boolean isNearest() {
    return matches != Matches.BY_CONDITION;
  }

  /**
   * A bound of a right column from one end.
   *
   * @param column right column
   * @param left left column
   * @param isLower whether the left column is at most the right one, else it is at least it
   */
  public record Bound(int column, int left, boolean isLower) {}
}
