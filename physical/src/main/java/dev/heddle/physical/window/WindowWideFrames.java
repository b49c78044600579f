package dev.heddle.physical.window;

import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.WindowBounds;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.RowOrder;
import dev.heddle.physical.spill.SpillFile;
import dev.heddle.physical.spill.SpillReader;
import dev.heddle.physical.window.WindowFrames.Edge;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the peers and frames of the rows of a partition on the disk begin and end, however far from
 * their row: as cursors over what was found in one pass over the rows and is on the disk too. Used
 * by one thread.
 */
final class WindowWideFrames implements AutoCloseable {
  private final PhysicalPlan.Window plan;
  private final SpillFile file;
  private final TaskContext context;
  private final Map<Reach, WindowLongs> ranges = new LinkedHashMap<>();
  private @Nullable WindowLongs groups; // the first row of each group of peers
  private long largestGroup;

  /** An end of frames at an offset of the order key. */
  private record Reach(PhysicalExpr.Literal offset, int direction, Edge edge) {}

  WindowWideFrames(PhysicalPlan.Window plan, SpillFile file, TaskContext context) {
    this.plan = plan;
    this.file = file;
    this.context = context;
  }

  long rows() {
    return file.rows();
  }

  /** Returns the number of rows of the largest group of peers. */
  long largestGroup() {
    groups();
    return largestGroup;
  }

  private WindowLongs groups() {
    WindowLongs known = groups;
    if (known == null) {
      known = findGroups();
      groups = known;
    }
    return known;
  }

  private WindowLongs findGroups() {
    RowOrder order = RowOrder.of(plan.order());
    Batch before = null;
    long row = 0;
    long start = 0;
    try (WindowLongs.Writer starts = WindowLongs.writer(context);
        SpillReader rows = file.open(context.account())) {
      Batch batch = rows.next();
      while (batch != null) {
        context.checkCancelled();
        for (int i = 0; i < batch.rowCount(); i++, row++) {
          boolean isStart =
              i > 0
                  ? order.compare(batch, i - 1, batch, i) != 0
                  : before == null || order.compare(before, before.rowCount() - 1, batch, i) != 0;
          if (isStart) {
            starts.add(row);
            largestGroup = Math.max(largestGroup, row - start);
            start = row;
          }
        }
        Closeables.all(before);
        before = batch;
        batch = rows.next();
      }
      largestGroup = Math.max(largestGroup, row - start);
      return starts.finish();
    } finally {
      Closeables.all(before);
    }
  }

  /** Opens a cursor over the peers of each row. */
  Peers peers() {
    return new Peers(groups());
  }

  /** The group of peers of one row after the other. */
  final class Peers implements AutoCloseable {
    private final WindowLongs.Cursor starts;
    private long start;
    private long end;
    private long group = -1;

    private Peers(WindowLongs groups) {
      starts = groups.open(context);
      starts.advance();
    }

    /** Goes to the group of a row that is in none before. */
    void to(long row) {
      while (row >= end) {
        start = end;
        end = starts.advance() ? starts.number() : rows();
        group++;
      }
    }

    /** Returns the first row of the group. */
    long start() {
      return start;
    }

    /** Returns the row behind the group. */
    long end() {
      return end;
    }

    /** Returns the number of the group, from 0. */
    long group() {
      return group;
    }

    @Override
    public void close() {
      starts.close();
    }
  }

  /** Opens a cursor over the frames of a call. */
  Frames frames(WindowCall call) {
    return new Frames(call.frame());
  }

  /** Returns how many rows away from its row a frame of a call ends, but for the partition's. */
  long reach(WindowCall call) {
    boolean isOpenAtStart = WindowReach.startsFrame(call, plan);
    boolean isOpenAtEnd = WindowReach.endsFrame(call, plan);
    long most = 0;
    try (Frames frames = frames(call)) {
      for (long row = 0; row < rows(); row++) {
        if ((row & 0xFFFF) == 0) {
          context.checkCancelled();
        }
        frames.to(row);
        most = Math.max(most, isOpenAtStart ? 0 : Math.abs(row - frames.first));
        most = Math.max(most, isOpenAtEnd ? 0 : Math.abs(frames.end - row));
      }
    }
    return most;
  }

