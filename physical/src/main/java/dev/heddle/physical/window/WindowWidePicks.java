package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.put;

import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.WindowFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnAppender;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.physical.row.Closing;
import dev.heddle.physical.spill.SpillReader;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The value of one row of the frame, or of one so many rows away, however far that is. The rows
 * picked never go back from a row to the next, so that the partition is read once for them. Used by
 * one thread.
 */
final class WindowWidePicks extends WindowWide {
  private final WindowCall call;
  private final WindowFunction function;
  private final long place;
  private final int column;
  private final DataType type;
  private final WindowWideRows rows;
  private final WindowWideCounted counted;
  private final WindowWideCounted.Before beforeStart; // or before the row itself
  private final WindowWideCounted.Before beforeEnd;
  private final WindowWideCounted.Numbered numbered;
  private final WindowWideFrames.@Nullable Frames frames; // null if it picks rows at a distance

  WindowWidePicks(WindowCall call, PhysicalPlan.Window plan, WindowWideRows rows) {
    AggregateCall aggregate = call.aggregate().orElse(null);
    this.call = call;
    this.function = Objects.requireNonNull(WindowPickCarry.function(call), "no row is picked");
    this.rows = rows;
    this.column = (aggregate == null ? call.arguments() : aggregate.arguments()).getFirst();
    this.type = plan.input().output().field(column).type();
    boolean isShift = function == WindowFunction.LAG || function == WindowFunction.LEAD;
    long offset = isShift ? WindowShift.offset(function, call) : 0;
    this.place = isShift ? offset : aggregate == null ? WindowPicks.place(call) : 1;
    NullTreatment nulls =
        isShift && offset == 0 ? NullTreatment.RESPECT : WindowPickCarry.nulls(call);
    int filter = aggregate == null ? -1 : aggregate.filter().orElse(-1);
    this.counted = new WindowWideCounted(rows, column, nulls, filter);
    try {
      this.beforeStart = counted.before();
      this.beforeEnd = counted.before();
      this.numbered = counted.numbered();
      this.frames = isShift ? null : rows.frames().frames(call);
    } catch (Throwable e) {
      counted.close();
      throw e;
    }
  }

  /** Returns which row is picked for a row, -1 if there is none. */
  private long pick(long row) {
    WindowWideFrames.Frames frame = frames;
    if (frame == null) {
      long here = beforeStart.at(row);
      boolean isCounted = beforeStart.isCounted(row);
      // A row that does not count stands between two that do.
      long wanted = place > 0 && !isCounted ? here + place - 1 : here + place;
      return wanted >= 0 && wanted < counted.count() ? numbered.row(wanted) : -1;
    }
    frame.to(row);
    long start = beforeStart.at(frame.start(0));
    long end = beforeEnd.at(frame.end(0));
    long wanted =
        switch (function) {
          case FIRST_VALUE -> start;
          case LAST_VALUE -> end - 1;
          default -> place > end ? end : start + place - 1;
        };
    return wanted >= start && wanted < end ? numbered.row(wanted) : -1;
  }

  @Override
  Column compute(WindowSegment piece) {
    MemoryAccount account = piece.account();
    Buffer numbers = account.allocate(4L * piece.rows()); // of the values, by row of the piece
    try (Values values = new Values(account)) {
      for (int i = 0; i < piece.rows(); i++) {
        boolean isDelivered = i >= piece.from() && i < piece.to();
        long row = isDelivered ? pick(piece.rowsBefore() + i) : -1;
        put(numbers.address(), i, row < 0 ? -1 : values.add(row));
      }
      Column column = values.spread(numbers.address(), piece.rows());
      return frames == null
          ? WindowShift.withDefault(column, numbers.address(), call, piece)
          : column;
    } finally {
      numbers.release();
    }
  }

  /** The values of rows of the partition, each of which is read once. */
  private final class Values implements AutoCloseable {
    private final MemoryAccount account;
    private final SpillReader reader = rows.open();
    private final ColumnAppender found;
    private final Buffer positions; // in the batch, of rows that have not been appended
    private @Nullable Batch batch;
    private long batchStart;
    private long batchEnd;
    private long last = -1; // row that was added last
    private int count;
    private int waiting;

    Values(MemoryAccount account) {
      this.account = account;
      this.found = new ColumnAppender(type, account);
      this.positions = account.allocate(4L * Batch.MAX_ROWS);
    }

    /** Adds the value of a row that is none before the last one; returns its number. */
    int add(long row) {
      if (row != last) {
        if (row >= batchEnd) {
          read(row);
        }
        put(positions.address(), waiting++, (int) (row - batchStart));
        last = row;
        count++;
      }
      return count - 1;
    }

    private void read(long row) {
      flush();
      int block = rows.blockOf(row);
      if (rows.start(block) > batchEnd) {
        reader.seek(block);
        batchEnd = rows.start(block);
      }
      while (row >= batchEnd) {
        closeBatch();
        Batch next = reader.next();
        if (next == null) {
          throw new IllegalStateException("No row " + row);
        }
        batch = next;
        batchStart = batchEnd;
        batchEnd += next.rowCount();
      }
    }

    private void flush() {
      if (batch != null) {
        found.append(batch.physicalColumn(column), positions.address(), waiting);
        waiting = 0;
      }
    }

    /** Returns the values by their numbers, null where that is negative. */
    Column spread(long numbers, int rowCount) {
      flush();
      Column values = found.build();
      try {
        return Gather.rowsOrNull(values, numbers, rowCount, account);
      } finally {
        values.release();
      }
    }

    private void closeBatch() {
      if (batch != null) {
        batch.close();
        batch = null;
      }
    }

    @Override
    public void close() {
      closeBatch();
      positions.release();
      Closing.all(reader, found);
    }
  }

  @Override
  public void close() {
    Closing.all(frames, counted);
  }
}
