package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.at;
import static dev.heddle.physical.window.WindowSegment.put;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.RowComparator;
import dev.heddle.physical.row.RowStore;
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
    RowComparator comparator =
        new RowComparator(
            List.of(
                new SortOrder(
                    column,
                    isLargest ? SortDirection.DESCENDING : SortDirection.ASCENDING,
                    NullPlacement.LAST)));
    int rows = segment.rows();
    Buffer arrays = segment.account().allocate(8L * Math.max(1, rows));
    try (WindowPicks.CountedRows counted =
        WindowPicks.CountedRows.of(
            column, NullTreatment.IGNORE, call.filter().orElse(-1), segment)) {
      long picked = arrays.address();
      long queue = picked + 4L * rows; // rows in order, each better than those behind it
      int head = 0;
      int tail = 0;
      int next = 0; // number of the next row to look at, among those that count
      for (int i = 0; i < rows; i++) {
        int start = at(frames.starts(), i);
        int end = counted.before(at(frames.ends(), i));
        if (at(segment.partitionStarts(), i) == i) {
          head = 0;
          tail = 0;
          next = counted.before(i);
        }
        for (; next < end; next++) {
          int row = counted.row(next);
          while (tail > head && isAtLeast(comparator, segment, row, at(queue, tail - 1))) {
            tail--;
          }
          put(queue, tail++, row);
        }
        while (head < tail && at(queue, head) < start) {
          head++;
        }
        put(picked, i, head < tail ? at(queue, head) : -1);
      }
      return segment.pick(column, picked);
    } finally {
      arrays.release();
    }
  }

  private static boolean isAtLeast(
      RowComparator comparator, WindowSegment segment, int row, int other) {
    RowStore store = segment.store();
    return comparator.compare(store, at(segment.ids(), row), store, at(segment.ids(), other)) <= 0;
  }
}
