package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.at;
import static dev.heddle.physical.window.WindowSegment.put;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.GroupTable;
import dev.heddle.physical.row.KeyLayout;
import dev.heddle.physical.row.StateArray;
import dev.heddle.physical.spill.SpillFile;
import dev.heddle.physical.spill.SpillReader;
import java.util.List;

/**
 * The rows of a partition on the disk with which a value occurs for the first or the last time, one
 * bit a row. An aggregate of distinct values over frames that begin with the partition is the plain
 * one over the first occurrences, over frames that end with it over the last ones.
 *
 * <p>Values that do not fit into memory are looked at in several passes over the rows, each of
 * which takes those of some hashes. Used by one thread.
 */
final class WindowOccurrences implements AutoCloseable {
  /** Which occurrence of each value is looked for. */
  enum Which {
    FIRST,
    LAST
  }

  private static final long HASHES = 1L << 32;
  private static final int SMALLER = 4; // a pass that does not fit is divided by this
  private static final int FEWEST_VALUES = 1 << 12; // of a pass, which are not asked for
  private static final int WORKING_BYTES = 256 << 10; // of a table, for the rows of a batch

  private final AggregateCall call;
  private final Which which;
  private final int column;
  private final KeyLayout layout;
  private final SpillFile file;
  private final TaskContext context;
  private final Reservation memory;
  private final MemoryAccount account;
  private final Buffer bits;

  private WindowOccurrences(
      AggregateCall call,
      Which which,
      DataType type,
      SpillFile file,
      TaskContext context,
      Reservation memory) {
    this.call = call;
    this.which = which;
    this.column = call.arguments().getFirst();
    this.layout = new KeyLayout(List.of(new Field("value", type, keepsNulls())));
    this.file = file;
    this.context = context;
    this.memory = memory;
    this.account = context.account();
    this.bits = memory.account().allocateZeroed(Bits.bytesFor(Math.max(1, file.rows())));
  }

  /**
   * Finds the occurrences of the call's values among the rows that its filter lets pass.
   *
   * @param memory what the values in memory are allocated from, asked before they become more
   */
  static WindowOccurrences find(
      AggregateCall call,
      Which which,
      DataType type,
      SpillFile file,
      TaskContext context,
      Reservation memory) {
    WindowOccurrences found = new WindowOccurrences(call, which, type, file, context, memory);
    try {
      long width = HASHES;
      long from = 0;
      while (from < HASHES) {
        long to = Math.min(HASHES, from + width);
        if (found.pass(from, to, width == 1)) {
          from = to;
        } else {
          width = Math.max(1, width / SMALLER);
        }
      }
      return found;
    } catch (Throwable e) {
      found.close();
      throw e;
    }
  }

  private boolean keepsNulls() {
    return !WindowAggregate.skipsNulls(call);
  }

  /** Returns a boolean column that is true for those of some rows that hold such a value. */
  Column of(long firstRow, int rows, MemoryAccount payer) {
    Buffer truths = payer.allocateZeroed(Bits.bytesFor(Math.max(1, rows)));
    for (int i = 0; i < rows; i++) {
      if (isSet(firstRow + i)) {
        Bits.set(truths.address(), i);
      }
    }
    return Column.fixed(DataType.BOOL, rows, truths, null);
  }

  private boolean isSet(long row) {
    return (Memory.getByte(bits.address() + (row >>> 3)) >>> (row & 7) & 1) != 0;
  }

  private void set(long row) {
    long address = bits.address() + (row >>> 3);
    Memory.putByte(address, (byte) (Memory.getByte(address) | 1 << (row & 7)));
  }

  /** Looks for the values of some hashes; returns false if there are too many of them. */
  private boolean pass(long fromHash, long toHash, boolean mustFit) {
    long rowsBefore = 0;
    try (SpillReader rows = file.open(account);
        Pass pass = new Pass(fromHash, toHash)) {
      while (true) {
        context.checkCancelled();
        try (Batch batch = rows.next()) {
          if (batch == null) {
            pass.end();
            return true;
          }
          if (!pass.add(batch, rowsBefore, mustFit)) {
            return false;
          }
          rowsBefore += batch.rowCount();
        }
      }
    }
  }

