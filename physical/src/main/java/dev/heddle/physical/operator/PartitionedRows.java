package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one thread that wait to be aggregated, divided by the hash of their keys: once there are
 * more groups than a core's cache holds, it is faster to bring the rows of a part together first.
 * Where too many rows wait, they are aggregated into a table for each partition.
 *
 * <p>Filled by one thread; then each partition is worked on by one thread.
 */
final class PartitionedRows implements AutoCloseable {
  private static final int CHUNK_ROWS = 4096;

  private final AggregateSpec spec;
  private final MemoryAccount account;
  private final long mostBytes; // of rows that wait
  private final List<Partition> partitions = new ArrayList<>();
  private final ScratchBuffer hashes;
  private final ScratchBuffer positions;
  private long bytes; // of rows that wait in full chunks

  /**
   * Makes empty partitions.
   *
   * @param mostBytes how much may wait before it is aggregated
   */
  PartitionedRows(AggregateSpec spec, long mostBytes, MemoryAccount account) {
    this.spec = spec;
    this.account = account;
    this.mostBytes = mostBytes;
    this.hashes = new ScratchBuffer(account);
    this.positions = new ScratchBuffer(account);
    for (int i = 0; i < HashPartitions.COUNT; i++) {
      partitions.add(new Partition(spec, account));
    }
  }

  private static final class Partition {
    private final BatchAppender open;
    private final List<Batch> full = new ArrayList<>();
    private @Nullable AggregateTable table;

    Partition(AggregateSpec spec, MemoryAccount account) {
      open = new BatchAppender(spec.inputTypes(), account);
    }

    void aggregateInto(AggregateTable target) {
      while (!full.isEmpty()) {
        try (Batch batch = full.removeLast()) {
          target.add(batch);
        }
      }
    }
  }

  /**
   * Divides the rows of a batch, which stays the caller's.
   *
   * @param hasher knows how to hash keys
   */
  void add(Batch batch, AggregateTable hasher) {
    int rows = batch.rowCount();
    hashes.reserve(8L * rows);
    positions.reserve(4L * rows);
    hasher.hashRows(batch, hashes.address());
    int[] starts = HashPartitions.divide(hashes.address(), rows, positions.address());
    try (Batch dense = dense(batch)) {
      for (int i = 0; i < HashPartitions.COUNT; i++) {
        int count = starts[i + 1] - starts[i];
        if (count > 0) {
          add(partitions.get(i), dense, positions.address() + 4L * starts[i], count);
        }
      }
    }
    if (bytes > mostBytes) {
      for (Partition partition : partitions) {
        if (partition.table == null) {
          partition.table = new AggregateTable(spec, account);
        }
        partition.aggregateInto(partition.table);
      }
      bytes = 0;
    }
  }

  private void add(Partition partition, Batch dense, long chosen, int count) {
    partition.open.append(dense, chosen, count);
    if (partition.open.rows() >= CHUNK_ROWS) {
      bytes += partition.open.bytes();
      partition.full.add(partition.open.build());
    }
  }

  /** Returns a batch of the rows that count, without a selection. */
  private static Batch dense(Batch batch) {
    Column[] columns = Batches.make(batch.columnCount(), i -> batch.column(i).retain());
    return Batch.of(batch.account(), batch.rowCount(), columns);
  }

  /** Ends filling. */
  void finish() {
    for (Partition partition : partitions) {
      if (partition.open.rows() > 0) {
        partition.full.add(partition.open.build());
      }
    }
  }

  /** Adds a partition's groups and rows to a table; they are used up. */
  void moveInto(AggregateTable target, int number) {
    Partition partition = partitions.get(number);
    AggregateTable table = partition.table;
    if (table != null) {
      partition.table = null;
      try (table;
          GroupList all = GroupList.whole(table, account)) {
        all.absorbInto(target, 0);
      }
    }
    partition.aggregateInto(target);
  }

  /** Returns the bytes that are reserved, roughly. */
  long bytes() {
    long all = bytes;
    for (Partition partition : partitions) {
      all += partition.table == null ? 0 : partition.table.bytes();
    }
    return all;
  }

  @Override
  public void close() {
    List<AutoCloseable> all = new ArrayList<>();
    for (Partition partition : partitions) {
      all.add(partition.open);
      all.addAll(partition.full);
      if (partition.table != null) {
        all.add(partition.table);
      }
    }
    partitions.clear();
    hashes.close();
    positions.close();
    Closing.all(all);
  }
}
