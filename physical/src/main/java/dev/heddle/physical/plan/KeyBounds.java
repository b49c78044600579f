package dev.heddle.physical.plan;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.Share;
import java.util.List;

/**
 * Divides a table among tasks by the values of a column: each task reads the rows from the bound
 * before it on up to its own, and the first one those without a value, too. So rows of several
 * tables that have equal values are read by one task where all are divided by the same bounds.
 *
 * @param column position in the request's columns, of integers or dates
 * @param bounds ascending, one fewer than there are tasks
 */
public record KeyBounds(int column, List<Long> bounds) {
  /** Copies the list and checks the order. */
  public KeyBounds {
    bounds = List.copyOf(bounds);
    for (int i = 1; i < bounds.size(); i++) {
      if (bounds.get(i - 1) >= bounds.get(i)) {
        throw new IllegalArgumentException("Bounds out of order: " + bounds);
      }
    }
  }

  /**
   * Returns what is true of the rows that a task reads.
   *
   * @param name the column's name, for {@code explain}
   * @throws IllegalArgumentException if the bounds are for another number of tasks
   */
  public ScanFilter.Conjunct conjunct(String name, DataType type, Share share) {
    if (share.parts() != bounds.size() + 1) {
      throw new IllegalArgumentException(
          "Bounds for " + (bounds.size() + 1) + " tasks, and not " + share.parts());
    }
    List<ScanValue> values = bounds.stream().<ScanValue>map(ScanValue.Whole::of).toList();
    return KeyInterval.of(column, type, values, share.part())
        .conjunct(name + " in the range of the task");
  }
}
