package dev.heddle.shuffle.store;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.ExchangeSpill;
import dev.heddle.shuffle.protocol.PartitionTotals;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one attempt wrote: compact batches by partition and their totals. The batches of a partition
 * are all in memory or all spilled.
 */
final class MapOutput implements AutoCloseable {
  private final List<List<Batch>> batches = new ArrayList<>();
  private final long[] heldBytes;
  private final ExchangeSpill.@Nullable File[] files;
  private final PartitionTotals[] totals;

  MapOutput(int partitions) {
    totals = new PartitionTotals[partitions];
    files = new ExchangeSpill.File[partitions];
    heldBytes = new long[partitions];
    for (int i = 0; i < partitions; i++) {
      totals[i] = PartitionTotals.NONE;
      batches.add(new ArrayList<>());
    }
  }

  /** Takes over a batch without a selection; returns how many bytes more are in memory. */
  long add(int partition, Batch batch, long bytes, PartitionTotals batchTotals) {
    ExchangeSpill.File file = files[partition];
    if (file != null) {
      try (batch) {
        file.write(batch);
      }
    } else {
      batches.get(partition).add(batch);
      heldBytes[partition] += bytes;
    }
    totals[partition] = totals[partition].plus(batchTotals);
    return file == null ? bytes : 0;
  }

  /** Spills the largest partition; returns how many bytes fewer are in memory. */
  long giveBack(ExchangeSpill spill, List<DataType> types, MemoryAccount account, int blockBytes) {
    int largest = 0;
    for (int i = 1; i < heldBytes.length; i++) {
      if (heldBytes[i] > heldBytes[largest]) {
        largest = i;
      }
    }
    long bytes = heldBytes[largest];
    if (bytes > 0) {
      ExchangeSpill.File file = spill.open(types, account, blockBytes);
      files[largest] = file;
      for (Batch batch : batches.get(largest)) {
        file.write(batch);
      }
      batches.get(largest).forEach(Batch::close);
      batches.get(largest).clear();
      heldBytes[largest] = 0;
    }
    return bytes;
  }

  /** Ends writing. */
  void finish() {
    for (ExchangeSpill.File file : files) {
      if (file != null) {
        file.finish();
      }
    }
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

  /** Returns the spilled rows of a partition, if it is there. */
  ExchangeSpill.@Nullable File file(int partition) {
    return files[partition];
  }

  @Override
  public void close() {
    for (List<Batch> partition : batches) {
      partition.forEach(Batch::close);
      partition.clear();
    }
    for (int i = 0; i < files.length; i++) {
      ExchangeSpill.File file = files[i];
      files[i] = null;
      if (file != null) {
        file.close();
      }
    }
  }
}
