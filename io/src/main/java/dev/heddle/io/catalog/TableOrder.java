package dev.heddle.io.catalog;

import dev.heddle.io.scan.ScanValue;
import java.util.List;
import java.util.Optional;

/**
 * The order in which the rows of a table come: those of each part are sorted, and none of them
 * precedes a row of the part before. NaN is above every number, zeroes of both signs are equal, and
 * text is ordered by bytes.
 *
 * <p>That parts follow each other is proved by bounds of their values. That the rows within a part
 * are sorted is what the writer declares: a reader that relies on it compares rows as they come.
 *
 * @param keys what the rows are sorted by, the most significant first; one at least
 * @param parts in table order; parts without rows are left out
 */
public record TableOrder(List<Key> keys, List<Part> parts) {
  /** Copies the lists. */
  public TableOrder {
    keys = List.copyOf(keys);
    parts = List.copyOf(parts);
  }

  /**
   * A column that rows are sorted by.
   *
   * @param column position in the table's schema
   * @param isDescending whether great values come first
   * @param isNullsFirst whether nulls come first
   */
  public record Key(int column, boolean isDescending, boolean isNullsFirst) {}

  /**
   * Rows that follow each other.
   *
   * @param rows how many there are
   * @param minimum no value of the first key is less; empty if there is none, or it is not known
   */
  public record Part(long rows, Optional<ScanValue> minimum) {}
}
