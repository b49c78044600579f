package dev.heddle.physical.sort;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.RowOrder;
import dev.heddle.physical.row.ScratchBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Where the parts of an order begin, by a sample of its keys: part {@code i} of {@code n} begins
 * with the row at {@code i/n} of the sorted sample. Owns the sample. Immutable, so that all threads
 * of a task use one.
 */
final class RangeBounds implements AutoCloseable {
  /** Peers that make up less than this fraction of a part are all in one. */
  private static final int SMALL_PEERS_FRACTION = 10;

  private final Batch sample; // key columns
  private final RowOrder order; // of the sample's rows and the rows that are placed
  private final SortOrder firstKey;
  private final int parts;
  private final boolean splitsEqual;
  private final int size;
  private final int[] rows; // of the sample; where part i + 1 begins
  private final long[] scores; // of these rows, ascending
  private final int[] firstPeer; // position in the sorted sample of the first peer of bound i
  private final int[] lastPeer;

  /** Takes the sample over. */
  RangeBounds(PhysicalPlan.RangePart node, Batch sample) {
    this.sample = sample;
    this.order = RowOrder.ofKeys(node.order());
    this.firstKey = node.order().getFirst();
    this.parts = node.parts();
    this.splitsEqual = node.splitsEqual();
    this.size = sample.rowCount();
    int[] sorted = sorted(node.order());
    int count = size == 0 ? 0 : parts - 1;
    rows = new int[count];
    scores = new long[count];
    firstPeer = new int[count];
    lastPeer = new int[count];
    if (count > 0) {
      setBounds(sorted, RowOrder.ofSamples(node.order()));
    }
  }

  private int[] sorted(List<SortOrder> keys) {
    RowOrder among = RowOrder.ofSamples(keys);
    Integer[] numbers = new Integer[size];
    Arrays.setAll(numbers, i -> i);
    Arrays.sort(numbers, (a, b) -> among.compare(sample, a, sample, b));
    return Arrays.stream(numbers).mapToInt(Integer::intValue).toArray();
  }

  private void setBounds(int[] sorted, RowOrder among) {
    int[] first = new int[size]; // position of the first peer
    for (int i = 1; i < size; i++) {
      boolean isPeer = among.compare(sample, sorted[i - 1], sample, sorted[i]) == 0;
      first[i] = isPeer ? first[i - 1] : i;
    }
    int[] last = new int[size];
    for (int i = size - 1; i >= 0; i--) {
      last[i] = i < size - 1 && first[i + 1] == first[i] ? last[i + 1] : i;
    }
    for (int i = 0; i < rows.length; i++) {
      long place = ((i + 1L) * size + parts - 1) / parts;
      int at = (int) Math.min(size - 1, place);
      rows[i] = sorted[at];
      firstPeer[i] = first[at];
      lastPeer[i] = last[at];
    }
    try (ScratchBuffer scratch = new ScratchBuffer(sample.account())) {
      long scored = scratch.reserve(8L * size);
      SortOrder key = new SortOrder(0, firstKey.direction(), firstKey.nulls());
      TopNScores.read(sample.physicalColumn(0), key, 0, size, scored);
      for (int i = 0; i < rows.length; i++) {
        scores[i] = Memory.getLong(scored + 8L * rows[i]);
      }
    }
  }

  /**
   * Writes the parts of a batch's rows.
   *
   * @param scratch of the calling thread
   * @param draws decides where peers of several bounds go
   * @param target where one int32 for each physical row starts; only rows that count are written
   */
  void place(Batch batch, ScratchBuffer scratch, Draws draws, long target) {
    int count = batch.rowCount();
    long selection = batch.selection();
    long scored = scratch.reserve(8L * Math.max(1, count));
    TopNScores.read(batch.physicalColumn(firstKey.column()), firstKey, selection, count, scored);
    for (int i = 0; i < count; i++) {
      int row = selection == 0 ? i : Memory.getInt(selection + 4L * i);
      int part = part(batch, row, Memory.getLong(scored + 8L * i), draws);
      Memory.putInt(target + 4L * row, part);
    }
  }

  private int part(Batch batch, int row, long score, Draws draws) {
    int from = 0;
    int to = scores.length;
    while (from < to) { // the first bound that may not precede the row
      int middle = (from + to) >>> 1;
      if (scores[middle] < score) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    if (from == scores.length || scores[from] > score) {
      return from;
    }
    int end = from;
    while (end < scores.length && scores[end] == score) {
      end++;
    }
    int lower = search(batch, row, from, end, 0);
    int upper = search(batch, row, lower, end, 1);
    if (upper == lower || !splitsEqual) {
      return upper;
    }
    int peers = lastPeer[lower] - firstPeer[lower] + 1;
    if (upper - lower == 1 && (long) peers * parts * SMALL_PEERS_FRACTION < size) {
      return upper;
    }
    return (int) ((firstPeer[lower] + (long) draws.next(peers)) * parts / size);
  }

  /** Returns the first bound of a range that compares with the row as wanted, or higher. */
  private int search(Batch batch, int row, int start, int end, int wanted) {
    int from = start;
    int to = end;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (Integer.signum(order.compare(sample, rows[middle], batch, row)) < wanted) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** Draws numbers. */
  interface Draws {
    /** Returns a number from 0 up to but not the limit. */
    int next(int limit);
  }

  @Override
  public void close() {
    sample.close();
  }
}
