package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.at;
import static dev.heddle.physical.window.WindowSegment.put;

import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.row.GroupTable;
import dev.heddle.physical.row.KeyLayout;
import dev.heddle.physical.window.WindowPicks.CountedRows;
import java.util.List;

/**
 * Numbers of distinct values in frames: values are numbered as they come, and how often each stands
 * in the frame is counted. Used by one thread.
 */
final class WindowDistinct implements AutoCloseable {
  private final int column;
  private final AggregateCall call;
  private final MemoryAccount account;
  private final GroupTable values;
  private int seenBefore; // distinct values before the piece, where frames begin with the partition

  WindowDistinct(AggregateCall call, DataType type, MemoryAccount account) {
    this.call = call;
    this.column = call.arguments().getFirst();
    this.account = account;
    this.values = new GroupTable(new KeyLayout(List.of(new Field("value", type, false))), account);
  }

  /** Returns the numbers of distinct values in all frames of a segment. */
  static Column compute(AggregateCall call, WindowFrames frames, WindowSegment segment) {
    DataType type = segment.column(call.arguments().getFirst()).type();
    try (WindowDistinct distinct = new WindowDistinct(call, type, segment.account())) {
      return distinct.counts(frames, segment);
    }
  }

  private CountedRows counted(WindowSegment segment) {
    return CountedRows.of(column, NullTreatment.IGNORE, call.filter().orElse(-1), segment);
  }

  private Column counts(WindowFrames frames, WindowSegment segment) {
    int rows = segment.rows();
    Buffer results = account.allocate(8L * Math.max(1, rows));
    try {
      numbered(
          segment,
          rows,
          (counted, count, numbers) -> count(frames, counted, segment, numbers, results.address()));
      return Column.fixed(DataType.INT64, rows, results, null);
    } catch (Throwable e) {
      results.release();
      throw e;
    }
  }

  /** Uses the rows that count, how many there are, and where the numbers of their values lie. */
  private interface Use {
    void of(CountedRows counted, int count, long numbers);
  }

  /** Numbers the values of those rows that count among the first ones of a segment. */
  private void numbered(WindowSegment segment, int rows, Use use) {
    try (CountedRows counted = counted(segment)) {
      int count = counted.before(rows);
      Buffer numbers = account.allocate(4L * Math.max(1, count));
      try {
        number(counted, count, segment, numbers.address());
        use.of(counted, count, numbers.address());
      } finally {
        numbers.release();
      }
    }
  }

  /** Writes the number of each counted row's value. */
  private void number(CountedRows counted, int count, WindowSegment segment, long numbers) {
    Buffer positions = account.allocate(4L * Batch.MAX_ROWS);
    try {
      for (int from = 0; from < count; from += Batch.MAX_ROWS) {
        segment.context().checkCancelled();
        int some = Math.min(Batch.MAX_ROWS, count - from);
        for (int i = 0; i < some; i++) {
          put(positions.address(), i, counted.row(from + i));
        }
        Column gathered = Gather.rows(segment.column(column), positions.address(), some, account);
        try {
          values.locate(new Column[] {gathered}, some, numbers + 4L * from);
        } finally {
          gathered.release();
        }
      }
    } finally {
      positions.release();
    }
  }

  private void count(
      WindowFrames frames, CountedRows counted, WindowSegment segment, long numbers, long results) {
    Buffer times = account.allocateZeroed(4L * Math.max(1, values.groupCount()));
    long inFrame = times.address();
    try {
      new WindowMoving() {
        private long distinct;

        @Override
        void add(int row) {
          int number = at(numbers, row);
          int before = at(inFrame, number);
          put(inFrame, number, before + 1);
          distinct += before == 0 ? 1 : 0;
        }

        @Override
        void remove(int row) {
          int number = at(numbers, row);
          int left = at(inFrame, number) - 1;
          put(inFrame, number, left);
          distinct -= left == 0 ? 1 : 0;
        }

        @Override
        void note(int segmentRow) {
          Memory.putLong(results + 8L * segmentRow, distinct);
        }
      }.run(frames, counted, segment);
    } finally {
      times.release();
    }
  }

  /**
   * Returns the numbers for a piece of a large partition with which all frames begin: since values
   * are numbered as they come, the largest number up to a row says how many there have been.
   */
  Column running(WindowFrames frames, WindowSegment piece) {
    int rows = piece.rows();
    Buffer results = account.allocate(8L * Math.max(1, rows));
    try {
      numbered(
          piece,
          rows,
          (counted, _, numbers) -> {
            int next = 0;
            int seen = seenBefore;
            for (int i = 0; i < rows; i++) {
              for (int end = counted.before(at(frames.ends(), i)); next < end; next++) {
                seen = Math.max(seen, at(numbers, next) + 1);
              }
              Memory.putLong(results.address() + 8L * i, seen);
            }
          });
      return Column.fixed(DataType.INT64, rows, results, null);
    } catch (Throwable e) {
      results.release();
      throw e;
    }
  }

  /** Leaves the first rows of a piece behind. */
  void advance(WindowSegment piece, int rows) {
    numbered(
        piece,
        rows,
        (_, count, numbers) -> {
          for (int i = 0; i < count; i++) {
            seenBefore = Math.max(seenBefore, at(numbers, i) + 1);
          }
        });
  }

  @Override
  public void close() {
    values.close();
  }
}
