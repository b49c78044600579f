package dev.heddle.physical.aggregate;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.Closing;
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
 * Pairs of group and value on the disk, some of them more than once, divided by their hash: int32
 * groups, then the values. Used by one thread.
 */
final class DistinctSpill implements AutoCloseable {
  private static final int SHARE_OF_LIMIT = 128;
  private static final int SMALLEST_BLOCK = 16 << 10;

  private final int level;
  private final SpillSpace space;
  private final StateMemory memory;
  private final MemoryAccount account;
  private final List<DataType> types;
  private final @Nullable SpillWriter[] writers = new SpillWriter[HashPartitions.COUNT];
  private final List<List<SpillFile>> files = new ArrayList<>();

  DistinctSpill(int level, List<DataType> types, SpillSpace space, StateMemory memory) {
    this.level = level;
    this.types = types;
    this.space = space;
    this.memory = memory;
    this.account = memory.account();
    for (int i = 0; i < HashPartitions.COUNT; i++) {
      files.add(new ArrayList<>());
    }
  }

  SpillSpace space() {
    return space;
  }

  StateMemory memory() {
    return memory;
  }

  /**
   * Adds pairs, which stay the caller's.
   *
   * @param hashes where a hash of each pair stands
   * @param positions where there is room for an int32 a pair
   */
  void add(Batch pairs, long hashes, long positions) {
    int rows = pairs.rowCount();
    int[] starts = HashPartitions.divide(hashes, rows, positions, level);
    for (int i = 0; i < HashPartitions.COUNT; i++) {
      int count = starts[i + 1] - starts[i];
      if (count > 0) {
        SpillWriter writer = writers[i];
        if (writer == null) {
          long share = account.ledger().limitBytes() / SHARE_OF_LIMIT / HashPartitions.COUNT;
          int block = Math.clamp(share, SMALLEST_BLOCK, SpillSpace.BLOCK_BYTES);
          writer = space.writer("distinct", types, account, block);
          writers[i] = writer;
        }
        writer.write(pairs, positions + 4L * starts[i], count);
      }
    }
  }

  /** Takes over the pairs of another one. */
  void move(DistinctSpill other) {
    other.finish();
    for (int i = 0; i < HashPartitions.COUNT; i++) {
      files.get(i).addAll(other.files.get(i));
      other.files.get(i).clear();
    }
  }

  /** Ends adding. */
  void finish() {
    for (int i = 0; i < HashPartitions.COUNT; i++) {
      SpillWriter writer = writers[i];
      writers[i] = null;
      if (writer != null) {
        try (writer) {
          files.get(i).add(writer.finish());
        }
      }
    }
  }

  /** Hands the batches of one of {@link HashPartitions#COUNT} parts over, and deletes it. */
  void read(int part, Consumer<Batch> reader) {
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
    }
    Closing.all(all);
  }
}
