package dev.heddle.physical.join;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.KeyWords;
import dev.heddle.physical.row.ScratchBuffer;
import dev.heddle.physical.spill.SpillFile;
import dev.heddle.physical.spill.SpillSpace;
import dev.heddle.physical.spill.SpillWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Divides the rows of one side of a join by the hash of their keys, and writes those of partitions
 * that are not in memory. Used by one thread.
 *
 * <p>Rows that match nothing because of a null stay in memory on the left, are dropped on the right
 * if nobody asks for them, and else go to any partition.
 */
final class JoinSplitter implements AutoCloseable {
  /** How many partitions there are, unless there is only one. */
  static final int PARTS = 1 << KeyDivision.BITS;

  /** What rows that wait to be written take, of each partition. */
  static final int BLOCK_BYTES = 64 << 10;

  private static final int SHIFT = Long.SIZE - KeyDivision.BITS;
  private static final long LEVEL_KEY = 0xD6E8FEB86659FD93L;
  private static final long FILE_ROWS = 4L << 20;

  private final HashJoin join;
  private final JoinKeys keys;
  private final JoinSide side;
  private final int level;
  private final boolean keepsNulls;
  private final boolean dropsNulls;
  private final List<DataType> types;
  private final SpillSpace space;
  private final MemoryAccount account;
  private final @Nullable SpillWriter[] writers;
  private final List<List<SpillFile>> full = new ArrayList<>(); // by partition
  private final ScratchBuffer hashes;
  private final ScratchBuffer numbers; // one byte a row: its partition
  private final ScratchBuffer positions;
  private final ScratchBuffer nulls;
  private final int[] starts;
  private boolean hasSeenNulls;

  /**
   * Makes one.
   *
   * @param level how often the rows have been divided before
   * @param parts {@link #PARTS}, or 1
   */
  JoinSplitter(
      HashJoin join, JoinSide side, int level, int parts, MemoryAccount account, SpillSpace space) {
    this.join = join;
    this.keys = join.keys();
    this.side = side;
    boolean isLeft = side == JoinSide.LEFT;
    this.level = level;
    this.keepsNulls = isLeft && level == 0 && parts > 1;
    this.dropsNulls = !isLeft && parts > 1 && !HashJoin.emitsUnmatchedRight(join.plan().kind());
    this.types = join.types(side);
    this.space = space;
    this.account = account;
    this.writers = new SpillWriter[parts];
    for (int i = 0; i < parts; i++) {
      full.add(new ArrayList<>());
    }
    this.starts = new int[parts + 1];
    this.hashes = new ScratchBuffer(account);
    this.numbers = new ScratchBuffer(account);
    this.positions = new ScratchBuffer(account);
    this.nulls = new ScratchBuffer(account);
  }

  /**
   * Writes the rows of a batch, which stays the caller's, that are not in memory; returns how many
   * are.
   *
   * @param resident partitions from this number on are not in memory
   */
  int divide(Batch batch, int resident) {
    int rows = batch.rowCount();
    numbers.reserve(rows);
    positions.reserve(8L * rows);
    number(batch, rows);
    long selection = batch.selection();
    long kept = positions.address();
    long others = kept + 4L * rows;
    int count = 0;
    Arrays.fill(starts, 0);
    for (int i = 0; i < rows; i++) {
      int part = Memory.getByte(numbers.address() + i);
      if (part >= resident) {
        starts[part + 1]++;
      } else if (part >= 0) {
        Memory.putInt(kept + 4L * count++, selection == 0 ? i : Memory.getInt(selection + 4L * i));
      } else if (keepsNulls) {
        Memory.putInt(kept + 4L * count++, selection == 0 ? i : Memory.getInt(selection + 4L * i));
      }
    }
    if (resident < writers.length) {
      write(batch, rows, resident, others);
    }
    return count;
  }

  /** Returns the address of the int32 positions of rows that are in memory, ascending. */
  long kept() {
    return positions.address();
  }

  /** Returns whether a row with a null that keeps it from matching has come. */
  boolean hasSeenNulls() {
    return hasSeenNulls;
  }

