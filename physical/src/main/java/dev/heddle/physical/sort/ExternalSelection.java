package dev.heddle.physical.sort;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.spill.SpillFile;
import dev.heddle.physical.spill.SpillReader;
import dev.heddle.physical.spill.SpillSpace;
import dev.heddle.physical.spill.SpillWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of few groups on the disk, and the selection of one of each group by its rank: in
 * each pass over the files the numbers of the range that holds the wanted one are counted by some
 * of their bits, which makes the range smaller, until there is one number in it.
 *
 * <p>Numbers compare as by {@link Double#compare}. Used by one thread.
 */
public final class ExternalSelection implements AutoCloseable {
  private static final List<DataType> TYPES = List.of(DataType.INT32, DataType.FLOAT64);
  private static final int MAX_BITS = 13; // five passes for 64 bits; 64 KiB of counts a group
  private static final int MIN_BITS = 4;
  private static final long MAX_COUNT_BYTES = 512 << 10; // then fewer bits, of more groups

  /** Little, since there is a file for each of what collects numbers, and memory is short then. */
  private static final int BLOCK_BYTES = 64 << 10;

  private static final int BLOCKS_IN_PASS = 4; // as they are on the disk, and as they are read

  private final SpillSpace space;
  private final MemoryAccount account;
  private final List<SpillFile> files = new ArrayList<>();
  private @Nullable SpillWriter writer;

  public ExternalSelection(SpillSpace space, MemoryAccount account) {
    this.space = space;
    this.account = account;
  }

  /**
   * Adds numbers.
   *
   * @param groups where their int32 groups are
   * @param values where they are
   */
  public void add(long groups, long values, int count) {
    SpillWriter target = writer;
    if (target == null) {
      target = space.writer("values", TYPES, account, BLOCK_BYTES);
      writer = target;
    }
    for (int from = 0; from < count; from += Batch.MAX_ROWS) {
      int rows = Math.min(Batch.MAX_ROWS, count - from);
      try (Batch batch = batch(groups + 4L * from, values + 8L * from, rows)) {
        target.write(batch);
      }
    }
  }

  private Batch batch(long groups, long values, int rows) {
    Column[] columns =
        Column.makeAll(
            2,
            i ->
                i == 0
                    ? copied(DataType.INT32, groups, 4L * rows, rows)
                    : copied(DataType.FLOAT64, values, 8L * rows, rows));
    return Batch.of(account, rows, columns);
  }

  private Column copied(DataType type, long source, long bytes, int rows) {
    Buffer copy = account.allocate(bytes);
    Memory.copy(source, copy.address(), bytes);
    return Column.fixed(type, rows, copy, null);
  }

  /** Takes over the numbers of another one. */
  public void move(ExternalSelection other) {
    other.finish();
    files.addAll(other.files);
    other.files.clear();
  }

  /** Ends adding. */
  public void finish() {
    SpillWriter open = writer;
    if (open != null) {
      writer = null;
      try (open) {
        files.add(open.finish());
      }
    }
  }

  /** Counts the numbers of each group. */
  public long[] counts(int groupCount) {
    long[] counts = new long[groupCount];
    scan(
        (groups, values, rows) -> {
          for (int i = 0; i < rows; i++) {
            counts[Memory.getInt(groups + 4L * i)]++;
          }
        });
    return counts;
  }

  /** Returns how many bits of the numbers are counted in one pass. */
  private static int bits(int groupCount) {
    long buckets = MAX_COUNT_BYTES / 8 / Math.max(1, groupCount);
    return Math.clamp(Long.SIZE - 1 - Long.numberOfLeadingZeros(buckets), MIN_BITS, MAX_BITS);
  }

  /** Returns about what {@link #select} takes for this number of groups. */
  public static long selectBytes(int groupCount) {
    return ((8L * groupCount) << bits(groupCount)) + BLOCKS_IN_PASS * BLOCK_BYTES;
  }

  /**
   * Returns the number of each group that this number of others come before.
   *
   * @param ranks below the group's count; -1 for groups that do not matter
   */
  public double[] select(long[] ranks) {
    int groupCount = ranks.length;
    long[] left = ranks.clone();
    long[] prefixes = new long[groupCount]; // the bits that are known
    int maxBits = bits(groupCount);
    Buffer counts = account.allocate((8L * groupCount) << maxBits);
    try {
      for (int known = 0; known < Long.SIZE; known += maxBits) {
        int bits = Math.min(maxBits, Long.SIZE - known);
        int unknown = Long.SIZE - known;
        Memory.fill(counts.address(), (8L * groupCount) << bits, (byte) 0);
        scan(
            (groups, values, rows) ->
                count(groups, values, rows, prefixes, unknown, bits, counts.address()));
        for (int g = 0; g < groupCount; g++) {
          if (ranks[g] >= 0) {
            int bucket = bucket(counts.address() + ((8L * g) << bits), left, g);
            prefixes[g] = prefixes[g] << bits | bucket;
          }
        }
      }
    } finally {
      counts.release();
    }
    double[] selected = new double[groupCount];
    for (int g = 0; g < groupCount; g++) {
      selected[g] = number(prefixes[g]);
    }
    return selected;
  }

  private static void count(
      long groups, long values, int rows, long[] prefixes, int unknown, int bits, long counts) {
    int shift = unknown - bits;
    long mask = (1L << bits) - 1;
    for (int i = 0; i < rows; i++) {
      int group = Memory.getInt(groups + 4L * i);
      long place = place(Memory.getDouble(values + 8L * i));
      if (unknown == Long.SIZE || place >>> unknown == prefixes[group]) {
        long at = counts + 8 * (((long) group << bits) + (place >>> shift & mask));
        Memory.putLong(at, Memory.getLong(at) + 1);
      }
    }
  }

  private static int bucket(long counts, long[] left, int group) {
    int bucket = 0;
    long count = Memory.getLong(counts);
    while (count <= left[group]) {
      left[group] -= count;
      count = Memory.getLong(counts + 8L * ++bucket);
    }
    return bucket;
  }

  /** Returns bits that, unsigned, are in the numbers' order. */
  private static long place(double value) {
    long bits = Double.doubleToLongBits(value);
    return bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
  }

  private static double number(long place) {
    return Double.longBitsToDouble(place < 0 ? place ^ Long.MIN_VALUE : ~place);
  }

  /** What is done with a block of numbers. */
  private interface Pass {
    void block(long groups, long values, int rows);
  }

  private void scan(Pass pass) {
    for (SpillFile file : files) {
      try (SpillReader reader = file.open(account)) {
        for (Batch next = reader.next(); next != null; next = reader.next()) {
          try (Batch batch = next) {
            pass.block(
                batch.physicalColumn(0).values(),
                batch.physicalColumn(1).values(),
                batch.rowCount());
          }
        }
      }
    }
  }

  @Override
  public void close() {
    List<AutoCloseable> all = new ArrayList<>(files);
    if (writer != null) {
      all.add(writer);
    }
    files.clear();
    writer = null;
    Closeables.all(all);
  }
}
