package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.at;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Decimals;
import dev.heddle.physical.kernel.Int128;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WindowBounds;
import dev.heddle.physical.row.ScratchBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Counts, sums and means of frames from sums over all rows before a row: the difference of two for
 * integers, which is exact, and running sums for floats, or sums of two runs of rows where frames
 * do not begin with the partition.
 */
final class WindowSums {
  private static final int SHORT_FRAME = 32; // rows; to add these up costs no more than two sums

  private final AggregateCall call;
  private final Method way;
  private final WindowFrames frames;
  private final WindowSegment segment;
  private final int rows;

  /** How sums of frames can be had. */
  enum Method {
    /** As differences of 192-bit sums. */
    EXACT,
    /** By adding to the sum of the row before, since frames only grow. */
    RUNNING,
    /**
     * By adding up a frame's values, those of long frames as two sums: one over the end of a run of
     * rows, one over the beginning of what follows it. Nothing is subtracted, so that a sum is as
     * near as any other order of adding its values makes it, and no NaN stays behind.
     */
    SLIDING,
    /** Not at all. */
    NONE
  }

  WindowSums(AggregateCall call, Method way, WindowFrames frames, WindowSegment segment) {
    this.call = call;
    this.way = way;
    this.frames = frames;
    this.segment = segment;
    this.rows = segment.rows();
  }

  /**
   * Returns how the call can be computed over frames that start where the partition does or not.
   */
  static Method way(AggregateCall call, WindowBounds frame, PhysicalPlan.Window plan) {
    if (call.function() == AggregateFunction.COUNT
        || call.function() == AggregateFunction.COUNT_ALL) {
      return Method.EXACT;
    }
    if (frame.exclusion() != WindowBounds.Exclusion.NOTHING) {
      return Method.NONE;
    }
    if (call.function() != AggregateFunction.SUM && call.function() != AggregateFunction.AVG) {
      return Method.NONE;
    }
    DataType type = plan.input().output().field(call.arguments().getFirst()).type();
    return switch (Layout.of(type)) {
      case INT8, INT16, INT32, INT64, INT128 -> Method.EXACT;
      case FLOAT32, FLOAT64 ->
          frame.start() instanceof WindowBounds.Unbounded
              ? Method.RUNNING
              : frame.isByColumn() ? Method.NONE : Method.SLIDING;
      case BIT, VIEW, INTERVAL, LIST, STRUCT -> Method.NONE;
    };
  }

  Column compute() {
    Buffer counts = segment.account().allocate(4L * (rows + 1));
    try {
      count(counts.address());
      return switch (call.function()) {
        case COUNT, COUNT_ALL -> countsOfFrames(counts.address());
        default ->
            switch (way) {
              case RUNNING -> running(counts.address());
              case SLIDING -> sliding(counts.address());
              case EXACT, NONE -> exact(counts.address());
            };
      };
    } finally {
      counts.release();
    }
  }

  /** Writes how many rows that count precede each row. */
  private void count(long counts) {
    Column values = call.arguments().isEmpty() ? null : segment.column(call.arguments().getFirst());
    Column filter = call.filter().isEmpty() ? null : segment.column(call.filter().getAsInt());
    int count = 0;
    for (int i = 0; i < rows; i++) {
      WindowSegment.put(counts, i, count);
      count += isIn(values, filter, i) ? 1 : 0;
    }
    WindowSegment.put(counts, rows, count);
  }

  /** Returns whether a call only counts rows or values. */
  static boolean isCount(AggregateCall call) {
    return !call.distinct()
        && (call.function() == AggregateFunction.COUNT
            || call.function() == AggregateFunction.COUNT_ALL);
  }

  /** Returns how many of the first rows of a segment a call counts. */
  static long countFirst(AggregateCall call, WindowSegment segment, int rows) {
    Column values = call.arguments().isEmpty() ? null : segment.column(call.arguments().getFirst());
    Column filter = call.filter().isEmpty() ? null : segment.column(call.filter().getAsInt());
    long count = 0;
    for (int i = 0; i < rows; i++) {
      count += isIn(values, filter, i) ? 1 : 0;
    }
    return count;
  }

