package dev.heddle.physical.sort;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.operator.InlineContext;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.RowCollector;
import dev.heddle.physical.row.RowStore;

/**
 * One thread's part of a top-N: collects rows that may be among the first, and now and then sorts
 * them and keeps the best.
 */
final class TopNSink implements Sink {
  private static final long FEWEST_ROWS_TO_CUT = 256;
  private static final long ROWS_TO_CUT_IN_VAIN = 8192; // where cutting leaves the bound as it was
  private static final int ROWS_PER_CUT = 4; // a row that stays

  private final TopNBreaker shared;
  private final TaskContext context;
  private final MemoryAccount account;
  private long cutAt;
  private RowCollector rows;
  private long notedRows;
  private boolean handedOver;

  TopNSink(TopNBreaker shared, TaskContext context) {
    this.shared = shared;
    this.context = context;
    this.account = shared.external().account(context);
    this.rows = new RowCollector(shared.types(), account);
    this.cutAt = Math.max(FEWEST_ROWS_TO_CUT, shared.wanted() * ROWS_PER_CUT);
  }

  @Override
  public Status consume(Batch input) {
    try (input) {
      if (shared.wanted() == 0) {
        return Status.DONE;
      }
      long bound = shared.bound();
      if (bound == Long.MAX_VALUE) {
        rows.append(input, context.position());
      } else {
        appendWithin(input, bound);
      }
    }
    if (rows.rows() >= cutAt) {
      cutAndTighten();
    }
    ExternalSort external = shared.external();
    if (rows.rows() > shared.wanted() && external.isShort(rows, context)) {
      cut();
    }
    note();
    external.spillIfShort(rows, context);
    notedRows = rows.rows();
    return Status.NEEDS_INPUT;
  }

  private void appendWithin(Batch input, long bound) {
    int count = input.rowCount();
    Buffer scratch = account.allocate(12L * Math.max(1, count));
    try {
      long scores = scratch.address();
      long positions = scores + 8L * count;
      SortOrder key = shared.order().getFirst();
      TopNScores.read(input.physicalColumn(key.column()), key, input.selection(), count, scores);
      int kept = within(scores, count, bound, input.selection(), positions);
      if (kept > 0) {
        rows.append(input, positions, kept, context.position());
      }
    } finally {
      scratch.release();
    }
  }

  /** Writes the positions of the rows whose score is within a bound; returns how many. */
  static int within(long scores, int count, long bound, long selection, long positions) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      Memory.putInt(positions + 4L * kept, selection == 0 ? i : Memory.getInt(selection + 4L * i));
      kept += Memory.getLong(scores + 8L * i) <= bound ? 1 : 0;
    }
    return kept;
  }

  /**
   * Cuts, and waits for more rows the next time if that has not lowered the bound, as where most
   * rows are equal in the first key. Where it does, it is soon done again: each row that is not
   * within the bound saves readers the decoding of its other columns.
   */
  private void cutAndTighten() {
    long before = shared.bound();
    cut();
    if (shared.bound() == before) {
      cutAt = Math.max(cutAt, Math.min(2 * cutAt, ROWS_TO_CUT_IN_VAIN));
    }
  }

  /** Keeps the best rows only, and reports to the other threads how good they are. */
  private void cut() {
    int kept = (int) shared.wanted();
    RowCollector best = new RowCollector(shared.types(), account);
    try (RowStore store = rows.toStore()) {
      TaskContext inline = new InlineContext(shared.external().reserved(context));
      try (SortedOrder order = SortedRows.order(store, shared.order(), inline)) {
        for (int done = 0; done < kept; done += Batch.MAX_ROWS) {
          int count = Math.min(Batch.MAX_ROWS, kept - done);
          try (Batch batch = order.rows(done, count, account)) {
            best.append(batch, 0);
            if (done + count == kept) {
              offerBound(batch, count - 1);
            }
          }
        }
      }
    } catch (Throwable e) {
      best.close();
      throw e;
    }
    rows = best;
  }

  private void offerBound(Batch batch, int lastRow) {
    SortOrder key = shared.order().getFirst();
    Buffer scratch = account.allocate(16);
    Memory.putInt(scratch.address(), lastRow);
    TopNScores.read(
        batch.physicalColumn(key.column()), key, scratch.address(), 1, scratch.address() + 8);
    shared.offerBound(Memory.getLong(scratch.address() + 8));
    scratch.release();
  }

  private void note() {
    shared.external().noteRows(rows.rows() - notedRows);
    notedRows = rows.rows();
  }

  @Override
  public void finish() {
    if (rows.rows() > shared.wanted()) {
      cut();
    }
    note();
    handedOver = true;
    shared.external().add(rows);
  }

  @Override
  public void close() {
    if (!handedOver) {
      rows.close();
    }
  }
}
