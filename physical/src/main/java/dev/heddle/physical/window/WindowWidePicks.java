package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.at;
import static dev.heddle.physical.window.WindowSegment.put;

import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.catalogue.WindowFunction;
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
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.spill.SpillReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The value of one row of the frame, or of one this number of rows away, however far that is. From
 * a row to the next, the row picked in each run of the frame hardly ever goes back, so that the
 * partition is read about once for each run. Used by one thread.
 */
final class WindowWidePicks extends WindowWide {
  private final WindowCall call;
  private final WindowFunction function;
  private final boolean isByColumn; // the distance differs from row to row
  private final long place;
  private final int column;
  private final DataType type;
  private final WindowWideRows rows;
  private final WindowWideCounted counted;
  private final WindowWideFrames.@Nullable Frames frames; // null if it picks rows at a distance
  private final List<Run> runs = new ArrayList<>(); // of a frame; one, if there are no frames
  private int pickedRun;

  /** What counts of a run of frames. */
  private final class Run {
    private final WindowWideCounted.Before beforeStart = counted.before(); // or the row itself
    private final WindowWideCounted.Before beforeEnd = counted.before();
    private final WindowWideCounted.Numbered numbered = counted.numbered();
    private long start;
    private long end;

    void to(long firstRow, long endRow) {
      start = beforeStart.at(firstRow);
      end = beforeEnd.at(endRow);
    }
  }

  WindowWidePicks(WindowCall call, PhysicalPlan.Window plan, WindowWideRows rows) {
    AggregateCall aggregate = call.aggregate().orElse(null);
    this.call = call;
    this.function = Objects.requireNonNull(WindowPickCarry.function(call), "no row is picked");
    this.rows = rows;
    this.column = (aggregate == null ? call.arguments() : aggregate.arguments()).getFirst();
    this.type = plan.input().output().field(column).type();
    boolean isShift = function == WindowFunction.LAG || function == WindowFunction.LEAD;
    this.isByColumn = isShift && WindowShift.isByColumn(call);
    long offset = isShift && !isByColumn ? WindowShift.offset(function, call) : 0;
    this.place = isShift ? offset : aggregate == null ? WindowPicks.place(call) : 1;
    NullTreatment nulls =
        isShift && !isByColumn && offset == 0 ? NullTreatment.RESPECT : WindowPickCarry.nulls(call);
    int filter = aggregate == null ? -1 : aggregate.filter().orElse(-1);
    this.counted = new WindowWideCounted(rows, column, nulls, filter);
    try {
      this.frames = isShift ? null : rows.frames().frames(call);
      int count = frames == null ? 1 : frames.runs();
      for (int i = 0; i < count; i++) {
        runs.add(new Run());
      }
    } catch (Throwable e) {
      counted.close();
      throw e;
    }
  }

  /**
   * Returns which row is picked for a row, and notes in which run; -1 if there is none.
   *
   * @param index the row's in its piece
   */
  private long pick(long row, int index, WindowSegment piece) {
    WindowWideFrames.Frames frame = frames;
    if (frame == null) {
      return pickAtDistance(row, index, piece);
    }
    frame.to(row);
    long count = 0;
    for (int i = 0; i < runs.size(); i++) {
      Run run = runs.get(i);
      run.to(frame.start(i), frame.end(i));
      count += run.end - run.start;
    }
    long wanted =
        switch (function) {
          case FIRST_VALUE -> 0;
          case LAST_VALUE -> count - 1;
          default -> place - 1;
        };
    if (wanted < 0 || wanted >= count) {
      return -1;
    }
    pickedRun = 0;
    Run run = runs.getFirst();
    while (wanted >= run.end - run.start) {
      wanted -= run.end - run.start;
      run = runs.get(++pickedRun);
    }
    return run.numbered.row(run.start + wanted);
  }

  private long pickAtDistance(long row, int index, WindowSegment piece) {
    Run run = runs.getFirst();
    long here = run.beforeStart.at(row);
    boolean isCounted = run.beforeStart.isCounted(row);
    long distance = place;
    if (isByColumn) {
      Column distances = piece.column(call.arguments().get(2));
      if (distances.isNull(index)) {
        return WindowShift.UNKNOWN;
      }
      distance = WindowShift.offset(function, distances, index);
      if (distance == 0) {
        return row;
      }
    }
    // A row that does not count is between two that do.
    long wanted = distance > 0 && !isCounted ? here + distance - 1 : here + distance;
    return wanted >= 0 && wanted < counted.count() ? run.numbered.row(wanted) : -1;
  }

  @Override
  Column compute(WindowSegment piece) {
    MemoryAccount account = piece.account();
    Buffer numbers = account.allocate(4L * piece.rows()); // of the values, by row of the piece
    List<Values> values = new ArrayList<>(); // by run
    try {
      runs.forEach(_ -> values.add(new Values(account)));
      for (int i = 0; i < piece.rows(); i++) {
        boolean isDelivered = i >= piece.from() && i < piece.to();
        long row = isDelivered ? pick(piece.rowsBefore() + i, i, piece) : -1;
        int number = row < 0 ? (int) row : values.get(pickedRun).add(row) * runs.size() + pickedRun;
        put(numbers.address(), i, number);
      }
      Column column = spread(values, numbers.address(), piece.rows(), account);
      return frames == null
          ? WindowShift.withDefault(column, numbers.address(), call, piece)
          : column;
    } finally {
      Closeables.all(values);
      numbers.release();
    }
  }

  /**
   * Returns the values by their numbers in their run and the run's, null where that is negative.
   */
  private Column spread(List<Values> values, long numbers, int rowCount, MemoryAccount account) {
    Column built =
        values.size() == 1
            ? values.getFirst().build()
            : together(values, numbers, rowCount, account);
    try {
      return Gather.rowsOrNull(built, numbers, rowCount, account);
    } finally {
      built.release();
    }
  }

  /** Returns the values of all runs; turns numbers in a run and the run's into those of values. */
  private Column together(List<Values> values, long numbers, int rowCount, MemoryAccount account) {
    try (ColumnAppender all = new ColumnAppender(type, account)) {
      int[] firsts = new int[values.size()];
      for (int run = 0; run < firsts.length; run++) {
        firsts[run] = all.rows();
        Column built = values.get(run).build();
        try {
          all.append(built, 0, built.rows());
        } finally {
          built.release();
        }
      }
      for (int i = 0; i < rowCount; i++) {
        int number = at(numbers, i);
        if (number >= 0) {
          put(numbers, i, firsts[number % firsts.length] + number / firsts.length);
        }
      }
      return all.build();
    }
  }

  /** The values of rows of the partition in one run of frames. */
  private final class Values implements AutoCloseable {
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
      this.found = new ColumnAppender(type, account);
      this.positions = account.allocate(4L * Batch.MAX_ROWS);
    }

    /** Adds the value of a row; returns its number. */
    int add(long row) {
      if (row != last) {
        if (row < batchStart || row >= batchEnd || waiting == Batch.MAX_ROWS) {
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
      if (row < batchStart || rows.start(block) > batchEnd) {
        closeBatch();
        reader.seek(block);
        batchStart = rows.start(block);
        batchEnd = batchStart;
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

    /** Returns all values, which are the caller's. */
    Column build() {
      flush();
      return found.build();
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
      Closeables.all(reader, found);
    }
  }

  @Override
  public void close() {
    Closeables.all(frames, counted);
  }
}
