package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

/**
 * One key of an order.
 *
 * <p>{@code -0.0} and {@code 0.0} are equal, NaN is larger than every number, text is ordered by
 * code point.
 *
 * @param expr what is compared; scalar, over the columns of the sorted frame
 * @param direction small or large values first
 * @param nulls where nulls are
 */
@SuppressWarnings("ComparableType") // lists of columns mix names and sort keys in this type
public record SortKey(Expr expr, SortDirection direction, NullPlacement nulls)
    implements Comparable<String> {
  /** Checks that nothing is missing. */
  public SortKey {
    requireNonNull(expr, "expr is null");
    requireNonNull(direction, "direction is null");
    requireNonNull(nulls, "nulls is null");
  }

  /** Returns this key with nulls before all values. */
  public SortKey nullsFirst() {
    return new SortKey(expr, direction, NullPlacement.FIRST);
  }

  /** Returns this key with nulls after all values. */
  public SortKey nullsLast() {
    return new SortKey(expr, direction, NullPlacement.LAST);
  }

  /** Returns this key with all values and nulls the other way round. */
  public SortKey reversed() {
    return new SortKey(
        expr,
        direction == SortDirection.ASCENDING ? SortDirection.DESCENDING : SortDirection.ASCENDING,
        nulls == NullPlacement.FIRST ? NullPlacement.LAST : NullPlacement.FIRST);
  }

  /** Compares the name of the key's column with a name, as text. */
  @Override
  public int compareTo(String name) {
    return expr.compareTo(name);
  }

  /** Returns SQL-like text. */
  @Override
  public String toString() {
    return expr
        + (direction == SortDirection.DESCENDING ? " DESC" : "")
        + (nulls == NullPlacement.FIRST ? " NULLS FIRST" : "");
  }
}
