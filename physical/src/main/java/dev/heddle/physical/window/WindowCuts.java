package dev.heddle.physical.window;

import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.WindowBounds;
import dev.heddle.physical.row.RowStore;
import dev.heddle.physical.row.ScratchBuffer;
import dev.heddle.physical.window.WindowFrames.Edge;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts sorted rows into segments: where a partition begins, and within a large one where the calls
 * look at few rows around the cut beside those of the segment. Such a segment has these rows, too.
 * Used once, by one thread.
 */
final class WindowCuts {
  private static final int ROWS_PER_SEGMENT = 1 << 15;

  /** A segment has at least this number of rows for each one around it. */
  private static final long SHARE_AROUND = 4;

  private final PhysicalPlan.Window plan;
  private final RowStore store;
  private final long ids;
  private final long marks;
  private final int rows;
  private final MemoryAccount account;
  private final @Nullable WindowReach reach; // none if partitions stay whole
  private final Place[] places;

  /**
   * A segment.
   *
   * @param first sorted row that it begins with
   * @param from first row to deliver
   * @param to the row behind the last one to deliver
   * @param end the row that it ends before
   * @param rowsBefore how many rows of the first one's partition precede it
   */
  record Cut(int first, int from, int to, int end, int rowsBefore) {}

  /** A row within a partition before which it can be cut. */
  private static final class Place {
    private final int row;
    private final int partitionStart;
    private int partitionEnd;
    private int first; // that rows from this one on look at
    private int end; // that rows before this one look at

    Place(int row, int partitionStart, int peersStart) {
      this.row = row;
      this.partitionStart = partitionStart;
      this.first = peersStart;
    }
  }

  private WindowCuts(
      PhysicalPlan.Window plan, RowStore store, long ids, long marks, TaskContext context) {
    this.plan = plan;
    this.store = store;
    this.ids = ids;
    this.marks = marks;
    this.rows = store.rows();
    this.account = context.account();
    this.reach = rows > ROWS_PER_SEGMENT ? WindowReach.near(plan).orElse(null) : null;
    this.places = reach == null ? new Place[0] : places();
  }

  /**
   * Returns the segments of all rows, in order.
   *
   * @param ids the int32 ids of the rows in order
   * @param marks a byte a row: what begins with it
   */
  static List<Cut> of(
      PhysicalPlan.Window plan, RowStore store, long ids, long marks, TaskContext context) {
    return new WindowCuts(plan, store, ids, marks, context).cuts();
  }

  private boolean isPartitionStart(int row) {
    return Memory.getByte(marks + row) >= WindowMarks.PARTITION_START;
  }

  private List<Cut> cuts() {
    look();
    List<Cut> cuts = new ArrayList<>();
    int first = 0;
    int from = 0;
    int before = 0;
    int next = 0;
    for (int row = 1; row < rows; row++) {
      Place place = next < places.length && places[next].row == row ? places[next++] : null;
      int count = row - from;
      if (place != null && count >= SHARE_AROUND * (place.end - place.first)) {
        cuts.add(new Cut(first, from, row, place.end, before));
        from = row;
        first = place.first;
        before = first - place.partitionStart;
      } else if (place == null && count >= ROWS_PER_SEGMENT && isPartitionStart(row)) {
        cuts.add(new Cut(first, from, row, row, before));
        from = row;
        first = row;
        before = 0;
      }
    }
    cuts.add(new Cut(first, from, rows, rows, before));
    return cuts;
  }

  /** Returns where partitions may be cut, each with the first peer of its row. */
  private Place[] places() {
    List<Place> found = new ArrayList<>();
    int partition = 0;
    int peers = 0;
    int open = 0; // the first place whose partition has not ended
    int openPeers = 0; // the first place whose last row before has further peers
    for (int row = 1; row < rows; row++) {
      byte mark = Memory.getByte(marks + row);
      if (mark != 0) {
        for (; openPeers < found.size(); openPeers++) {
          found.get(openPeers).end = row;
        }
        peers = row;
      }
      if (mark >= WindowMarks.PARTITION_START) {
        for (; open < found.size(); open++) {
          found.get(open).partitionEnd = row;
        }
        partition = row;
      } else if (row % ROWS_PER_SEGMENT == 0) {
        Place place = new Place(row, partition, peers);
        place.end = row;
        found.add(place);
        openPeers += mark == 0 ? 0 : 1; // the row before is the last of its peers
      }
    }
    for (; openPeers < found.size(); openPeers++) {
      found.get(openPeers).end = rows;
    }
    for (; open < found.size(); open++) {
      found.get(open).partitionEnd = rows;
    }
    return found.toArray(Place[]::new);
  }

