package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.physical.spill.SpillFile;
import dev.heddle.physical.spill.SpillReader;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Computes the calls over one partition that does not fit into memory: its sorted rows lie on the
 * disk and are read in pieces, each with as many rows around it as the calls look at.
 *
 * <p>Used by one thread; owns the file.
 */
final class WindowLarge implements AutoCloseable {
  private static final int MOST_ROWS_PER_PIECE = 1 << 14;
  private static final int FEWEST_ROWS_PER_PIECE = 1 << 10;
  private static final int BYTES_PER_PIECE = 3 << 20;
  private static final int BYTES_PER_VALUE = 32;

  private final WindowBreaker window;
  private final PhysicalPlan.Window plan;
  private final SpillFile file;
  private final TaskContext context;
  private final WindowReach reach;
  private final WindowCarry carry;
  private final RowCollector pending; // rows from the carry's on
  private final SpillReader reader;
  private final int rowsPerPiece;
  private boolean isAtEnd;
  private int done; // rows of the pending ones that have been delivered

  /** Takes over the rows of a partition, also if this throws. */
  WindowLarge(WindowBreaker window, SpillFile file, TaskContext context) {
    this.window = window;
    this.plan = window.plan();
    this.file = file;
    this.context = context;
    int bytesPerRow = BYTES_PER_VALUE * (window.types().size() + plan.calls().size());
    this.rowsPerPiece =
        Math.clamp(BYTES_PER_PIECE / bytesPerRow, FEWEST_ROWS_PER_PIECE, MOST_ROWS_PER_PIECE);
    WindowCarry made = null;
    try {
      reach = WindowReach.of(plan);
      made = new WindowCarry(plan, file.rows(), context.account());
      computeWhole(made);
    } catch (Throwable e) {
      Closing.all(made, file);
      throw e;
    }
    carry = made;
    pending = new RowCollector(window.types(), context.account());
    reader = file.open(context.account());
  }

  /** Reads the partition once for the calls over all of it, and for its first row. */
  private void computeWhole(WindowCarry known) {
    Aggregator[] states = new Aggregator[plan.calls().size()];
    try (SpillReader rows = file.open(context.account())) {
      Batch first = rows.next();
      if (first != null) {
        known.setFirstRow(first.moveHead(1));
      }
      for (int i = 0; i < states.length; i++) {
        WindowCall call = plan.calls().get(i);
        if (WindowReach.isWhole(call, plan)) {
          AggregateCall aggregate = call.aggregate().orElseThrow();
          if (WindowSums.isCount(aggregate)) {
            known.setWhole(i, count(aggregate));
            continue;
          }
          states[i] = WindowAggregate.open(aggregate, plan, context.account());
          Aggregator state = states[i];
          read(piece -> new WindowAggregate(aggregate, plan, piece).add(state, 0, piece.rows()));
          states[i].seal();
          known.setWhole(i, result(states[i]));
        }
      }
    } finally {
      Closing.all(states);
    }
  }

  private Column count(AggregateCall call) {
    long[] count = {0};
    read(piece -> count[0] += WindowSums.countFirst(call, piece, piece.rows()));
    Buffer value = context.account().allocate(8);
    Memory.putLong(value.address(), count[0]);
    return Column.fixed(DataType.INT64, 1, value, null);
  }

  /** Reads the partition from its beginning, in pieces that are lent. */
  private void read(Consumer<WindowSegment> taker) {
    try (SpillReader rows = file.open(context.account());
        RowCollector collected = new RowCollector(window.types(), context.account())) {
      Batch batch = rows.next();
      while (batch != null) {
        try (Batch taken = batch) {
          collected.append(taken, 0);
        }
        batch = rows.next();
        boolean isFull = collected.rows() >= rowsPerPiece;
        if (isFull || (batch == null && collected.rows() > 0)) {
          try (WindowSegment piece = window.segment(collected.toStore(), context)) {
            taker.accept(piece);
          }
        }
      }
    }
  }

  private Column result(Aggregator state) {
    Buffer zero = context.account().allocateZeroed(4);
    try {
      return state.result(zero.address(), 1);
    } finally {
      zero.release();
    }
  }

  /** Returns the next piece with its values, which is the caller's; null at the end. */
  @Nullable WindowSegment next() {
    int wanted = rowsPerPiece;
    while (true) {
      read(wanted);
      if (pending.rows() == done) {
        return null;
      }
      WindowSegment piece = window.segment(pending.toStore(), context);
      try {
        int end = isAtEnd ? piece.rows() : start(piece, piece.rows() - reach.after());
        if (end > done) {
          deliver(piece, end);
          return piece;
        }
        keep(piece, 0); // so many peers: more rows are needed
        wanted += rowsPerPiece;
      } catch (Throwable e) {
        piece.close();
        throw e;
      }
      piece.close();
    }
  }

  private void read(int wanted) {
    while (!isAtEnd && pending.rows() < (long) done + wanted + reach.after()) {
      context.checkCancelled();
      Batch batch = reader.next();
      if (batch == null) {
        isAtEnd = true;
        return;
      }
      try (batch) {
        pending.append(batch, 0);
      }
    }
  }

  /** Returns the last row up to one at which a piece can begin. */
  private int start(WindowSegment piece, int row) {
    if (row <= 0) {
      return 0;
    }
    return reach.needsPeers() && row < piece.rows()
        ? WindowSegment.at(piece.peerStarts(), row)
        : reach.needsPeers() ? WindowSegment.at(piece.peerStarts(), piece.rows() - 1) : row;
  }

  private void deliver(WindowSegment piece, int end) {
    piece.setPart(carry, done, end);
    piece.values(plan);
    int kept = isAtEnd && end == piece.rows() ? end : start(piece, end - reach.before());
    keep(piece, kept);
    carry.advance(piece, kept);
    done = end - kept;
  }

  /** Copies the rows of a piece from one on into the pending ones. */
  private void keep(WindowSegment piece, int from) {
    for (int row = from; row < piece.rows(); row += Batch.MAX_ROWS) {
      try (Batch batch = window.rows(piece.store(), row, context)) {
        pending.append(batch, 0);
      }
    }
  }

  @Override
  public void close() {
    Closing.all(reader, pending, carry, file);
  }
}
