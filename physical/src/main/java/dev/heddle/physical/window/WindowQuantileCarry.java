package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.at;
import static dev.heddle.physical.window.WindowSegment.put;

import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.aggregate.AggregateSpec;
import dev.heddle.physical.aggregate.QuantileForm;
import dev.heddle.physical.aggregate.state.DoubleValues;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.physical.row.Batches;
import dev.heddle.physical.window.WindowPicks.CountedRows;
import org.jspecify.annotations.Nullable;

/**
 * Medians and quantiles of frames that begin or end with a partition that is worked on in pieces:
 * its distinct values are in memory in their order, beside a tree of how often each is in the rows
 * of the frames that are not in the piece at hand. Used by one thread.
 *
 * <p>Takes 12 bytes for each value of the partition, and no other part of its rows.
 */
final class WindowQuantileCarry extends WindowMoving implements AutoCloseable {
  private final WindowCall call;
  private final AggregateCall aggregate;
  private final boolean startsFrame;
  private final boolean endsFrame;
  private final double fraction;
  private final QuantileForm form;
  private final MemoryAccount account;
  private Buffer values; // ascending once they are sealed, as unsigned words of the same order
  private int count;
  private @Nullable Buffer tree; // int32 sums by place, from 1
  private int inTree;
  private long rowsTakenOut; // rows of the partition that are no longer behind the pieces
  private long places; // of the counted rows of the piece at hand
  private long results;
  private long validity;

  /** Makes it for a partition of this number of rows, which {@link #look} then has to see. */
  WindowQuantileCarry(WindowCall call, PhysicalPlan.Window plan, long rows, MemoryAccount account) {
    this.call = call;
    this.aggregate = call.aggregate().orElseThrow();
    this.startsFrame = WindowReach.startsFrame(call, plan);
    this.endsFrame = WindowReach.endsFrame(call, plan);
    this.fraction =
        aggregate.function() == AggregateFunction.MEDIAN ? 0.5 : AggregateSpec.fraction(aggregate);
    Field input = plan.input().output().field(aggregate.arguments().getFirst());
    this.form = QuantileForm.of(input.type());
    this.account = account;
    this.values = account.allocate(8 * Math.max(1, rows));
  }

  private CountedRows counted(WindowSegment piece) {
    int column = aggregate.arguments().getFirst();
    return CountedRows.of(column, NullTreatment.IGNORE, aggregate.filter().orElse(-1), piece);
  }

  /** Writes the words of values that count of a piece, from one to another. */
  private void words(CountedRows counted, int from, int to, WindowSegment piece, long target) {
    Column column = piece.column(aggregate.arguments().getFirst());
    Buffer positions = account.allocate(4L * Batch.MAX_ROWS);
    try {
      for (int first = from; first < to; first += Batch.MAX_ROWS) {
        int some = Math.min(Batch.MAX_ROWS, to - first);
        for (int i = 0; i < some; i++) {
          put(positions.address(), i, counted.row(first + i));
        }
        Column gathered = Gather.rows(column, positions.address(), some, account);
        try (DoubleValues numbers = form.values(gathered, some, account)) {
          for (int i = 0; i < some; i++) {
            Memory.putLong(target + 8L * (first - from + i), word(numbers.at(i)));
          }
        } finally {
          gathered.release();
        }
      }
    } finally {
      positions.release();
    }
  }

  /** Returns a word that is ordered, without a sign, as numbers are; all that are none are one. */
  private static long word(double number) {
    long bits = Double.doubleToLongBits(number == 0 ? 0.0 : number);
    return bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
  }

  private static double number(long word) {
    return Double.longBitsToDouble(word < 0 ? word ^ Long.MIN_VALUE : ~word);
  }

  /** Takes the values of some rows of a piece; all rows of the partition come once. */
  void look(WindowSegment piece, int from, int to) {
    try (CountedRows counted = counted(piece)) {
      int first = counted.before(from);
      int end = counted.before(to);
      words(counted, first, end, piece, values.address() + 8L * count);
      count += end - first;
    }
  }

  /** Ends looking: sorts the values, without duplicates. */
  void seal() {
    sort(values.address(), 0, count, Long.SIZE - 1);
    long at = values.address();
    int all = count;
    int kept = 0;
    Buffer sums = account.allocateZeroed(4L * (all + 1L));
    tree = sums;
    for (int i = 0; i < all; i++) {
      if (i == 0 || word(i) != word(i - 1)) {
        kept++;
      }
      put(sums.address(), kept, at(sums.address(), kept) + 1);
    }
    for (int i = 0, next = 0; i < all; i++) {
      long word = word(i);
      if (next == 0 || word != word(next - 1)) {
        Memory.putLong(at + 8L * next++, word);
      }
    }
    count = kept;
    inTree = endsFrame ? all : 0;
    for (int place = 1; place <= kept; place++) {
      int parent = place + (place & -place);
      if (!endsFrame) {
        put(sums.address(), place, 0);
      } else if (parent <= kept) {
        put(sums.address(), parent, at(sums.address(), parent) + at(sums.address(), place));
      }
    }
  }

