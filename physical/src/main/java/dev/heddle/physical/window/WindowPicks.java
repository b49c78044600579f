package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.at;
import static dev.heddle.physical.window.WindowSegment.put;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.plan.WindowCall;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** The functions that give the value of one row of the frame. */
final class WindowPicks {
  private WindowPicks() {}

  static Column compute(
      WindowFunction function, WindowCall call, WindowFrames frames, WindowSegment segment) {
    return pick(
        function, place(call), call.arguments().getFirst(), call.nulls(), -1, frames, segment);
  }

  /** Returns which row of a frame is wanted, from 1, where the function is {@code nth_value}. */
  static long place(WindowCall call) {
    if (call.function().filter(f -> f == WindowFunction.NTH_VALUE).isEmpty()) {
      return 1;
    }
    ScanValue value = call.constants().getFirst().value().orElse(null);
    long place =
        value instanceof ScanValue.Whole(BigInteger whole) && whole.bitLength() < 63
            ? whole.longValueExact()
            : 0;
    if (place < 1) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot compute nth_value at " + value + ": the place must be a number of at least 1");
    }
    return place;
  }

  /**
   * Picks a row of each frame.
   *
   * @param place which one {@code NTH_VALUE} wants, from 1
   * @param filter boolean column that must be true for a row to count, or -1
   */
  static Column pick(
      WindowFunction function,
      long place,
      int column,
      NullTreatment nulls,
      int filter,
      WindowFrames frames,
      WindowSegment segment) {
    Buffer picked = segment.account().allocate(4L * Math.max(1, segment.rows()));
    try (CountedRows counted = CountedRows.of(column, nulls, filter, segment)) {
      find(function, place, counted, frames, segment, picked.address());
      return segment.pick(column, picked.address());
    } finally {
      picked.release();
    }
  }

  /** Writes which row each frame's value is of, -1 where there is none. */
  static void find(
      WindowFunction function,
      long place,
      CountedRows counted,
      WindowFrames frames,
      WindowSegment segment,
      long picked) {
    for (int i = 0; i < segment.rows(); i++) {
      long count = 0;
      for (int piece = 0; piece < frames.pieces(); piece++) {
        count += counted.before(frames.end(piece, i)) - counted.before(frames.start(piece, i));
      }
      long wanted =
          switch (function) {
            case FIRST_VALUE -> 0;
            case LAST_VALUE -> count - 1;
            default -> place - 1;
          };
      put(picked, i, wanted >= 0 && wanted < count ? row(wanted, i, frames, counted) : -1);
    }
  }

  /** Returns the row that is the given one of those of a frame that count. */
  private static int row(long wanted, int row, WindowFrames frames, CountedRows counted) {
    long left = wanted;
    int piece = 0;
    while (true) {
      int start = counted.before(frames.start(piece, row));
      int count = counted.before(frames.end(piece, row)) - start;
      if (left < count) {
        return counted.row((int) (start + left));
      }
      left -= count;
      piece++;
    }
  }

  /** The rows of a segment that count, numbered among themselves. */
  static final class CountedRows implements AutoCloseable {
    private final @Nullable Buffer arrays; // null if all count
    private final int rows;

    private CountedRows(@Nullable Buffer arrays, int rows) {
      this.arrays = arrays;
      this.rows = rows;
    }

    static CountedRows of(int column, NullTreatment nulls, int filter, WindowSegment segment) {
      int rows = segment.rows();
      Column values = segment.column(column);
      boolean skipsNulls = nulls == NullTreatment.IGNORE && values.mayHaveNulls();
      if (!skipsNulls && filter < 0) {
        return new CountedRows(null, rows);
      }
      Column truths = filter < 0 ? null : segment.column(filter);
      Buffer arrays = segment.account().allocate(4L * (2L * rows + 1));
      CountedRows counted = new CountedRows(arrays, rows);
      int count = 0;
      for (int i = 0; i < rows; i++) {
        put(arrays.address(), i, count);
        boolean isIn =
            (!skipsNulls || Bits.get(values.validity(), i))
                && (truths == null || (!truths.isNull(i) && truths.booleanAt(i)));
        if (isIn) {
          put(arrays.address(), rows + 1 + count++, i);
        }
      }
      put(arrays.address(), rows, count);
      return counted;
    }

    /** Returns how many rows that count precede a row of the segment. */
    int before(int row) {
      return arrays == null ? row : at(arrays.address(), row);
    }

    /** Returns the row of the segment that is the given one among those that count. */
    int row(int number) {
      return arrays == null ? number : at(arrays.address(), rows + 1 + number);
    }

    @Override
    public void close() {
      if (arrays != null) {
        arrays.release();
      }
    }
  }
}
