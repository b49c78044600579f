package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.at;
import static dev.heddle.physical.window.WindowSegment.put;

import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
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
import dev.heddle.physical.row.GroupTable;
import dev.heddle.physical.row.KeyLayout;
import dev.heddle.physical.window.WindowPicks.CountedRows;
import java.util.List;

/**
 * Numbers and sums of distinct values in frames: values are numbered as they come, and how often
 * each is in the frame is counted. Used by one thread.
 */
final class WindowDistinct implements AutoCloseable {
  private final int column;
  private final AggregateCall call;
  private final MemoryAccount account;
  private final GroupTable values;

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

  /** Returns whether a call sums distinct integers, whose sums can be taken back exactly. */
  static boolean isSum(AggregateCall call, DataType type) {
    if (!call.distinct()
        || !call.orderBy().isEmpty()
        || (call.function() != AggregateFunction.SUM && call.function() != AggregateFunction.AVG)) {
      return false;
    }
    return Layout.of(type).isInteger();
  }

  /** Returns the sums or means of the distinct values in all frames of a segment. */
  static Column sums(AggregateCall call, WindowFrames frames, WindowSegment segment) {
    DataType type = segment.column(call.arguments().getFirst()).type();
    try (WindowDistinct distinct = new WindowDistinct(call, type, segment.account())) {
      return distinct.sums(frames, segment);
    }
  }

  private Column sums(WindowFrames frames, WindowSegment segment) {
    int rows = segment.rows();
    int width = Layout.of(call.type()).byteWidth();
    Buffer results = account.allocate((long) width * Math.max(1, rows));
    Buffer validity = null;
    try {
      validity = account.allocateZeroed(Bits.bytesFor(rows));
      long valid = validity.address();
      numbered(
          segment,
          rows,
          (counted, count, numbers) -> {
            try (Sums sums = new Sums(numbers, counted, segment, results.address(), valid)) {
              sums.run(frames, counted, segment);
            }
          });
      return Column.fixed(call.type(), rows, results, validity);
    } catch (Throwable e) {
      results.release();
      if (validity != null) {
        validity.release();
      }
      throw e;
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

  /** Uses the rows that count, their number, and the address of the numbers of their values. */
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
    try (Times times =
        new Times(numbers) {
          @Override
          void note(int segmentRow) {
            Memory.putLong(results + 8L * segmentRow, distinct());
          }
        }) {
      times.run(frames, counted, segment);
    }
  }

  /** How often each value is in the frame. */
  private abstract class Times extends WindowMoving implements AutoCloseable {
    private final long numbers;
    private final Buffer times = account.allocateZeroed(4L * Math.max(1, values.groupCount()));
    private long distinct;

    Times(long numbers) {
      this.numbers = numbers;
    }

    @Override
    final void add(int row) {
      int number = at(numbers, row);
      int before = at(times.address(), number);
      put(times.address(), number, before + 1);
      if (before == 0) {
        distinct++;
        come(row);
      }
    }

    @Override
    final void remove(int row) {
      int number = at(numbers, row);
      int left = at(times.address(), number) - 1;
      put(times.address(), number, left);
      if (left == 0) {
        distinct--;
        leave(row);
      }
    }

    /** Called when a counted row has brought a value that was not there. */
    void come(int row) {}

    /** Called when no row has the value of this one any longer. */
    void leave(int row) {}

    final long distinct() {
      return distinct;
    }

    @Override
    public void close() {
      times.release();
    }
  }

  /** The sum of the values in the frame, in 128 bits, which no number of rows overflows. */
  private final class Sums extends Times {
    private final CountedRows counted;
    private final Column arguments;
    private final long results;
    private final long validity;
    private final int width = Layout.of(call.type()).byteWidth();
    private final boolean isMean = call.function() == AggregateFunction.AVG;
    private final double unit;
    private final Int128 sum = new Int128();

    Sums(long numbers, CountedRows counted, WindowSegment segment, long results, long validity) {
      super(numbers);
      this.counted = counted;
      this.arguments = segment.column(column);
      this.results = results;
      this.validity = validity;
      this.unit = arguments.type() instanceof DataType.Decimal d ? Math.pow(10, d.scale()) : 1;
    }

    @Override
    void come(int row) {
      long value = arguments.longAt(counted.row(row));
      add(value, value >> 63);
    }

    @Override
    void leave(int row) {
      long value = arguments.longAt(counted.row(row));
      add(-value, value == 0 ? 0 : ~(value >> 63));
    }

    private void add(long low, long high) {
      long newLow = sum.low() + low;
      long carry = Long.compareUnsigned(newLow, low) < 0 ? 1 : 0;
      sum.set(newLow, sum.high() + high + carry);
    }

    @Override
    void note(int segmentRow) {
      if (distinct() == 0) {
        return;
      }
      long target = results + (long) width * segmentRow;
      if (isMean) {
        Memory.putDouble(target, Int128.toDouble(sum.low(), sum.high()) / distinct() / unit);
      } else {
        WindowSums.putSum(call, sum, target, width);
      }
      Bits.set(validity, segmentRow);
    }
  }

  @Override
  public void close() {
    values.close();
  }
}
