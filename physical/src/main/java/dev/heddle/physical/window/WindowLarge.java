package dev.heddle.physical.window;

import dev.heddle.frame.expr.catalogue.AggregateFamily;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.aggregate.state.Aggregator;
import dev.heddle.physical.operator.InlineContext;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.RowCollector;
import dev.heddle.physical.spill.SpillFile;
import dev.heddle.physical.spill.SpillReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes the calls over one partition that does not fit into memory: its sorted rows are on the
 * disk and are read in pieces, each with the rows around it that the calls look at.
 *
 * <p>Used by one thread; owns the file.
 */
final class WindowLarge implements AutoCloseable {
  private static final int MAX_ROWS_PER_PIECE = 1 << 14;
  private static final int FEWEST_ROWS_PER_PIECE = 1 << 10;
  private static final int FEWEST_ROWS = 1 << 6; // of a piece whose rows are large
  private static final int BYTES_PER_PIECE = 3 << 20;
  private static final int BYTES_PER_VALUE = 32;

  private final WindowBreaker window;
  private final WindowLargeCalls calls;
  private final PhysicalPlan.Window plan;
  private final SpillFile file;
  private final TaskContext context;
  private final WindowWideRows wideRows;
  private final List<@Nullable WindowWide> wide = new ArrayList<>(); // by call
  private final WindowReach reach;
  private final WindowCarry carry;
  private final RowCollector pending; // rows from the carry's on
  private final SpillReader reader;
  private final int rowsPerPiece;
  private boolean isAtEnd;
  private int blocksRead; // batches of the file that are in the pending rows or before
  private int done; // rows of the pending ones that have been delivered

  /** Takes over the rows of a partition, also if this throws. */
  WindowLarge(WindowBreaker window, SpillFile file, TaskContext context) {
    this.window = window;
    this.calls = new WindowLargeCalls(window.plan());
    this.plan = calls.plan();
    this.file = file;
    this.context = context;
    int bytesPerRow = BYTES_PER_VALUE * (window.types().size() + plan.calls().size());
    this.rowsPerPiece =
        Math.clamp(BYTES_PER_PIECE / bytesPerRow, FEWEST_ROWS_PER_PIECE, MAX_ROWS_PER_PIECE);
    WindowCarry made = null;
    wideRows = new WindowWideRows(window, calls, file, context);
    try {
      calls.find(file, context, memory());
      for (WindowCall call : plan.calls()) {
        wide.add(WindowWide.open(call, plan, wideRows));
      }
      reach = WindowReach.of(plan, wide);
      made = new WindowCarry(plan, wide, file.rows(), context.account());
      computeWhole(made);
    } catch (Throwable e) {
      closeAll(made);
      throw e;
    }
    carry = made;
    pending = new RowCollector(window.types(), context.account());
    reader = file.open(context.account());
  }

  /** Reads the partition once for the calls over all of it or to its end. */
  private void computeWhole(WindowCarry known) {
    Aggregator[] states = new Aggregator[plan.calls().size()];
    try {
      for (int i = 0; i < states.length; i++) {
        WindowCall call = plan.calls().get(i);
        if (WindowReach.isWhole(call, plan)) {
          AggregateCall aggregate = call.aggregate().orElseThrow();
          if (WindowSums.isCount(aggregate)) {
            known.setWhole(i, count(aggregate));
            continue;
          }
          states[i] = WindowAggregate.open(aggregate, plan, memory().account());
          Aggregator state = states[i];
          read(
              (piece, _, _) -> {
                state.makeRoom(piece.rows(), context, memory());
                new WindowAggregate(aggregate, plan, piece).add(state, 0, 0, piece.rows());
              });
          states[i].seal(new InlineContext(context));
          known.setWhole(i, result(states[i]));
        }
      }
    } finally {
      Closeables.all(states);
    }
    if (known.looksAhead()) {
      read(
          (piece, rowsBefore, blockEnds) -> {
            int from = 0;
            for (int end : blockEnds) {
              known.look(piece, rowsBefore, from, end);
              from = end;
            }
          });
      known.sealBlocks();
    }
  }

  /** Is lent pieces of the partition in their order. */
  private interface Taker {
    /**
     * Takes a piece.
     *
     * @param rowsBefore how many rows precede it
     * @param blockEnds the rows after the batches that it consists of
     */
    void take(WindowSegment piece, long rowsBefore, List<Integer> blockEnds);
  }

  private Reservation memory() {
    return context.reservation(window.plan());
  }

  /** Returns the collected rows, which follow this number of others, as a piece. */
  private WindowSegment piece(RowCollector collected, long rowsBefore) {
    WindowSegment piece = window.segment(collected.toStore(), context);
    try {
      calls.complete(piece, rowsBefore);
      return piece;
    } catch (Throwable e) {
      piece.close();
      throw e;
    }
  }

  private Column count(AggregateCall call) {
    long[] count = {0};
    read((piece, _, _) -> count[0] += WindowSums.countFirst(call, piece, piece.rows()));
    Buffer value = context.account().allocate(8);
    Memory.putLong(value.address(), count[0]);
    return Column.fixed(DataType.INT64, 1, value, null);
  }

