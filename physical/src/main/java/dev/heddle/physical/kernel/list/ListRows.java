package dev.heddle.physical.kernel.list;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;

/**
 * The lists (or maps) of the rows that a function is evaluated for: where each one's elements are.
 * A row that is null, or for which another argument is, counts as an empty list.
 *
 * @param lists plain column, of one row if {@code isRepeated}; lent
 * @param validity bits of the rows that count, or 0 if all do
 */
public record ListRows(Column lists, boolean isRepeated, long validity, int rows) {

  /** Returns the column of the elements. */
  public Column elements() {
    return lists.child(0);
  }

  /** Returns whether a row counts. */
  public boolean isPresent(int row) {
    return validity == 0 || Bits.get(validity, row);
  }

  /** Returns the position of a row's first element. */
  public int start(int row) {
    return lists.listStart(isRepeated ? 0 : row);
  }

  /** Returns the number of elements of a row; 0 if it does not count. */
  public int length(int row) {
    return isPresent(row) ? lists.listLength(isRepeated ? 0 : row) : 0;
  }

  /** Returns the number of elements of all rows. */
  public int total() {
    long total = 0;
    for (int row = 0; row < rows; row++) {
      total += length(row);
    }
    return Math.toIntExact(total);
  }

  /** Returns the number of elements of the longest row. */
  public int longest() {
    int longest = 0;
    for (int row = 0; row < rows; row++) {
      longest = Math.max(longest, length(row));
    }
    return longest;
  }
}
