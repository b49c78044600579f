package dev.heddle.shuffle.store;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.PartitionTotals;
import java.util.ArrayList;
import java.util.List;

/** What one attempt wrote: compact batches by partition and their totals. */
final class MapOutput implements AutoCloseable {
  private final List<List<Batch>> batches = new ArrayList<>();
  private final PartitionTotals[] totals;

  MapOutput(int partitions) {
    totals = new PartitionTotals[partitions];
    for (int i = 0; i < partitions; i++) {
      totals[i] = PartitionTotals.NONE;
      batches.add(new ArrayList<>());
    }
  }

  /** Takes over a batch without a selection. */
  void add(int partition, Batch batch, PartitionTotals batchTotals) {
    batches.get(partition).add(batch);
    totals[partition] = totals[partition].plus(batchTotals);
  }

  PartitionTotals totals(int partition) {
    return totals[partition];
  }

  /** Adds batches that share the columns of this output, so that a partition can be read again. */
  void shareBatches(int partition, MemoryAccount account, List<Batch> target) {
    for (Batch batch : batches.get(partition)) {
      Column[] columns = new Column[batch.columnCount()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = batch.column(i).retain();
      }
      target.add(Batch.of(account, batch.rowCount(), columns));
    }
  }

  @Override
  public void close() {
    for (List<Batch> partition : batches) {
      partition.forEach(Batch::close);
      partition.clear();
    }
  }
}
