package dev.heddle.physical.aggregate;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.row.Batches;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.HashPartitions;
import dev.heddle.physical.row.ScratchBuffer;
import dev.heddle.physical.spill.SpillFile;
import dev.heddle.physical.spill.SpillReader;
import dev.heddle.physical.spill.SpillSpace;
import dev.heddle.physical.spill.SpillWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an aggregation has put on the disk, divided by the hash of the keys: rows of the input,
 * states of groups (keys, then states) and collected values (keys, then values).
 *
 * <p>Written by all threads; then each partition is read by one. A partition's states are read
 * before its values, so that a group is known with its states first.
 */
final class AggregateSpill implements AutoCloseable {
  private static final int ROWS = 0;
  private static final int STATES = 1;
  private static final int FIRST_VALUES = 2;

  private final int level;
  private final SpillSpace space;
  private final MemoryAccount account;
  private final PartitionBlocks blocks;
  private final List<Partition> partitions = new ArrayList<>();
  private final ScratchBuffer hashes;
  private final ScratchBuffer positions;
  private int dividedKind; // which was divided last

  /**
   * Makes it without files.
   *
   * @param level how often the rows have been divided before
   */
  AggregateSpill(int level, TaskContext context, MemoryAccount account) {
    this.level = level;
    this.space = context.spill();
    this.account = account;
    this.hashes = new ScratchBuffer(account);
    this.positions = new ScratchBuffer(account);
    this.blocks = PartitionBlocks.of(account, context.threads());
    for (int i = 0; i < HashPartitions.COUNT; i++) {
      partitions.add(new Partition());
    }
  }

  /** A partition's files by kind: rows, states, values of the first collector, of the next, ... */
  private static final class Partition {
    private final List<@Nullable SpillWriter> writers = new ArrayList<>(); // guarded by this
    private final List<@Nullable SpillFile> files = new ArrayList<>();
  }

  /** Returns how often rows are divided by hash once they are divided here. */
  int level() {
    return level;
  }

  private SpillWriter writer(Partition partition, int kind, Batch batch) {
    while (partition.writers.size() <= kind) {
      partition.writers.add(null);
    }
    SpillWriter writer = partition.writers.get(kind);
    if (writer == null) {
      List<DataType> types = new ArrayList<>();
      for (int i = 0; i < batch.columnCount(); i++) {
        types.add(batch.physicalColumn(i).type());
      }
      writer = space.writer("groups", types, account, blocks.bytes());
      partition.writers.set(kind, writer);
    }
    return writer;
  }

  /** Adds rows of the input, which stay the caller's, to a partition. */
  void addRows(int partition, Batch batch) {
    add(partition, ROWS, batch);
  }

  /** Ends adding rows to a partition for now. */
  void endRows(int partition) {
    rest(partition, ROWS);
  }

  /** Frees the room of rows that wait to fill a block where memory is too short for that. */
  private void rest(int number, int kind) {
    Partition partition = partitions.get(number);
    synchronized (partition) {
      blocks.rest(partition.writers.size() > kind ? partition.writers.get(kind) : null);
    }
  }

  private void restAll(int kind) {
    for (int i = 0; i < HashPartitions.COUNT; i++) {
      rest(i, kind);
    }
  }

  private void add(int number, int kind, Batch batch) {
    Partition partition = partitions.get(number);
    synchronized (partition) {
      writer(partition, kind, batch).write(batch);
    }
  }

  /** Adds rows of the input, which stay the caller's, each to its partition. For one thread. */
  void divideRows(Batch batch, AggregateTable hasher) {
    try (Batch dense = Batches.withoutSelection(batch)) {
      hashes.reserve(8L * dense.rowCount());
      hasher.hashRows(dense, hashes.address());
      divide(dense, ROWS);
    }
  }

  /** Does the same for states. */
  void divideStates(Batch batch, AggregateTable hasher) {
    hashes.reserve(8L * batch.rowCount());
    hasher.spillBatches().hashStates(batch, hashes.address());
    divide(batch, STATES);
  }

  /** Does the same for values of a collector. */
  void divideValues(int collector, Batch batch, AggregateTable hasher) {
    hashes.reserve(8L * batch.rowCount());
    hasher.spillBatches().hashStates(batch, hashes.address());
    divide(batch, FIRST_VALUES + collector);
  }

  private void divide(Batch batch, int kind) {
    if (kind != dividedKind) {
      restAll(dividedKind);
      dividedKind = kind;
    }
    int rows = batch.rowCount();
    long places = positions.reserve(4L * rows);
    int[] starts = HashPartitions.divide(hashes.address(), rows, places, level);
    for (int i = 0; i < HashPartitions.COUNT; i++) {
      int count = starts[i + 1] - starts[i];
      if (count > 0) {
        Partition partition = partitions.get(i);
        synchronized (partition) {
          writer(partition, kind, batch).write(batch, places + 4L * starts[i], count);
        }
      }
    }
  }

