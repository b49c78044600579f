package dev.heddle.frame;

import dev.heddle.frame.schema.Schema;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Walks the rows of batches. */
final class RowIterator implements Iterator<Row> {
  private final Schema schema;
  private final List<ResultBatch> batches;
  private int batch;
  private int row;
  private @Nullable ResultBatch current;

  RowIterator(Schema schema, List<ResultBatch> batches) {
    this.schema = schema;
    this.batches = batches;
  }

  @Override
  public boolean hasNext() {
    return batch < batches.size();
  }

  @Override
  public Row next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    ResultBatch rows = current == null ? batches.get(batch) : current;
    current = rows;
    Row next = new Row(schema, rows, row);
    row++;
    if (row == rows.rowCount()) {
      row = 0;
      batch++;
      current = null;
    }
    return next;
  }
}