  /** The frame of one row after the other: some runs of rows, which may be empty. */
  final class Frames implements AutoCloseable {
    private final WindowBounds.Exclusion exclusion;
    private final Bound starts;
    private final Bound ends;
    private final @Nullable Peers peers;
    private long row;
    private long first;
    private long end;

    private Frames(WindowBounds frame) {
      exclusion = frame.exclusion();
      starts = bound(frame.start(), frame.unit(), Edge.START);
      Bound last = null;
      try {
        last = bound(frame.end(), frame.unit(), Edge.END);
        peers = exclusion == WindowBounds.Exclusion.NOTHING ? null : peers();
      } catch (Throwable e) {
        Closeables.all(starts, last);
        throw e;
      }
      ends = last;
    }

    /** Goes to a row, each of which is asked for in turn. */
    void to(long next) {
      row = next;
      first = starts.at(next);
      end = Math.max(first, ends.at(next));
      if (peers != null) {
        peers.to(next);
      }
    }

    int runs() {
      return switch (exclusion) {
        case NOTHING -> 1;
        case CURRENT_ROW, GROUP -> 2;
        case TIES -> 3;
      };
    }

    /** Returns the first row of a run. */
    long start(int run) {
      return run == 0 ? first : within(run == 1 && runs() == 3 ? row : leftOutEnd());
    }

    /** Returns the row behind a run. */
    long end(int run) {
      return run == runs() - 1 ? end : within(run == 0 ? leftOutStart() : row + 1);
    }

    private long within(long bound) {
      return Math.clamp(bound, first, end);
    }

    private long leftOutStart() {
      boolean isRow = exclusion == WindowBounds.Exclusion.CURRENT_ROW || peers == null;
      return isRow ? row : peers.start();
    }

    private long leftOutEnd() {
      boolean isRow = exclusion == WindowBounds.Exclusion.CURRENT_ROW || peers == null;
      return isRow ? row + 1 : peers.end();
    }

    @Override
    public void close() {
      Closeables.all(starts, ends, peers);
    }
  }

  /** One end of the frames of one row after the other. */
  private interface Bound extends AutoCloseable {
    long at(long row);

    @Override
    default void close() {}
  }

  private Bound bound(WindowBounds.Bound bound, FrameUnit unit, Edge edge) {
    return switch (bound) {
      case WindowBounds.Unbounded _ -> edge == Edge.START ? _ -> 0 : _ -> rows();
      case WindowBounds.CurrentRow _ -> unit == FrameUnit.ROWS ? rows(0, edge) : groups(0, edge);
      case WindowBounds.Preceding(PhysicalExpr.Literal offset) -> offset(offset, -1, unit, edge);
      case WindowBounds.Following(PhysicalExpr.Literal offset) -> offset(offset, 1, unit, edge);
      case WindowBounds.PrecedingBy _, WindowBounds.FollowingBy _ ->
          throw new IllegalStateException("A distance of each row");
    };
  }

  private Bound offset(PhysicalExpr.Literal offset, int direction, FrameUnit unit, Edge edge) {
    return switch (unit) {
      case ROWS -> rows(direction * WindowFrames.count(offset), edge);
      case GROUPS -> groups(direction * WindowFrames.count(offset), edge);
      case RANGE -> {
        Reach reach = new Reach(offset, direction, edge);
        WindowLongs known = ranges.get(reach);
        if (known == null) {
          known = findRange(reach);
          ranges.put(reach, known);
        }
        yield range(known.open(context));
      }
    };
  }

  private Bound rows(long offset, Edge edge) {
    long distance = offset + (edge == Edge.START ? 0 : 1);
    return row -> Math.clamp(row + distance, 0, rows());
  }

