package dev.heddle.physical.aggregate;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.Batches;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.HashPartitions;
import dev.heddle.physical.row.ScratchBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one thread that wait to be aggregated, divided by the hash of their keys: once there are
 * more groups than a core's cache holds, it is faster to bring the rows of a part together first.
 * Where too many rows wait, or too many in one partition, they are aggregated into a table for the
 * partition; where memory is short, partitions are spilled.
 *
 * <p>Filled by one thread; then each partition is worked on by one thread.
 */
final class PartitionedRows implements AutoCloseable {
  private static final int MAX_CHUNK_ROWS = 4096;
  private static final int FEWEST_CHUNK_ROWS = BatchAppender.FIRST_ROWS;
  private static final int SHARE_OF_OPEN_CHUNKS = 2; // what may wait is divided by this
  private static final int HEAVY_ROWS = 1 << 17;
  private static final int DEVIATIONS = 4; // by which a partition may get more rows than others
  private static final double HEAVY_SHARE = 0.125; // of all rows, in one partition

  private final AggregateSpec spec;
  private final StateMemory memory;
  private final MemoryAccount account;
  private final long maxBytes; // of rows that wait
  private final int chunkRows; // fewer where memory is small: chunks of all partitions are open
  private final List<Partition> partitions = new ArrayList<>();
  private final ScratchBuffer hashes;
  private final ScratchBuffer positions;
  private long bytes; // of rows that wait in full chunks
  private long rowsSeen;
  private long rowsAggregated;
  private long entriesMade; // groups and values, of these

  /**
   * Makes empty partitions.
   *
   * @param maxBytes how much may wait before it is aggregated
   */
  PartitionedRows(AggregateSpec spec, long maxBytes, StateMemory memory) {
    this.spec = spec;
    this.memory = memory;
    this.account = memory.account();
    this.maxBytes = maxBytes;
    long bytesPerChunk = maxBytes / SHARE_OF_OPEN_CHUNKS / HashPartitions.COUNT;
    long bytesPerRow = Math.max(1, BatchAppender.firstBytes(spec.inputTypes()) / FEWEST_CHUNK_ROWS);
    this.chunkRows =
        (int) Math.clamp(bytesPerChunk / bytesPerRow, (long) FEWEST_CHUNK_ROWS, MAX_CHUNK_ROWS);
    this.hashes = new ScratchBuffer(account);
    this.positions = new ScratchBuffer(account);
    for (int i = 0; i < HashPartitions.COUNT; i++) {
      partitions.add(new Partition(spec, account));
    }
  }

  private static final class Partition {
    private BatchAppender open;
    private final List<Batch> full = new ArrayList<>();
    private long fullBytes;
    private long fullRows;
    private @Nullable AggregateTable table;

    Partition(AggregateSpec spec, MemoryAccount account) {
      open = new BatchAppender(spec.inputTypes(), account);
    }

    /** Lets the next chunk begin with the least room: the one before may have taken much. */
    void startSmall(AggregateSpec spec, MemoryAccount account) {
      open.close();
      open = new BatchAppender(spec.inputTypes(), account);
    }

    void closeOpen() {
      if (open.rows() > 0) {
        fullBytes += open.bytes();
        fullRows += open.rows();
        full.add(open.build());
      }
    }

    long bytes() {
      return fullBytes + open.bytes() + (table == null ? 0 : table.bytes());
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
    int[] starts = HashPartitions.divide(hashes.address(), rows, positions.address(), 0);
    try (Batch dense = Batches.withoutSelection(batch)) {
      for (int i = 0; i < HashPartitions.COUNT; i++) {
        int count = starts[i + 1] - starts[i];
        if (count > 0) {
          add(partitions.get(i), dense, positions.address() + 4L * starts[i], count);
        }
      }
    }
    if (bytes > maxBytes) {
      aggregateAll();
    }
  }

  private void add(Partition partition, Batch dense, long chosen, int count) {
    partition.open.append(dense, chosen, count);
    if (partition.open.rows() >= chunkRows) {
      long before = partition.fullBytes;
      rowsSeen += partition.open.rows();
      partition.closeOpen();
      bytes += partition.fullBytes - before;
      if (spec.canReduce()
          && partition.fullRows > HEAVY_ROWS
          && partition.fullRows > HEAVY_SHARE * rowsSeen) {
        aggregate(partition); // few keys with many rows
      }
    }
  }

