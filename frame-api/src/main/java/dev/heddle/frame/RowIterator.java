package dev.heddle.frame;

import dev.heddle.frame.schema.Schema;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Walks the rows of batches. */
final class RowIterator implements Iterator<Row> {
  private final Schema schema;
  private final List<ResultBatch> batches;
  private int batch;
  private int row;

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
    ResultBatch current = batches.get(batch);
    Row next = new Row(schema, current, row);
    row++;
    if (row == current.rowCount()) {
      row = 0;
      batch++;
    }
    return next;
  }
}