  private long word(int place) {
    return Memory.getLong(values.address() + 8L * place);
  }

  /** Sorts words by their bits from one down, within their array. */
  private static void sort(long words, int from, int to, int highestBit) {
    int low = from;
    int end = to;
    for (int bit = highestBit; bit >= 0 && end - low > 1; bit--) {
      int zeros = low;
      int ones = end;
      while (zeros < ones) {
        long word = Memory.getLong(words + 8L * zeros);
        if ((word >>> bit & 1) == 0) {
          zeros++;
        } else {
          ones--;
          Memory.putLong(words + 8L * zeros, Memory.getLong(words + 8L * ones));
          Memory.putLong(words + 8L * ones, word);
        }
      }
      if (zeros - low < end - zeros) {
        sort(words, low, zeros, bit - 1);
        low = zeros;
      } else {
        sort(words, zeros, end, bit - 1);
        end = zeros;
      }
    }
  }

  /** Returns the values of the call for a piece behind this number of rows. */
  Column compute(PhysicalPlan.Window plan, WindowSegment piece, long rowsBefore) {
    int rows = piece.rows();
    Buffer numbers = account.allocate(8L * Math.max(1, rows));
    Buffer present = Batches.zeroedBeside(numbers, Bits.bytesFor(rows), account);
    try (CountedRows counted = counted(piece);
        WindowFrames frames = new WindowFrames(call.frame(), plan, piece)) {
      results = numbers.address();
      validity = present.address();
      withPlaces(
          counted,
          piece,
          rows,
          () -> {
            if (endsFrame) {
              int from = counted.before((int) (rowsTakenOut - rowsBefore));
              for (int row = from; row < counted.before(rows); row++) {
                remove(row);
              }
              rowsTakenOut = rowsBefore + rows;
            }
            run(frames, counted, piece);
          });
      return Column.fixed(form.result(), rows, numbers, present);
    } catch (Throwable e) {
      numbers.release();
      present.release();
      throw e;
    }
  }

  /** Leaves the first rows of a piece behind. */
  void advance(WindowSegment piece, int rows) {
    if (!startsFrame || rows == 0) {
      return;
    }
    try (CountedRows counted = counted(piece)) {
      int end = counted.before(rows);
      withPlaces(
          counted,
          piece,
          rows,
          () -> {
            for (int row = 0; row < end; row++) {
              add(row);
            }
          });
    }
  }

  /** Does something while the places of the first rows of a piece are known. */
  private void withPlaces(CountedRows counted, WindowSegment piece, int rows, Runnable work) {
    int end = counted.before(rows);
    Buffer words = account.allocate(8L * Math.max(1, end));
    try {
      words(counted, 0, end, piece, words.address());
      for (int i = 0; i < end; i++) {
        put(words.address(), i, place(Memory.getLong(words.address() + 8L * i)));
      }
      places = words.address();
      work.run();
    } finally {
      words.release();
    }
  }

  private int place(long word) {
    int low = 0;
    int high = count - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(word(middle), word) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low + 1;
  }

  private long sums() {
    if (tree == null) {
      throw new IllegalStateException("The values have not been sealed");
    }
    return tree.address();
  }

  @Override
  void add(int row) {
    change(at(places, row), 1);
  }

  @Override
  void remove(int row) {
    change(at(places, row), -1);
  }

  private void change(int first, int by) {
    inTree += by;
    long sums = sums();
    for (int place = first; place <= count; place += place & -place) {
      put(sums, place, at(sums, place) + by);
    }
  }

  @Override
  void note(int segmentRow) {
    if (inTree == 0) {
      Memory.putLong(results + 8L * segmentRow, 0);
      return;
    }
    double wanted = fraction * (inTree - 1);
    int below = (int) wanted;
    double low = value(below);
    double share = wanted - below;
    form.put(low, share == 0 ? low : value(below + 1), share, results + 8L * segmentRow);
    Bits.set(validity, segmentRow);
  }

  /** Returns the value with this number of values of the frame before it. */
  private double value(int before) {
    long sums = sums();
    int place = 0;
    int left = before;
    for (int bit = Integer.highestOneBit(count); bit > 0; bit >>>= 1) {
      int next = place + bit;
      if (next <= count && at(sums, next) <= left) {
        place = next;
        left -= at(sums, next);
      }
    }
    return number(word(place));
  }

  @Override
  void end(int first, int end) {
    for (int row = first; row < end; row++) {
      remove(row);
    }
  }

  @Override
  public void close() {
    values.release();
    if (tree != null) {
      tree.release();
      tree = null;
    }
  }
}