  /** Aggregates all rows that wait, as long as that makes less of them and memory allows it. */
  private void aggregateAll() {
    for (Partition partition : partitions) {
      if (spec.canReduce() && entriesMade <= rowsAggregated / 2 && !memory.mustGiveBack()) {
        aggregate(partition);
      }
    }
  }

  /** Aggregates the rows of a partition that wait, as far as memory allows it. */
  private void aggregate(Partition partition) {
    AggregateTable table = partition.table;
    if (table == null) {
      table = new AggregateTable(spec, account);
      partition.table = table;
    }
    long before = table.footprint().entries();
    boolean fits = true;
    while (fits && !partition.full.isEmpty()) {
      int rows = partition.full.getLast().rowCount();
      long jump =
          table.footprint().jumpBytes(rows)
              + GroupList.spillBytes(table.footprint().entries() + rows);
      fits = memory.tryTake(jump);
      if (fits) {
        try (Batch batch = takeLast(partition)) {
          rowsAggregated += batch.rowCount();
          table.add(batch);
        } finally {
          memory.giveBack(jump);
        }
      }
    }
    table.rest();
    entriesMade += table.footprint().entries() - before;
  }

  private Batch takeLast(Partition partition) {
    Batch batch = partition.full.removeLast();
    long share = partition.fullBytes / (partition.full.size() + 1);
    bytes -= share;
    partition.fullBytes -= share;
    partition.fullRows -= batch.rowCount();
    return batch;
  }

  /**
   * Gives memory back while it is short: by aggregating rows, if that helps, and by spilling.
   *
   * @param workingBytes what all threads may take until they look at memory again
   */
  void relieve(AggregateSpill spill, long workingBytes) {
    for (Partition partition : partitions) {
      if (spec.canReduce() && entriesMade <= rowsAggregated / 2) {
        aggregate(partition);
      }
    }
    List<Integer> largestFirst = new ArrayList<>();
    for (int i = 0; i < partitions.size(); i++) {
      largestFirst.add(i);
    }
    largestFirst.sort(Comparator.comparingLong((Integer i) -> -partitions.get(i).bytes()));
    for (int number : largestFirst) {
      if (!memory.mustGiveBack(workingBytes)) {
        return;
      }
      spill(number, spill);
    }
  }

  private void spill(int number, AggregateSpill spill) {
    Partition partition = partitions.get(number);
    partition.closeOpen();
    partition.startSmall(spec, account);
    while (!partition.full.isEmpty()) {
      try (Batch batch = takeLast(partition)) {
        spill.addRows(number, batch);
      }
    }
    spill.endRows(number);
    AggregateTable table = partition.table;
    if (table != null) {
      partition.table = null;
      try (table) {
        spill.addTable(table);
      }
    }
  }

  /** Spills everything. */
  void spillAll(AggregateSpill spill) {
    for (int i = 0; i < partitions.size(); i++) {
      spill(i, spill);
    }
  }

  /** Ends filling. */
  void finish() {
    partitions.forEach(Partition::closeOpen);
    hashes.close();
    positions.close();
  }

  /** Hands a partition's groups and rows to a loader; they are used up. */
  void moveInto(AggregateLoader loader, int number) {
    Partition partition = partitions.get(number);
    AggregateTable table = partition.table;
    if (table != null) {
      partition.table = null;
      try (table;
          GroupList all = GroupList.whole(table, account)) {
        loader.groups(all, 0);
      }
    }
    while (!partition.full.isEmpty()) {
      try (Batch batch = partition.full.removeLast()) {
        loader.rows(batch);
      }
    }
  }

  /**
   * Returns about what this number of rows more may allocate, if they are like those that wait, and
   * to spill one partition after the other then.
   */
  long jumpBytes(int rows) {
    double even = (double) rows / HashPartitions.COUNT;
    int share = (int) Math.ceil(even + DEVIATIONS * Math.sqrt(even));
    long bytes = 0;
    long maxEntries = 0;
    for (Partition partition : partitions) {
      bytes += partition.open.jumpBytes(share);
      maxEntries =
          Math.max(maxEntries, partition.table == null ? 0 : partition.table.footprint().entries());
    }
    return bytes + GroupList.spillBytes(maxEntries);
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
    Closeables.all(all);
  }
}
