package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.at;
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
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.aggregate.AggregateSpec;
import dev.heddle.physical.aggregate.QuantileForm;
import dev.heddle.physical.aggregate.state.DoubleValues;
import dev.heddle.physical.operator.InlineContext;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.Batches;
import dev.heddle.physical.row.RowCollector;
import dev.heddle.physical.row.RowStore;
import dev.heddle.physical.sort.SortedRows;
import dev.heddle.physical.window.WindowPicks.CountedRows;
import java.util.List;

/**
 * Medians and quantiles of frames: the segment's values are sorted once; a tree of sums shows how
 * many values of the frame precede a place of that order, so that a row enters, leaves and is found
 * in one step a bit of the number of rows. Used by one thread.
 */
final class WindowQuantiles extends WindowMoving implements AutoCloseable {
  private final double fraction;
  private final QuantileForm form;
  private final int count;
  private final int highestBit; // of the count
  private final Buffer arrays;
  private final long places; // int32 place in the order of each counted row, from 1
  private final long tree; // int32 sums by place
  private final Buffer sorted; // values by place, from 1
  private final long results;
  private final long validity;
  private int inFrame;

  private WindowQuantiles(
      AggregateCall call,
      Column column,
      CountedRows counted,
      WindowSegment segment,
      long results,
      long validity) {
    MemoryAccount account = segment.account();
    this.fraction =
        call.function() == AggregateFunction.MEDIAN ? 0.5 : AggregateSpec.fraction(call);
    this.form = QuantileForm.of(column.type());
    this.results = results;
    this.validity = validity;
    this.count = counted.before(segment.rows());
    this.highestBit = Integer.highestOneBit(Math.max(1, count));
    this.arrays = account.allocateZeroed(8L * (count + 1));
    this.places = arrays.address();
    this.tree = places + 4L * count;
    Buffer values = null;
    try {
      values = account.allocate(8L * (count + 1));
      sort(column, counted, segment, values.address());
    } catch (Throwable e) {
      if (values != null) {
        values.release();
      }
      arrays.release();
      throw e;
    }
    this.sorted = values;
  }

  /** Returns the quantiles of all frames of a segment. */
  static Column compute(AggregateCall call, WindowFrames frames, WindowSegment segment) {
    MemoryAccount account = segment.account();
    int column = call.arguments().getFirst();
    int rows = segment.rows();
    Buffer results = account.allocate(8L * Math.max(1, rows));
    Buffer validity = Batches.zeroedBeside(results, Bits.bytesFor(rows), account);
    try (CountedRows counted =
            CountedRows.of(column, NullTreatment.IGNORE, call.filter().orElse(-1), segment);
        WindowQuantiles quantiles =
            new WindowQuantiles(
                call,
                segment.column(column),
                counted,
                segment,
                results.address(),
                validity.address())) {
      quantiles.run(frames, counted, segment);
      return Column.fixed(quantiles.form.result(), rows, results, validity);
    } catch (Throwable e) {
      results.release();
      validity.release();
      throw e;
    }
  }

  private void sort(Column column, CountedRows counted, WindowSegment segment, long values) {
    MemoryAccount account = segment.account();
    try (RowCollector collector = new RowCollector(List.of(DataType.FLOAT64), account)) {
      Buffer positions = account.allocate(4L * Batch.MAX_ROWS);
      try {
        for (int from = 0; from < count; from += Batch.MAX_ROWS) {
          int some = Math.min(Batch.MAX_ROWS, count - from);
          for (int i = 0; i < some; i++) {
            put(positions.address(), i, counted.row(from + i));
          }
          try (Batch batch = numbers(column, positions.address(), some, account)) {
            collector.append(batch, 0);
          }
        }
      } finally {
        positions.release();
      }
      try (RowStore store = collector.toStore()) {
        SortOrder order = new SortOrder(0, SortDirection.ASCENDING, NullPlacement.LAST);
        Buffer ids = SortedRows.ids(store, List.of(order), new InlineContext(segment.context()));
        try {
          for (int place = 1; place <= count; place++) {
            int row = at(ids.address(), place - 1);
            put(places, row, place);
          }
          for (int from = 0; from < count; from += Batch.MAX_ROWS) {
            int some = Math.min(Batch.MAX_ROWS, count - from);
            Column part = store.gather(0, ids.address() + 4L * from, some, account);
            try {
              Memory.copy(part.values(), values + 8L * (from + 1), 8L * some);
            } finally {
              part.release();
            }
          }
        } finally {
          ids.release();
        }
      }
    }
  }

  private Batch numbers(Column column, long positions, int rows, MemoryAccount account) {
    Column gathered = Gather.rows(column, positions, rows, account);
    try (DoubleValues numbers = form.values(gathered, rows, account)) {
      Buffer copy = account.allocate(8L * rows);
      for (int i = 0; i < rows; i++) {
        Memory.putDouble(copy.address() + 8L * i, numbers.at(i));
      }
      return Batch.of(account, rows, Column.fixed(DataType.FLOAT64, rows, copy, null));
    } finally {
      gathered.release();
    }
  }

  @Override
  void add(int row) {
    inFrame++;
    for (int place = at(places, row); place <= count; place += place & -place) {
      put(tree, place, at(tree, place) + 1);
    }
  }

  @Override
  void remove(int row) {
    inFrame--;
    for (int place = at(places, row); place <= count; place += place & -place) {
      put(tree, place, at(tree, place) - 1);
    }
  }

  @Override
  void note(int segmentRow) {
    if (inFrame == 0) {
      Memory.putLong(results + 8L * segmentRow, 0);
      return;
    }
    double wanted = fraction * (inFrame - 1);
    int below = (int) wanted;
    double low = value(below);
    double share = wanted - below;
    form.put(low, share == 0 ? low : value(below + 1), share, results + 8L * segmentRow);
    Bits.set(validity, segmentRow);
  }

  /** Returns the value with this number of values of the frame before it. */
  private double value(int before) {
    int place = 0;
    int left = before;
    for (int bit = highestBit; bit > 0; bit >>>= 1) {
      int next = place + bit;
      if (next <= count && at(tree, next) <= left) {
        place = next;
        left -= at(tree, next);
      }
    }
    return Memory.getDouble(sorted.address() + 8L * (place + 1));
  }

  @Override
  public void close() {
    sorted.release();
    arrays.release();
  }
}
