package dev.heddle.physical.aggregate;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.HashPartitions;
import dev.heddle.physical.spill.SpillFile;
import dev.heddle.physical.spill.SpillReader;
import dev.heddle.physical.spill.SpillSpace;
import dev.heddle.physical.spill.SpillWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Pairs of group and value, some of them more than once, divided by their hash: int32 groups, then
 * the values. They are held in memory until that is short, and are on the disk from then on. Filled
 * by one thread; then each part is read by one thread.
 */
final class DistinctSpill implements AutoCloseable {
  private static final int CHUNK_ROWS = 4096;

  private final int level;
  private final SpillSpace space;
  private final StateMemory memory;
  private final MemoryAccount account;
  private final List<DataType> types;
  private final PartitionBlocks blocks;
  private final @Nullable SpillWriter[] writers = new SpillWriter[HashPartitions.COUNT];
  private final List<List<SpillFile>> files = new ArrayList<>();
  private final List<BatchAppender> open = new ArrayList<>();
  private final List<List<Batch>> full = new ArrayList<>();
  private long fullBytes;
  private boolean isOnDisk;

  DistinctSpill(int level, List<DataType> types, SpillSpace space, StateMemory memory) {
    this.level = level;
    this.types = types;
    this.space = space;
    this.memory = memory;
    this.account = memory.account();
    this.blocks = PartitionBlocks.of(account, memory.threads());
    for (int i = 0; i < HashPartitions.COUNT; i++) {
      files.add(new ArrayList<>());
      open.add(new BatchAppender(types, account));
      full.add(new ArrayList<>());
    }
  }

  SpillSpace space() {
    return space;
  }

  StateMemory memory() {
    return memory;
  }

  /** Returns whether pairs no longer stay in memory. */
  boolean isOnDisk() {
    return isOnDisk;
  }

  /** Returns the bytes of pairs in memory, roughly. */
  long bytes() {
    long bytes = fullBytes;
    for (BatchAppender appender : open) {
      bytes += appender.bytes();
    }
    return bytes;
  }

  /** Puts all pairs on the disk, and those that come. */
  void toDisk() {
    isOnDisk = true;
    for (int i = 0; i < HashPartitions.COUNT; i++) {
      close(i);
      while (!full.get(i).isEmpty()) {
        try (Batch batch = full.get(i).removeLast()) {
          writer(i).write(batch);
        }
      }
      blocks.rest(writers[i]);
    }
    fullBytes = 0;
  }

  private void close(int part) {
    BatchAppender appender = open.get(part);
    if (appender.rows() > 0) {
      fullBytes += appender.bytes();
      full.get(part).add(appender.build());
    }
  }

  private SpillWriter writer(int part) {
    SpillWriter writer = writers[part];
    if (writer == null) {
      writer = space.writer("distinct", types, account, blocks.bytes());
      writers[part] = writer;
    }
    return writer;
  }

  /**
   * Writes pairs to the disk, where the others are, too, without room that grows with them.
   *
   * @param numbers of the pairs, by part
   * @param pairs makes a batch of those whose numbers are at an address
   */
  void write(GroupNumbers numbers, PairBatches pairs) {
    for (int i = 0; i < HashPartitions.COUNT; i++) {
      int count = numbers.count(i);
      for (int from = 0; from < count; from += Batch.MAX_ROWS) {
        int rows = Math.min(Batch.MAX_ROWS, count - from);
        try (Batch batch = pairs.of(numbers.at(i) + 4L * from, rows)) {
          writer(i).write(batch);
        }
      }
      blocks.rest(writers[i]);
    }
  }

  /** Makes batches of pairs. */
  interface PairBatches {
    Batch of(long numbers, int count);
  }

  /**
   * Adds pairs, which stay the caller's, to those in memory.
   *
   * @param hashes where a hash of each pair is
   * @param positions where there is room for an int32 a pair
   */
  void add(Batch pairs, long hashes, long positions) {
    int rows = pairs.rowCount();
    int[] starts = HashPartitions.divide(hashes, rows, positions, level);
    for (int i = 0; i < HashPartitions.COUNT; i++) {
      int count = starts[i + 1] - starts[i];
      long chosen = positions + 4L * starts[i];
      if (count > 0) {
        open.get(i).append(pairs, chosen, count);
        if (open.get(i).rows() >= CHUNK_ROWS) {
          close(i);
        }
      }
    }
  }

  /** Takes over the pairs of another one. */
  void move(DistinctSpill other) {
    other.finish();
    for (int i = 0; i < HashPartitions.COUNT; i++) {
      files.get(i).addAll(other.files.get(i));
      other.files.get(i).clear();
      full.get(i).addAll(other.full.get(i));
      other.full.get(i).clear();
    }
    fullBytes += other.fullBytes;
    other.fullBytes = 0;
    if (isOnDisk) {
      toDisk();
    }
  }

  /** Ends adding. */
  void finish() {
    for (int i = 0; i < HashPartitions.COUNT; i++) {
      close(i);
      SpillWriter writer = writers[i];
      writers[i] = null;
      if (writer != null) {
        try (writer) {
          files.get(i).add(writer.finish());
        }
      }
    }
  }

  /** Lends the batches of one of {@link HashPartitions#COUNT} parts, and deletes it. */
  void read(int part, Consumer<Batch> reader) {
    while (!full.get(part).isEmpty()) {
      try (Batch batch = full.get(part).removeLast()) {
        reader.accept(batch);
      }
    }
    for (SpillFile file : files.get(part)) {
      try (file;
          SpillReader blocks = file.open(account)) {
        for (Batch next = blocks.next(); next != null; next = blocks.next()) {
          try (Batch batch = next) {
            reader.accept(batch);
          }
        }
      }
    }
    files.get(part).clear();
  }

  @Override
  public void close() {
    List<AutoCloseable> all = new ArrayList<>();
    for (int i = 0; i < HashPartitions.COUNT; i++) {
      if (writers[i] != null) {
        all.add(writers[i]);
      }
      writers[i] = null;
      all.addAll(files.get(i));
      files.get(i).clear();
      all.add(open.get(i));
      all.addAll(full.get(i));
      full.get(i).clear();
    }
    Closeables.all(all);
  }
}