  private static boolean isIn(@Nullable Column values, @Nullable Column filter, int row) {
    return (values == null || !values.isNull(row))
        && (filter == null || (!filter.isNull(row) && filter.booleanAt(row)));
  }

  private long inFrame(long counts, int row) {
    long count = 0;
    for (int piece = 0; piece < frames.pieces(); piece++) {
      count += at(counts, frames.end(piece, row)) - at(counts, frames.start(piece, row));
    }
    return count;
  }

  private Column countsOfFrames(long counts) {
    Buffer values = segment.account().allocate(8L * Math.max(1, rows));
    for (int i = 0; i < rows; i++) {
      Memory.putLong(values.address() + 8L * i, inFrame(counts, i));
    }
    return Column.fixed(DataType.INT64, rows, values, null);
  }

  private Column exact(long counts) {
    Column arguments = segment.column(call.arguments().getFirst());
    Buffer sums = segment.account().allocate(24L * (rows + 1));
    Buffer values = null;
    Buffer validity = null;
    try {
      sumUp(arguments, counts, sums.address());
      boolean isMean = call.function() == AggregateFunction.AVG;
      int width = Layout.of(call.type()).byteWidth();
      double unit = arguments.type() instanceof DataType.Decimal d ? Math.pow(10, d.scale()) : 1;
      values = segment.account().allocate((long) width * Math.max(1, rows));
      validity = segment.account().allocateZeroed(Bits.bytesFor(rows));
      Int128 sum = new Int128();
      // The frames of other rows may be cut off, and their sums too large.
      for (int i = segment.from(); i < segment.to(); i++) {
        long count = inFrame(counts, i);
        if (count == 0) {
          continue;
        }
        long end = sums.address() + 24L * at(frames.ends(), i);
        long start = sums.address() + 24L * at(frames.starts(), i);
        long top = subtract(end, start, sum);
        long target = values.address() + (long) width * i;
        if (isMean) {
          double total =
              top == sum.high() >> 63
                  ? Int128.toDouble(sum.low(), sum.high())
                  : top * 0x1p128 + (sum.high() >>> 1) * 0x1p65;
          Memory.putDouble(target, total / count / unit);
        } else {
          if (top != sum.high() >> 63) {
            throw overflow(call);
          }
          putSum(call, sum, target, width);
        }
        Bits.set(validity.address(), i);
      }
      return Column.fixed(call.type(), rows, values, validity);
    } catch (Throwable e) {
      if (values != null) {
        values.release();
      }
      if (validity != null) {
        validity.release();
      }
      throw e;
    } finally {
      sums.release();
    }
  }

  /**
   * Writes the sum of the values before each row, in 192 bits, which no number of rows overflows.
   */
  private void sumUp(Column arguments, long counts, long sums) {
    boolean isWide = arguments.layout() == Layout.INT128;
    long low = 0;
    long high = 0;
    long top = 0;
    for (int i = 0; i <= rows; i++) {
      Memory.putLong(sums + 24L * i, low);
      Memory.putLong(sums + 24L * i + 8, high);
      Memory.putLong(sums + 24L * i + 16, top);
      if (i < rows && at(counts, i) < at(counts, i + 1)) {
        long valueLow = isWide ? arguments.lowWordAt(i) : arguments.longAt(i);
        long valueHigh = isWide ? arguments.highWordAt(i) : valueLow >> 63;
        long newLow = low + valueLow;
        long carry = ((low & valueLow) | ((low | valueLow) & ~newLow)) >>> 63;
        long newHigh = high + valueHigh + carry;
        carry = ((high & valueHigh) | ((high | valueHigh) & ~newHigh)) >>> 63;
        top += (valueHigh >> 63) + carry;
        low = newLow;
        high = newHigh;
      }
    }
  }

  /** Subtracts one sum from another; returns the difference's top word. */
  private static long subtract(long end, long start, Int128 difference) {
    long low = Memory.getLong(end);
    long lessLow = Memory.getLong(start);
    long high = Memory.getLong(end + 8);
    long lessHigh = Memory.getLong(start + 8);
    long newLow = low - lessLow;
    long borrow = ((~low & lessLow) | ((~low | lessLow) & newLow)) >>> 63;
    long newHigh = high - lessHigh - borrow;
    borrow = ((~high & lessHigh) | ((~high | lessHigh) & newHigh)) >>> 63;
    difference.set(newLow, newHigh);
    return Memory.getLong(end + 16) - Memory.getLong(start + 16) - borrow;
  }