  private static Bound range(WindowLongs.Cursor found) {
    return new Bound() {
      @Override
      public long at(long row) {
        return found.at(row);
      }

      @Override
      public void close() {
        found.close();
      }
    };
  }

  private Bound groups(long offset, Edge edge) {
    Peers peers = peers();
    if (offset == 0) {
      return new Bound() {
        @Override
        public long at(long row) {
          peers.to(row);
          return edge == Edge.START ? peers.start() : peers.end();
        }

        @Override
        public void close() {
          peers.close();
        }
      };
    }
    WindowLongs.Cursor starts;
    try {
      starts = groups().open(context);
    } catch (Throwable e) {
      peers.close();
      throw e;
    }
    long distance = offset + (edge == Edge.START ? 0 : 1);
    return new Bound() {
      @Override
      public long at(long row) {
        peers.to(row);
        long wanted = Math.max(0, peers.group() + distance);
        return wanted >= groups().count() ? rows() : starts.at(wanted);
      }

      @Override
      public void close() {
        Closeables.all(peers, starts);
      }
    };
  }

  /** Goes through the rows with two cursors, of which one follows where the other's frames end. */
  private WindowLongs findRange(Reach reach) {
    SortOrder key = WindowRange.key(plan);
    try (Keys here = new Keys(reach, key);
        Keys there = new Keys(reach, key);
        Peers peers = peers();
        WindowLongs.Writer ends = WindowLongs.writer(context)) {
      while (there.hasRow() && there.isNull()) {
        there.advance();
      }
      for (; here.hasRow(); here.advance()) {
        if (here.isNull()) {
          peers.to(here.row);
          ends.add(reach.edge == Edge.START ? peers.start() : peers.end());
          continue;
        }
        while (there.hasRow()
            && !there.isNull()
            && WindowRange.isBefore(
                there.key(), here.target(), here.beyond(), key.direction(), reach.edge)) {
          there.advance();
        }
        ends.add(there.row);
      }
      return ends.finish();
    }
  }

  /** The order key of one row after the other, and where the row's frame ends. */
  private final class Keys implements AutoCloseable {
    private final Reach reach;
    private final SortOrder order;
    private final SpillReader reader = file.open(context.account());
    private @Nullable Batch batch;
    private @Nullable Buffer words;
    private int place; // in the batch
    private int count;
    private long row;

    Keys(Reach reach, SortOrder order) {
      this.reach = reach;
      this.order = order;
      try {
        read();
      } catch (Throwable e) {
        close();
        throw e;
      }
    }

    boolean hasRow() {
      return place < count;
    }

    void advance() {
      row++;
      if (++place == count) {
        read();
      }
    }

    private void read() {
      context.checkCancelled();
      release();
      place = 0;
      count = 0;
      Batch next = reader.next();
      if (next != null) {
        batch = next;
        int rows = next.rowCount();
        Buffer made = context.account().allocateZeroed(17L * rows);
        words = made;
        Column column = next.physicalColumn(order.column());
        long keys = made.address();
        WindowRange.fill(
            column, reach.offset, reach.direction, order.direction(), rows, keys, keys + 8L * rows);
        count = rows;
      }
    }

    private long words() {
      if (words == null) {
        throw new IllegalStateException("No row");
      }
      return words.address();
    }

    boolean isNull() {
      return batch != null && batch.physicalColumn(order.column()).isNull(place);
    }

    long key() {
      return Memory.getLong(words() + 8L * place);
    }

    long target() {
      return Memory.getLong(words() + 8L * (count + place));
    }

    byte beyond() {
      return Memory.getByte(words() + 16L * count + place);
    }

    private void release() {
      if (batch != null) {
        batch.close();
        batch = null;
      }
      if (words != null) {
        words.release();
        words = null;
      }
    }

    @Override
    public void close() {
      release();
      reader.close();
    }
  }

  @Override
  public void close() {
    ranges.values().forEach(WindowLongs::close);
    ranges.clear();
    Closeables.all(groups);
  }
}
