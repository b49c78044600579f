package dev.heddle.physical.plan;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The right rows that can match a left row: their column is not null and not outside of two left
 * columns of the same type, which are not null either. A bound of another right column may leave
 * out more of them. All these columns are integers, decimals of 64 bits, floats, dates or times.
 *
 * @param column right column
 * @param lower what is at most the right column; empty for no bound
 * @param upper what is at least the right column; empty for no bound
 * @param other what bounds another right column, as where intervals overlap; empty for no bound
 * @param matches which of these rows match
 */
public record JoinRange(
    int column, Optional<End> lower, Optional<End> upper, Optional<Bound> other, Matches matches) {
  /** Makes a range of rows that match if the join's condition says so; all ends belong to it. */
  public JoinRange(int column, OptionalInt lower, OptionalInt upper, Optional<Bound> other) {
    this(column, end(lower), end(upper), other, Matches.BY_CONDITION);
  }

  private static Optional<End> end(OptionalInt left) {
    return left.isEmpty() ? Optional.empty() : Optional.of(new End(left.getAsInt(), false));
  }

  /** Which rows of a range match. */
  public enum Matches {
    /** Those for which the join's condition is true. */
    BY_CONDITION,
    /** All of them: the condition is nothing else. */
    ALL,
    /**
     * One, which is next to the left row's only bound: of several at the same place the last that
     * came below an upper bound, the first above a lower one; any of them if not all right rows fit
     * into memory.
     */
    NEAREST
  }

  /** Returns whether a left row matches one row at most, which is next to its bound. */
  public boolean isNearest() {
    return matches == Matches.NEAREST;
  }

  /**
   * An end of a range.
   *
   * @param left left column
   * @param isStrict whether right rows with the same value are outside
   */
  public record End(int left, boolean isStrict) {}

  /**
   * A bound of a right column from one end.
   *
   * @param column right column
   * @param left left column
   * @param isLower whether the left column is at most the right one, else it is at least it
   * @param isStrict whether right rows with the same value are outside
   */
  public record Bound(int column, int left, boolean isLower, boolean isStrict) {}
}