  /** One pass over the rows. Finding an occurrence once more in a smaller pass does no harm. */
  private final class Pass implements AutoCloseable {
    private final long fromHash;
    private final long toHash;
    private final GroupTable values = new GroupTable(layout, memory.account());
    private final StateArray lastRows = new StateArray(memory.account(), 8, 0); // by value
    private final Buffer scratch = account.allocate(16L * Batch.MAX_ROWS);
    private final long hashes = scratch.address();
    private final long positions = hashes + 8L * Batch.MAX_ROWS;
    private final long numbers = positions + 4L * Batch.MAX_ROWS;
    private int known; // values so far

    Pass(long fromHash, long toHash) {
      this.fromHash = fromHash;
      this.toHash = toHash;
    }

    /** Takes the rows of a batch; returns false if there is no memory for their values. */
    boolean add(Batch batch, long rowsBefore, boolean mustFit) {
      Column all = Gather.decode(batch.column(column), account);
      try {
        int count = choose(batch, all);
        Column[] chosen = {Gather.rows(all, positions, count, account)};
        try {
          return count == 0 || (locate(chosen, count, mustFit) && note(rowsBefore, count));
        } finally {
          Column.releaseAll(chosen);
        }
      } finally {
        all.release();
      }
    }

    /** Writes the positions of the rows that count in this pass; returns how many there are. */
    private int choose(Batch batch, Column all) {
      Column filter = call.filter().isPresent() ? batch.column(call.filter().getAsInt()) : null;
      boolean skipsNulls = !keepsNulls();
      int count = 0;
      for (int i = 0; i < batch.rowCount(); i++) {
        boolean isIn =
            (filter == null || (!filter.isNull(i) && filter.booleanAt(i)))
                && !(skipsNulls && all.isNull(i));
        if (isIn) {
          put(positions, count++, i);
        }
      }
      return toHash - fromHash == HASHES || count == 0 ? count : ofThisPass(all, count);
    }

    private int ofThisPass(Column all, int count) {
      Column[] chosen = {Gather.rows(all, positions, count, account)};
      try {
        values.hashRows(chosen, count, hashes);
      } finally {
        Column.releaseAll(chosen);
      }
      int kept = 0;
      for (int i = 0; i < count; i++) {
        long hash = Memory.getLong(hashes + 8L * i) & HASHES - 1; // the table uses the other bits
        if (hash >= fromHash && hash < toHash) {
          put(positions, kept++, at(positions, i));
        }
      }
      return kept;
    }

    private boolean locate(Column[] chosen, int count, boolean mustFit) {
      int most = values.groupCount() + count;
      long bytes = WORKING_BYTES + values.jumpBytes(count);
      bytes += which == Which.LAST ? lastRows.jumpBytes(most) : 0;
      boolean isHeld = memory.tryTake(bytes);
      if (!isHeld && !mustFit && most > FEWEST_VALUES) {
        return false;
      }
      try {
        values.locate(chosen, count, numbers);
        if (which == Which.LAST) {
          lastRows.reserve(most);
        }
        return true;
      } finally {
        if (isHeld) {
          memory.giveBack(bytes);
        }
      }
    }

    private boolean note(long rowsBefore, int count) {
      for (int i = 0; i < count; i++) {
        long row = rowsBefore + at(positions, i);
        int number = at(numbers, i);
        if (which == Which.LAST) {
          Memory.putLong(lastRows.address() + 8L * number, row);
        } else if (number == known) { // numbers are given in order
          known++;
          set(row);
        }
      }
      return true;
    }

    void end() {
      for (int number = 0; which == Which.LAST && number < values.groupCount(); number++) {
        set(Memory.getLong(lastRows.address() + 8L * number));
      }
    }

    @Override
    public void close() {
      Closeables.all(values, lastRows);
      scratch.release();
    }
  }

  @Override
  public void close() {
    bits.release();
  }
}