  /** Reads the partition from its beginning, in pieces that are lent. */
  private void read(Taker taker) {
    long rowsBefore = 0;
    List<Integer> blockEnds = new ArrayList<>();
    try (SpillReader rows = file.open(context.account());
        RowCollector collected = new RowCollector(window.types(), context.account())) {
      boolean hasMore = true;
      while (hasMore) {
        context.checkCancelled(); // while no batch is at hand
        try (Batch batch = rows.next()) {
          hasMore = batch != null;
          if (batch != null) {
            collected.append(batch, 0);
            blockEnds.add((int) collected.rows());
          }
        }
        boolean isFull = collected.rows() >= rowsPerPiece;
        if (isFull || (!hasMore && collected.rows() > 0)) {
          try (WindowSegment piece = piece(collected, rowsBefore)) {
            taker.take(piece, rowsBefore, blockEnds);
            rowsBefore += piece.rows();
          }
          blockEnds.clear();
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
    int rowsWanted = rowsPerPiece();
    long wanted = done > rowsWanted && fits(2L * done) ? done : rowsWanted;
    while (true) {
      read(wanted);
      if (pending.rows() == done) {
        return null;
      }
      WindowSegment piece = piece(pending, carry.rowsBefore());
      try {
        int end = isAtEnd ? piece.rows() : start(piece, known(piece, piece.rows() - reach.after()));
        if (end > done) {
          deliver(piece, end);
          return piece;
        }
        keep(piece, 0); // so large a group of peers, or so wide a frame: more rows are needed
        wanted += Math.max(rowsWanted, piece.rows() - done);
      } catch (Throwable e) {
        piece.close();
        throw e;
      }
      piece.close();
    }
  }

  /** Returns how many rows to deliver at once, fewer where each of them brings many others. */
  private int rowsPerPiece() {
    if (pending.rows() == 0) {
      read(1);
    }
    long bytesPerRow = pending.bytes() / Math.max(1, pending.rows());
    long made = bytesPerRow;
    for (int i = 0; i < wide.size(); i++) {
      boolean makesList =
          wide.get(i) == null
              && !WindowReach.isWhole(plan.calls().get(i), plan)
              && plan.calls().get(i).aggregate().filter(WindowLarge::makesList).isPresent();
      made += makesList ? bytesPerRow * (reach.before() + reach.after() + 1L) : 0;
    }
    return (int) Math.clamp(BYTES_PER_PIECE / Math.max(1, made), FEWEST_ROWS, rowsPerPiece);
  }

  private static boolean makesList(AggregateCall call) {
    return call.function().family() == AggregateFamily.LIST;
  }

  /** Returns whether this number of rows can be worked on at once. */
  private boolean fits(long rows) {
    long bytes = 3 * rows * (BYTES_PER_VALUE * (window.types().size() + plan.calls().size()));
    Reservation memory = memory();
    if (!memory.tryTake(bytes)) {
      return false;
    }
    memory.giveBack(bytes);
    return true;
  }

  /** Returns of how many of the first rows of a piece nothing changes by rows behind it. */
  private int known(WindowSegment piece, int most) {
    int end = Math.max(0, most);
    for (int number : reach.moving()) {
      WindowCall call = plan.calls().get(number);
      boolean isOpenAtEnd = WindowReach.endsFrame(call, plan);
      try (WindowFrames frames = new WindowFrames(call.frame(), plan, piece)) {
        long bounds = isOpenAtEnd ? frames.starts() : frames.ends();
        while (end > 0 && WindowSegment.at(bounds, end - 1) >= piece.rows()) {
          end--;
        }
      }
    }
    return end;
  }

  /** Returns the last row up to one before which no row is looked at from another on. */
  private int needed(WindowSegment piece, int row, int most) {
    int from = most;
    int first = Math.min(row, piece.rows() - 1);
    for (int number : reach.moving()) {
      WindowCall call = plan.calls().get(number);
      boolean isOpenAtStart = WindowReach.startsFrame(call, plan);
      try (WindowFrames frames = new WindowFrames(call.frame(), plan, piece)) {
        long bounds = isOpenAtStart ? frames.ends() : frames.starts();
        from = Math.min(from, WindowSegment.at(bounds, first));
      }
    }
    return from;
  }

  private void read(long wanted) {
    while (!isAtEnd && pending.rows() < done + wanted + reach.after()) {
      context.checkCancelled();
      Batch batch = reader.next();
      if (batch == null) {
        isAtEnd = true;
        return;
      }
      try (batch) {
        pending.append(batch, 0);
        blocksRead++;
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
    carry.setBlocksRead(blocksRead);
    piece.values(plan);
    int kept =
        isAtEnd && end == piece.rows()
            ? end
            : start(piece, needed(piece, end, end - reach.before()));
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
    Closeables.all(reader, pending);
    closeAll(carry);
  }

  private void closeAll(@Nullable WindowCarry known) {
    Closeables.all(wide.toArray(WindowWide[]::new));
    Closeables.all(known, wideRows, calls, file);
  }
}
