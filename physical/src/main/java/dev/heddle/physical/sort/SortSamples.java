package dev.heddle.physical.sort;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.RowOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Where some blocks of a sort's runs start, about equally far from each other, and the keys of
 * their first rows: by them the order is cut into parts, and the start of a part is found in a run.
 *
 * <p>They take no more memory than they are given, however many runs there are and however long
 * these are: whenever there are too many, every second one of a run goes, and later ones are taken
 * at twice the distance.
 *
 * <p>Threads add samples while they write runs; after {@link #complete} all threads may read.
 */
final class SortSamples implements AutoCloseable {
  private static final int FIRST_ENTRIES = 16;

  private final int[] columns; // of the rows, that are keys
  private final RowOrder among;
  private final MemoryAccount account;
  private final BatchAppender appender;
  private volatile long distanceBytes; // changed by the holder of the monitor
  private long roomBytes;
  private int count;
  private int[] runs = new int[FIRST_ENTRIES]; // by sample
  private long[] marks = new long[FIRST_ENTRIES]; // the byte of its run at which its block starts
  private @Nullable Batch keys; // once they are complete: by run, and within it by mark

  /**
   * Makes samples, of which there are none yet.
   *
   * @param types of the rows in the runs
   * @param order the keys to sample; if there are none, no samples are taken
   * @param roomBytes how much memory they may take
   */
  SortSamples(List<DataType> types, List<SortOrder> order, long roomBytes, MemoryAccount account) {
    this.columns = order.stream().mapToInt(SortOrder::column).toArray();
    this.among = RowOrder.ofSamples(order);
    this.account = account;
    this.appender =
        new BatchAppender(order.stream().map(key -> types.get(key.column())).toList(), account);
    this.distanceBytes = order.isEmpty() ? Long.MAX_VALUE : SortRunWriter.BLOCK_BYTES;
    this.roomBytes = roomBytes;
  }

  /** Lets them take this much memory from now on, if that is more than before. */
  synchronized void allow(long bytes) {
    roomBytes = Math.max(roomBytes, bytes);
  }

  /** Returns how many bytes of rows are between two samples of a run. */
  long distanceBytes() {
    return distanceBytes;
  }

  /**
   * Takes a sample.
   *
   * @param run the number of the run
   * @param mark the byte at which a block of the run starts
   * @param block begins with the block's first row; stays the caller's
   */
  synchronized void add(int run, long mark, Batch block) {
    Column[] first =
        Column.makeAll(columns.length, key -> block.physicalColumn(columns[key]).retain());
    try (Batch row = Batch.of(account, 1, first)) {
      appender.append(row);
    }
    note(run, mark);
    while (count > 0 && appender.bytes() > roomBytes) {
      distanceBytes *= 2;
      int[] order = byRun();
      int[] places = new int[count]; // of the samples within their run
      for (int i = 1; i < count; i++) {
        places[order[i]] = runs[order[i]] == runs[order[i - 1]] ? places[order[i - 1]] + 1 : 0;
      }
      retain(order, sample -> places[sample] % 2 == 1);
    }
  }

  private void note(int run, long mark) {
    if (count == runs.length) {
      runs = Arrays.copyOf(runs, 2 * count);
      marks = Arrays.copyOf(marks, 2 * count);
    }
    runs[count] = run;
    marks[count++] = mark;
  }

  /** Forgets the samples of runs. */
  synchronized void drop(List<SortRun> dropped) {
    int[] numbers = dropped.stream().mapToInt(SortRun::number).sorted().toArray();
    retain(
        IntStream.range(0, count).toArray(),
        sample -> Arrays.binarySearch(numbers, runs[sample]) < 0);
  }

  /** Ends the taking of samples. */
  synchronized void complete() {
    retain(byRun(), _ -> true);
    keys = appender.build();
  }

  private int[] byRun() {
    Comparator<Integer> byRun = Comparator.comparingInt(sample -> runs[sample]);
    return IntStream.range(0, count)
        .boxed()
        .sorted(byRun.thenComparingLong(sample -> marks[sample]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Keeps some samples, in the given order. */
  private void retain(int[] order, IntPredicate isKept) {
    if (count == 0) {
      return;
    }
    int[] kept = Arrays.stream(order).filter(isKept).toArray();
    Buffer positions = account.allocate(4L * Math.max(1, kept.length));
    try (Batch all = appender.build()) {
      for (int i = 0; i < kept.length; i++) {
        Memory.putInt(positions.address() + 4L * i, kept[i]);
      }
      appender.append(all, positions.address(), kept.length);
    } finally {
      positions.release();
    }
    int[] allRuns = runs.clone();
    long[] allMarks = marks.clone();
    count = 0;
    for (int sample : kept) {
      note(allRuns[sample], allMarks[sample]);
    }
  }

  private Batch keys() {
    if (keys == null) {
      throw new IllegalStateException("Samples are still taken");
    }
    return keys;
  }

  /** Returns all samples in their order, once they are complete. */
  List<SortBounds.Sample> sorted() {
    Batch all = keys();
    return IntStream.range(0, count)
        .mapToObj(sample -> new SortBounds.Sample(all, sample))
        .sorted((a, b) -> compare(a, b))
        .toList();
  }

  /** Compares two samples. */
  int compare(SortBounds.Sample a, SortBounds.Sample b) {
    return among.compare(a.batch(), a.row(), b.batch(), b.row());
  }

  /**
   * Returns the byte at which the last sampled block of a run starts whose first row precedes a
   * sample and all its peers, or 0 if there is none. Called once they are complete.
   */
  long firstByte(SortRun run, SortBounds.Sample from) {
    Batch all = keys();
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean isBefore =
          runs[middle] == run.number()
              ? among.compare(all, middle, from.batch(), from.row()) < 0
              : runs[middle] < run.number();
      if (isBefore) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 || runs[low - 1] != run.number() ? 0 : marks[low - 1];
  }

  @Override
  public synchronized void close() {
    Batch all = keys;
    keys = null;
    Closeables.all(appender, all);
  }
}
