package dev.heddle.frame;

import dev.heddle.frame.schema.Schema;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Walks the rows of batches. */
final class RowIterator implements Iterator<Row> {
  private final Schema schema;
  private final Supplier<@Nullable ResultBatch> batches;
  private @Nullable ResultBatch current;
  private int row;
  private boolean isAtEnd;

  /**
   * Makes one.
   *
   * @param batches gives the next batch; null at the end
   */
  RowIterator(Schema schema, Supplier<@Nullable ResultBatch> batches) {
    this.schema = schema;
    this.batches = batches;
  }

  @Override
  public boolean hasNext() {
    while (!isAtEnd && (current == null || row == current.rowCount())) {
      current = batches.get();
      row = 0;
      isAtEnd = current == null;
    }
    return !isAtEnd;
  }

  @Override
  public Row next() {
    if (!hasNext() || current == null) {
      throw new NoSuchElementException();
    }
    return new Row(schema, current, row++);
  }
}
