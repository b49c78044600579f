package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.put;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.kernel.Int128;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.RowOrder;
import dev.heddle.physical.sort.RowSorter;
import dev.heddle.physical.window.WindowPicks.CountedRows;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers and sums of distinct values in frames of any width. Of each row the disk has where its
 * value was before and is next: a row that enters a frame brings its value if that was not in the
 * frame before, and one that leaves removes it if it is not there once more. Used by one thread.
 */
final class WindowWideDistinct extends WindowWide {
  private static final int ROW = 0;
  private static final int BEFORE = 1;
  private static final int NEXT = 2;
  private static final int VALUE = 3;
  private static final int MARKS = 4;
  private static final List<DataType> MARK_TYPES =
      List.of(DataType.INT64, DataType.INT64, DataType.INT64, DataType.INT64);

  private final AggregateCall call;
  private final WindowWideRows rows;
  private final WindowWideFrames.Frames frames;
  private final List<WindowLongs> marks = new ArrayList<>();
  private final Marks entering;
  private final Marks leaving;
  private final double unit; // of a decimal's last digit, as its reciprocal
  private final Int128 sum = new Int128();
  private long distinct;
  private long end; // the row behind the frame at hand

  WindowWideDistinct(WindowCall call, PhysicalPlan.Window plan, WindowWideRows rows) {
    this.call = call.aggregate().orElseThrow();
    this.rows = rows;
    DataType type = plan.input().output().field(this.call.arguments().getFirst()).type();
    this.unit = type instanceof DataType.Decimal d ? Math.pow(10, d.scale()) : 1;
    Marks first = null;
    Marks second = null;
    try {
      find(type);
      first = new Marks();
      second = new Marks();
      frames = rows.frames().frames(call);
    } catch (Throwable e) {
      Closeables.all(first, second);
      Closeables.all(marks);
      throw e;
    }
    entering = first;
    leaving = second;
  }

  /** Returns whether a call can be computed by this. */
  static boolean isPossible(WindowCall call, PhysicalPlan.Window plan) {
    AggregateCall aggregate = call.aggregate().orElseThrow();
    if (WindowReach.leavesOut(call)) {
      return false;
    }
    return WindowFunctions.isDistinctCount(aggregate)
        || WindowDistinct.isSum(
            aggregate, plan.input().output().field(aggregate.arguments().getFirst()).type());
  }

  /** Sorts the rows by value, to see their neighbours, and back. */
  private void find(DataType type) {
    SortOrder byFirst = new SortOrder(0, SortDirection.ASCENDING, NullPlacement.LAST);
    try (RowSorter byValue = rows.sorter(List.of(type, DataType.INT64), List.of(byFirst));
        RowSorter byRow = rows.sorter(MARK_TYPES, List.of(byFirst))) {
      addValues(byValue);
      byValue.sort();
      addMarks(byValue, RowOrder.of(List.of(byFirst)), byRow);
      byRow.sort();
      List<WindowLongs.Writer> writers = new ArrayList<>();
      try {
        for (int i = 0; i < MARKS; i++) {
          writers.add(WindowLongs.writer(rows.context()));
        }
        boolean hasMore = true;
        while (hasMore) {
          try (Batch batch = byRow.next()) {
            hasMore = batch != null;
            for (int i = 0; batch != null && i < MARKS; i++) {
              for (int row = 0; row < batch.rowCount(); row++) {
                writers.get(i).add(batch.physicalColumn(i).longAt(row));
              }
            }
          }
        }
        writers.forEach(writer -> marks.add(writer.finish()));
      } finally {
        Closeables.all(writers);
      }
    }
  }

  private void addValues(RowSorter byValue) {
    MemoryAccount account = rows.context().account();
    int column = call.arguments().getFirst();
    for (int block = 0; block < rows.blockCount(); block++) {
      try (WindowSegment segment = rows.read(block);
          CountedRows counted =
              CountedRows.of(column, NullTreatment.IGNORE, call.filter().orElse(-1), segment)) {
        int count = counted.before(segment.rows());
        for (int from = 0; from < count; from += Batch.MAX_ROWS) {
          int some = Math.min(Batch.MAX_ROWS, count - from);
          Buffer positions = account.allocate(4L * some);
          Buffer numbers = account.allocate(8L * some);
          for (int i = 0; i < some; i++) {
            int row = counted.row(from + i);
            put(positions.address(), i, row);
            Memory.putLong(numbers.address() + 8L * i, rows.start(block) + row);
          }
          Column values;
          try {
            values = Gather.rows(segment.column(column), positions.address(), some, account);
          } finally {
            positions.release();
          }
          Column places = Column.fixed(DataType.INT64, some, numbers, null);
          try (Batch batch = Batch.of(account, some, values, places)) {
            byValue.add(batch);
          }
        }
      }
    }
  }