  /** Writes a sum as a value of the call's type. */
  static void putSum(AggregateCall call, Int128 sum, long target, int width) {
    if (!Decimals.fits(sum, call.type())) {
      throw overflow(call);
    }
    Memory.putLong(target, sum.low());
    if (width == 16) {
      Memory.putLong(target + 8, sum.high());
    }
  }

  private static HeddleException overflow(AggregateCall call) {
    return new HeddleException(
        ErrorCode.NUMERIC_OVERFLOW,
        "Cannot sum: the result does not fit "
            + call.type().sqlName()
            + "; cast the argument to DOUBLE");
  }

  private Column running(long counts) {
    Column arguments = segment.column(call.arguments().getFirst());
    boolean isMean = call.function() == AggregateFunction.AVG;
    Buffer validity = segment.account().allocateZeroed(Bits.bytesFor(rows));
    Buffer values;
    try {
      values = segment.account().allocate(8L * Math.max(1, rows));
    } catch (Throwable e) {
      validity.release();
      throw e;
    }
    double sum = 0;
    int next = 0;
    for (int i = 0; i < rows; i++) {
      if (at(segment.partitionStarts(), i) == i) {
        sum = 0;
        next = i;
      }
      int end = at(frames.ends(), i);
      for (; next < end; next++) {
        if (at(counts, next) < at(counts, next + 1)) {
          sum += arguments.doubleAt(next);
        }
      }
      long count = inFrame(counts, i);
      if (count > 0) {
        Memory.putDouble(values.address() + 8L * i, isMean ? sum / count : sum);
        Bits.set(validity.address(), i);
      }
    }
    return Column.fixed(DataType.FLOAT64, rows, values, validity);
  }

  private Column sliding(long counts) {
    Column arguments = segment.column(call.arguments().getFirst());
    Buffer validity = segment.account().allocateZeroed(Bits.bytesFor(rows));
    Buffer values = null;
    try (ScratchBuffer scratch = new ScratchBuffer(segment.account())) {
      values = segment.account().allocate(8L * Math.max(1, rows));
      long numbers = scratch.reserve(16L * Math.max(1, rows));
      for (int i = 0; i < rows; i++) { // a value that does not count adds nothing
        boolean isIn = at(counts, i) < at(counts, i + 1);
        Memory.putDouble(numbers + 8L * i, isIn ? arguments.doubleAt(i) : 0);
      }
      slide(counts, numbers, numbers + 8L * rows, values.address(), validity.address());
      return Column.fixed(DataType.FLOAT64, rows, values, validity);
    } catch (Throwable e) {
      validity.release();
      if (values != null) {
        values.release();
      }
      throw e;
    }
  }

  /**
   * Writes the sum or mean of each frame.
   *
   * @param tails room for the sums from each row to the end of the run that it is in
   */
  private void slide(long counts, long numbers, long tails, long values, long validity) {
    boolean isMean = call.function() == AggregateFunction.AVG;
    int runEnd = 0; // tails are of rows before
    int summed = 0; // the head is of rows from there to before this one
    double head = 0;
    for (int i = 0; i < rows; i++) {
      int start = at(frames.starts(), i);
      int end = at(frames.ends(), i);
      int count = at(counts, end) - at(counts, start);
      if (count == 0) {
        continue;
      }
      double sum = 0;
      if (end - start <= SHORT_FRAME) {
        for (int row = start; row < end; row++) {
          sum += Memory.getDouble(numbers + 8L * row);
        }
      } else {
        if (start >= runEnd) {
          for (int row = end - 1; row >= start; row--) {
            sum += Memory.getDouble(numbers + 8L * row);
            Memory.putDouble(tails + 8L * row, sum);
          }
          runEnd = end;
          summed = end;
          head = 0;
        }
        for (; summed < end; summed++) {
          head += Memory.getDouble(numbers + 8L * summed);
        }
        sum = Memory.getDouble(tails + 8L * start) + head;
      }
      Memory.putDouble(values + 8L * i, isMean ? sum / count : sum);
      Bits.set(validity, i);
    }
  }
}
