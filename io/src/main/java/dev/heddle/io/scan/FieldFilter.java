package dev.heddle.io.scan;

import java.util.List;

/**
 * A conjunct over fields of struct columns, each of which a reader can decode by itself.
 *
 * @param inputs the fields, and the columns of which it reads more than a field
 * @param rows the decision; its columns are positions in {@code inputs}
 */
public record FieldFilter(List<FieldPath> inputs, RowFilter rows) {
  /** Copies the list. */
  public FieldFilter {
    inputs = List.copyOf(inputs);
  }
}