  /** Adds all groups and values of a table, which are used up; it stays the caller's to close. */
  void addTable(AggregateTable table) {
    try (GroupNumbers numbers = GroupNumbers.byHash(table.keyed(), level, account)) {
      for (int p = 0; p < HashPartitions.COUNT; p++) {
        int groups = numbers.count(p);
        for (int from = 0; from < groups; from += Batch.MAX_ROWS) {
          int count = Math.min(Batch.MAX_ROWS, groups - from);
          try (Batch states = table.spillBatches().states(numbers.at(p) + 4L * from, count)) {
            add(p, STATES, states);
          }
        }
        rest(p, STATES);
      }
      addCollected(table, numbers);
    }
  }

  private void addCollected(AggregateTable table, GroupNumbers numbers) {
    List<Collector> collectors = table.collectors();
    if (collectors.isEmpty()) {
      return;
    }
    Buffer partitionOf = numbers.partitionOf(account);
    try {
      for (int c = 0; c < collectors.size(); c++) {
        addCollected(table, c, partitionOf.address());
      }
    } finally {
      partitionOf.release();
    }
  }

  private void addCollected(AggregateTable table, int number, long partitionOf) {
    int kind = FIRST_VALUES + number;
    Collector collector = table.collectors().get(number);
    boolean isDrained =
        collector.drain(
            (group, values, count) -> {
              try (Batch batch = table.spillBatches().values(group, values, count)) {
                add(Memory.getByte(partitionOf + group), kind, batch);
              }
            });
    if (isDrained) {
      restAll(kind);
      return;
    }
    try (ValueList all = ValueList.divided(collector, partitionOf, HashPartitions.COUNT, account)) {
      for (int p = 0; p < HashPartitions.COUNT; p++) {
        addValues(p, kind, all, table);
        rest(p, kind);
      }
    }
  }

  private void addValues(int partition, int kind, ValueList values, AggregateTable table) {
    int end = values.starts()[partition + 1];
    int atOnce = values.collector().valuesAtOnce();
    for (int from = values.starts()[partition]; from < end; from += atOnce) {
      int count = Math.min(atOnce, end - from);
      long positions = values.numbers().address() + 4L * from;
      try (Batch batch = table.spillBatches().values(values.collector(), positions, count)) {
        add(partition, kind, batch);
      }
    }
  }

  /** Takes what is read back. */
  interface Reader {
    /** Takes rows of the input, which stay the caller's. */
    void rows(Batch batch);

    /** Takes states, which stay the caller's. */
    void states(Batch batch);

    /** Takes values of a collector, which stay the caller's. */
    void values(int collector, Batch batch);
  }

  /** Ends writing. Notes what has been written. */
  void finish(OperatorMetrics metrics) {
    hashes.close();
    positions.close();
    for (Partition partition : partitions) {
      for (int kind = 0; kind < partition.writers.size(); kind++) {
        SpillWriter writer = partition.writers.get(kind);
        partition.writers.set(kind, null);
        SpillFile file = null;
        if (writer != null) {
          try (writer) {
            file = writer.finish();
          }
          metrics.noteSpill(file.bytes(), 1);
        }
        partition.files.add(file);
      }
    }
  }

  /** Returns whether a partition has nothing. */
  boolean isEmpty(int partition) {
    return partitions.get(partition).files.stream().allMatch(file -> file == null);
  }

  /** Hands a partition to a reader, block by block, and deletes it. */
  void read(int number, Reader reader, TaskContext context) {
    Partition partition = partitions.get(number);
    for (int kind = 0; kind < partition.files.size(); kind++) {
      SpillFile file = partition.files.get(kind);
      if (file == null) {
        continue;
      }
      try (file;
          SpillReader blocks = file.open(account)) {
        boolean hasMore = true;
        while (hasMore) {
          context.checkCancelled(); // while no batch is at hand
          try (Batch batch = blocks.next()) {
            hasMore = batch != null;
            if (batch != null) {
              switch (kind) {
                case ROWS -> reader.rows(batch);
                case STATES -> reader.states(batch);
                default -> reader.values(kind - FIRST_VALUES, batch);
              }
            }
          }
        }
      }
      partition.files.set(kind, null);
    }
  }

  @Override
  public void close() {
    List<AutoCloseable> all = new ArrayList<>(List.of(hashes, positions));
    for (Partition partition : partitions) {
      synchronized (partition) {
        partition.writers.stream().filter(w -> w != null).forEach(all::add);
        partition.files.stream().filter(f -> f != null).forEach(all::add);
        partition.writers.clear();
        partition.files.clear();
      }
    }
    Closeables.all(all);
  }
}
