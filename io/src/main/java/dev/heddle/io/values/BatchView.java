package dev.heddle.io.values;

import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.ResultColumn;
import dev.heddle.io.batch.Batch;

/** A batch as its reader sees it; lent for as long as the batch is open. */
public record BatchView(Batch batch) implements ResultBatch {
  @Override
  public int rowCount() {
    return batch.rowCount();
  }

  @Override
  public ResultColumn column(int index) {
    return new CheckedColumn(new OffHeapValues(batch.column(index)), batch.rowCount(), () -> false);
  }
}
