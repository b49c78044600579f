package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.at;
import static dev.heddle.physical.window.WindowSegment.put;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.RowComparator;
import dev.heddle.physical.row.RowStore;
import dev.heddle.physical.row.ScratchBuffer;
import dev.heddle.physical.row.SortOrdinals;
import java.util.List;

/**
 * Smallest and largest values of frames: a queue of the rows that can still become the best one,
 * since frames never move back. Linear in the rows, whatever the frame.
 */
final class WindowExtremes {
  private WindowExtremes() {}

  static Column compute(AggregateCall call, WindowFrames frames, WindowSegment segment) {
    int column = call.arguments().getFirst();
    boolean isLargest =
        call.function() == AggregateFunction.MAX || call.function() == AggregateFunction.BOOL_OR;
    int rows = segment.rows();
    Column values = segment.column(column);
    boolean isWord = SortOrdinals.isExact(values.layout()) && !values.isDictionary();
    try (ScratchBuffer scratch = new ScratchBuffer(segment.account());
        WindowPicks.CountedRows counted =
            WindowPicks.CountedRows.of(
                column, NullTreatment.IGNORE, call.filter().orElse(-1), segment)) {
      long picked = scratch.reserve((isWord ? 16L : 8L) * Math.max(1, rows));
      long queue = picked + 4L * rows;
      if (isWord) {
        long words = queue + 4L * rows;
        SortOrdinals.read(values, 0, rows, words);
        for (int i = 0; i < rows && !isLargest; i++) {
          Memory.putLong(words + 8L * i, ~Memory.getLong(words + 8L * i));
        }
        find(new Words(words), counted, frames, segment, queue, picked);
        return segment.pick(column, picked);
      }
      SortOrder order =
          new SortOrder(
              column,
              isLargest ? SortDirection.DESCENDING : SortDirection.ASCENDING,
              NullPlacement.LAST);
      Comparison others = new StoredRows(new RowComparator(List.of(order)), segment);
      find(others, counted, frames, segment, queue, picked);
      return segment.pick(column, picked);
    }
  }

  /** Which of two rows of the segment has the better value. */
  private sealed interface Comparison {
    boolean isAtLeast(int row, int other);
  }

  /** Compares words of which larger ones are better. */
  private record Words(long words) implements Comparison {
    @Override
    public boolean isAtLeast(int row, int other) {
      return Memory.getLong(words + 8L * row) >= Memory.getLong(words + 8L * other);
    }
  }

  /** Compares stored rows. */
  private record StoredRows(RowComparator comparator, WindowSegment segment) implements Comparison {
    @Override
    public boolean isAtLeast(int row, int other) {
      RowStore store = segment.store();
      long ids = segment.ids();
      return comparator.compare(store, at(ids, row), store, at(ids, other)) <= 0;
    }
  }

  /**
   * Writes the best row of each frame, -1 where none counts.
   *
   * @param queue room for rows in order, each better than those behind it
   */
  private static void find(
      Comparison comparison,
      WindowPicks.CountedRows counted,
      WindowFrames frames,
      WindowSegment segment,
      long queue,
      long picked) {
    int head = 0;
    int tail = 0;
    int next = 0; // number of the next row to look at, among those that count
    for (int i = 0; i < segment.rows(); i++) {
      int start = at(frames.starts(), i);
      int end = counted.before(at(frames.ends(), i));
      if (at(segment.partitionStarts(), i) == i) {
        head = 0;
        tail = 0;
        next = counted.before(i);
      }
      for (; next < end; next++) {
        int row = counted.row(next);
        while (tail > head && comparison.isAtLeast(row, at(queue, tail - 1))) {
          tail--;
        }
        put(queue, tail++, row);
      }
      while (head < tail && at(queue, head) < start) {
        head++;
      }
      put(picked, i, head < tail ? at(queue, head) : -1);
    }
  }
}