  /** Finds how far rows at each place look. */
  private void look() {
    if (reach == null || places.length == 0) {
      return;
    }
    for (Place place : places) {
      place.first = reach.needsPeers() ? place.first : place.row;
      place.end = reach.needsPeers() ? place.end : place.row;
      int before = Math.max(place.partitionStart, place.row - reach.before());
      int end = (int) Math.min(place.partitionEnd, (long) place.row + reach.after());
      place.first = Math.min(place.first, before);
      place.end = Math.max(place.end, end);
    }
    for (int number : reach.moving()) {
      WindowBounds frame = plan.calls().get(number).frame();
      look(frame.start(), Edge.START);
      look(frame.end(), Edge.END);
    }
  }

  private void look(WindowBounds.Bound bound, Edge edge) {
    switch (bound) {
      case WindowBounds.Preceding(PhysicalExpr.Literal offset) -> look(offset, -1, edge);
      case WindowBounds.Following(PhysicalExpr.Literal offset) -> look(offset, 1, edge);
      default -> {}
    }
  }

  /**
   * Finds the ends of frames at an offset of the order key: at all places at once, by halves.
   *
   * @param edge which end of the frames it is: of the first row from a place on, or of the last one
   *     before it
   */
  private void look(PhysicalExpr.Literal offset, int direction, Edge edge) {
    SortOrder order = WindowRange.key(plan);
    int count = places.length;
    int[] asked = new int[count];
    int[] low = new int[count];
    int[] high = new int[count];
    for (int i = 0; i < count; i++) {
      asked[i] = edge == Edge.START ? places[i].row : places[i].row - 1;
      low[i] = places[i].partitionStart;
      high[i] = places[i].partitionEnd;
    }
    try (ScratchBuffer wanted = new ScratchBuffer(account);
        ScratchBuffer here = new ScratchBuffer(account)) {
      boolean[] isNull = read(asked, offset, direction, order, wanted);
      long targets = wanted.reserve(17L * count) + 8L * count;
      while (true) {
        int[] middle = new int[count];
        boolean isFound = true;
        for (int i = 0; i < count; i++) {
          isFound &= low[i] >= high[i];
          middle[i] = Math.min((low[i] + high[i]) >>> 1, places[i].partitionEnd - 1);
        }
        if (isFound) {
          break;
        }
        boolean[] areNull = read(middle, offset, direction, order, here);
        long keys = here.reserve(17L * count);
        for (int i = 0; i < count; i++) {
          if (low[i] >= high[i]) {
            continue;
          }
          boolean isBefore =
              (areNull[i] || isNull[i])
                  ? isBefore(areNull[i], isNull[i], middle[i], asked[i], edge)
                  : WindowRange.isBefore(
                      Memory.getLong(keys + 8L * i),
                      Memory.getLong(targets + 8L * i),
                      Memory.getByte(targets + 8L * count + i),
                      order.direction(),
                      edge);
          low[i] = isBefore ? middle[i] + 1 : low[i];
          high[i] = isBefore ? high[i] : middle[i];
        }
      }
    }
    for (int i = 0; i < count; i++) {
      if (edge == Edge.START) {
        places[i].first = Math.min(places[i].first, low[i]);
      } else {
        places[i].end = Math.max(places[i].end, low[i]);
      }
    }
  }

  /** Whether a row precedes the end of another one's frame where the key of one of them is null. */
  private static boolean isBefore(
      boolean isNull, boolean isAskedNull, int row, int asked, Edge edge) {
    return (isNull && isAskedNull)
        ? edge == Edge.END // nulls are peers
        : row < asked; // nulls are together at one end
  }

  /**
   * Writes the keys of rows, and the ends of their frames, as {@link WindowRange#fill} does;
   * returns which keys are null.
   */
  private boolean[] read(
      int[] sortedRows,
      PhysicalExpr.Literal offset,
      int direction,
      SortOrder order,
      ScratchBuffer target) {
    int count = sortedRows.length;
    boolean[] isNull = new boolean[count];
    long words = target.reserveZeroed(17L * count);
    try (ScratchBuffer scratch = new ScratchBuffer(account)) {
      long positions = scratch.reserve(4L * count);
      for (int i = 0; i < count; i++) {
        WindowSegment.put(positions, i, WindowSegment.at(ids, sortedRows[i]));
      }
      Column keys = store.gather(order.column(), positions, count, account);
      try {
        WindowRange.fill(
            keys, offset, direction, order.direction(), count, words, words + 8L * count);
        for (int i = 0; i < count; i++) {
          isNull[i] = keys.isNull(i);
        }
      } finally {
        keys.release();
      }
    }
    return isNull;
  }
}