  /** Adds to each row where its value was before and is next. */
  private void addMarks(RowSorter byValue, RowOrder order, RowSorter byRow) {
    boolean isCount = call.function() == AggregateFunction.COUNT;
    Batch previous = null;
    long row = -1; // the one before, whose next one is looked for
    long before = -1;
    long value = 0;
    try (MarkBatches out = new MarkBatches(byRow)) {
      for (Batch batch = byValue.next(); batch != null; batch = byValue.next()) {
        Batch earlier = previous;
        previous = batch;
        try {
          for (int i = 0; i < batch.rowCount(); i++) {
            boolean isSame =
                i > 0
                    ? order.compare(batch, i - 1, batch, i) == 0
                    : earlier != null
                        && order.compare(earlier, earlier.rowCount() - 1, batch, i) == 0;
            long here = batch.physicalColumn(1).longAt(i);
            if (row >= 0) {
              out.add(row, before, isSame ? here : Long.MAX_VALUE, value);
            }
            before = isSame ? row : -1;
            row = here;
            value = isCount ? 0 : batch.physicalColumn(0).longAt(i);
          }
        } finally {
          Closeables.all(earlier);
        }
      }
      if (row >= 0) {
        out.add(row, before, Long.MAX_VALUE, value);
      }
      out.flush();
    } finally {
      Closeables.all(previous);
    }
  }

  /** Marks on their way into a sorter. */
  private final class MarkBatches implements AutoCloseable {
    private final RowSorter target;
    private final MemoryAccount account = rows.context().account();
    private final Buffer waiting = account.allocate(8L * MARKS * Batch.MAX_ROWS);
    private int count;

    MarkBatches(RowSorter target) {
      this.target = target;
    }

    void add(long row, long before, long next, long value) {
      put(ROW, row);
      put(BEFORE, before);
      put(NEXT, next);
      put(VALUE, value);
      if (++count == Batch.MAX_ROWS) {
        flush();
      }
    }

    private long at(int mark) {
      return waiting.address() + 8L * mark * Batch.MAX_ROWS;
    }

    private void put(int mark, long value) {
      Memory.putLong(at(mark) + 8L * count, value);
    }

    void flush() {
      int some = count;
      count = 0;
      if (some == 0) {
        return;
      }
      Column[] columns =
          Column.makeAll(
              MARKS,
              mark -> {
                Buffer copy = account.allocate(8L * some);
                Memory.copy(at(mark), copy.address(), 8L * some);
                return Column.fixed(DataType.INT64, some, copy, null);
              });
      try (Batch batch = Batch.of(account, some, columns)) {
        target.add(batch);
      }
    }

    @Override
    public void close() {
      waiting.release();
    }
  }

  /** Goes through the marks of the rows that count. */
  private final class Marks implements AutoCloseable {
    private final WindowLongs.Cursor[] cursors = new WindowLongs.Cursor[MARKS];
    private boolean hasNext;

    Marks() {
      try {
        for (int i = 0; i < MARKS; i++) {
          cursors[i] = marks.get(i).open(rows.context());
        }
        advance();
      } catch (Throwable e) {
        close();
        throw e;
      }
    }

    void advance() {
      hasNext = true;
      for (WindowLongs.Cursor cursor : cursors) {
        hasNext &= cursor.advance();
      }
    }

    boolean isBefore(long row) {
      return hasNext && cursors[ROW].number() < row;
    }

    long number(int mark) {
      return cursors[mark].number();
    }

    @Override
    public void close() {
      Closeables.all(cursors);
    }
  }

  private void moveTo(long row) {
    frames.to(row);
    long first = frames.start(0);
    for (; leaving.isBefore(first); leaving.advance()) {
      if (leaving.number(ROW) < end && leaving.number(NEXT) >= end) {
        distinct--;
        long value = leaving.number(VALUE);
        add(-value, value == 0 ? 0 : ~(value >> 63));
      }
    }
    while (entering.isBefore(first)) {
      entering.advance(); // a frame may begin behind the one before it
    }
    end = Math.max(end, frames.end(0));
    for (; entering.isBefore(end); entering.advance()) {
      if (entering.number(BEFORE) < first) {
        distinct++;
        long value = entering.number(VALUE);
        add(value, value >> 63);
      }
    }
  }

  private void add(long low, long high) {
    long newLow = sum.low() + low;
    long carry = Long.compareUnsigned(newLow, low) < 0 ? 1 : 0;
    sum.set(newLow, sum.high() + high + carry);
  }

  @Override
  Column compute(WindowSegment piece) {
    MemoryAccount account = piece.account();
    int count = piece.to() - piece.from();
    int width = Layout.of(call.type()).byteWidth();
    Buffer values = account.allocateZeroed((long) width * Math.max(1, count));
    Buffer validity = null;
    try {
      validity = account.allocateZeroed(Bits.bytesFor(Math.max(1, count)));
      for (int i = 0; i < count; i++) {
        moveTo(piece.rowsBefore() + piece.from() + i);
        if (note(values.address() + (long) width * i, width)) {
          Bits.set(validity.address(), i);
        }
      }
    } catch (Throwable e) {
      values.release();
      if (validity != null) {
        validity.release();
      }
      throw e;
    }
    return spread(Column.fixed(call.type(), count, values, validity), piece);
  }

  /** Writes the value of the frame at hand; returns whether it has one. */
  private boolean note(long target, int width) {
    if (call.function() == AggregateFunction.COUNT) {
      Memory.putLong(target, distinct);
      return true;
    }
    if (distinct == 0) {
      return false;
    }
    if (call.function() == AggregateFunction.AVG) {
      Memory.putDouble(target, Int128.toDouble(sum.low(), sum.high()) / distinct / unit);
    } else {
      WindowSums.putSum(call, sum, target, width);
    }
    return true;
  }

  @Override
  public void close() {
    Closeables.all(frames, entering, leaving);
    Closeables.all(marks);
    marks.clear();
  }
}