  private void write(Batch batch, int rows, int resident, long grouped) {
    for (int part = 0; part < writers.length; part++) {
      starts[part + 1] += starts[part];
    }
    int[] next = starts.clone();
    long selection = batch.selection();
    for (int i = 0; i < rows; i++) {
      int part = Memory.getByte(numbers.address() + i);
      if (part >= resident) {
        int position = selection == 0 ? i : Memory.getInt(selection + 4L * i);
        Memory.putInt(grouped + 4L * next[part]++, position);
      }
    }
    for (int part = resident; part < writers.length; part++) {
      int count = starts[part + 1] - starts[part];
      if (count > 0) {
        write(part, batch, grouped + 4L * starts[part], count);
      }
    }
  }

  private void write(int part, Batch batch, long chosen, int count) {
    SpillWriter writer = writers[part];
    if (writer == null) {
      writer =
          space.writer(
              side == JoinSide.LEFT ? "join-left" : "join-right", types, account, BLOCK_BYTES);
      writers[part] = writer;
    }
    writer.write(batch, chosen, count);
    if (writer.rows() >= FILE_ROWS) {
      end(part, writer);
    }
  }

  private void end(int part, SpillWriter writer) {
    SpillFile file = writer.finish();
    full.get(part).add(file);
    writers[part] = null;
    writer.close();
    join.noteSpill(file.bytes());
  }

  /** Writes the partition of each row; -1 where it stays or is dropped because of a null. */
  private void number(Batch batch, int rows) {
    boolean isLeft = side == JoinSide.LEFT;
    boolean mayBeNull = isLeft ? keys.leftMayBeNull(batch) : keys.rightMayBeNull(batch);
    long flags = mayBeNull ? nulls.reserve(rows) : 0;
    if (mayBeNull) {
      if (isLeft) {
        keys.markLeftNulls(batch, flags);
      } else {
        keys.markRightNulls(batch, flags);
      }
    }
    if (writers.length == 1) {
      Memory.fill(numbers.address(), rows, (byte) 0);
    } else if (keys.isDividedByWord()) {
      hashes.reserve(8L * rows);
      int column = isLeft ? keys.left(0) : keys.right(0);
      KeyWords.read(batch.physicalColumn(column), batch.selection(), rows, hashes.address());
      KeyDivision.number(hashes.address(), rows, level, numbers.address());
    } else {
      hashes.reserve(8L * rows);
      JoinKeys.hashes(batch, isLeft ? keys.left() : keys.right(), hashes.address());
      long seed = level * LEVEL_KEY;
      for (int i = 0; i < rows; i++) {
        long hash = RowHash.mix(Memory.getLong(hashes.address() + 8L * i), seed);
        Memory.putByte(numbers.address() + i, (byte) (hash >>> SHIFT));
      }
    }
    for (int i = 0; mayBeNull && i < rows; i++) {
      if (Memory.getByte(flags + i) != 0) {
        hasSeenNulls = true;
        if (keepsNulls || dropsNulls) {
          Memory.putByte(numbers.address() + i, (byte) -1);
        } else {
          Memory.putByte(numbers.address() + i, (byte) (i % writers.length));
        }
      }
    }
  }

  /** Ends writing; returns each partition's files, which are the caller's. */
  List<List<SpillFile>> finish() {
    for (int part = 0; part < writers.length; part++) {
      SpillWriter writer = writers[part];
      if (writer != null) {
        end(part, writer);
      }
    }
    List<List<SpillFile>> files = new ArrayList<>(full);
    full.clear();
    return files;
  }

  /** Ends writing and hands the files over. */
  void finishInto(JoinSpill spill) {
    List<List<SpillFile>> files = finish();
    for (int part = 0; part < files.size(); part++) {
      for (SpillFile file : files.get(part)) {
        spill.add(side, part, file);
      }
    }
  }

  @Override
  public void close() {
    List<@Nullable AutoCloseable> all = new ArrayList<>(List.of(hashes, numbers, positions, nulls));
    for (SpillWriter writer : writers) {
      all.add(writer);
    }
    full.forEach(all::addAll);
    full.clear();
    Closeables.all(all);
  }
}
