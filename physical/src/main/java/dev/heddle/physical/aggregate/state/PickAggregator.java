package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.KeyLayout;
import dev.heddle.physical.row.KeyOrder;
import dev.heddle.physical.row.StateArray;
import dev.heddle.physical.row.TextArena;
import java.util.List;

/**
 * Keeps one row of each group: the first or last in an order, some row whose value is not null, or
 * the only one.
 *
 * <p>A row is the value and the columns of the call's order, in the form of {@link KeyLayout}.
 */
public final class PickAggregator extends Aggregator {
  private final AggregateFunction function;
  private final KeyLayout layout;
  private final KeyOrder order;
  private final MemoryAccount account;
  private final StateArray kept;
  private final StateArray present; // a byte
  private final TextArena arena;
  private boolean isMerging;

  /**
   * Makes it for no group.
   *
   * @param fields the value, then the columns of the order; all nullable
   * @param order of rows of these fields; of no column if any row will do
   */
  public PickAggregator(
      AggregateFunction function, List<Field> fields, KeyOrder order, MemoryAccount account) {
    this.function = function;
    this.layout = new KeyLayout(fields);
    this.order = order;
    this.account = account;
    this.kept = new StateArray(account, layout.rowBytes(), 0);
    this.present = new StateArray(account, 1, 0);
    this.arena = new TextArena(account);
  }

  @Override
  public void grow(int groupCount) {
    kept.grow(groupCount);
    present.grow(groupCount);
  }

  @Override
  public void update(long groups, Column[] arguments, int rows) {
    if (rows == 0) {
      return;
    }
    long nulls = function == AggregateFunction.ANY_VALUE ? arguments[0].validity() : 0;
    add(groups, arguments, rows, nulls);
  }

  /** Adds the rows whose bit is set in {@code wanted}, or all if that is 0. */
  private void add(long groups, Column[] columns, int rows, long wanted) {
    Buffer loose = account.allocate((long) rows * layout.rowBytes());
    try {
      layout.encode(columns, rows, loose.address());
      for (int i = 0; i < rows; i++) {
        if (wanted == 0 || Bits.get(wanted, i)) {
          add(Memory.getInt(groups + 4L * i), loose.address() + (long) i * layout.rowBytes());
        }
      }
    } finally {
      loose.release();
    }
  }

  private void add(int group, long loose) {
    long row = kept.address() + (long) group * layout.rowBytes();
    long flag = present.address() + group;
    if (Memory.getByte(flag) == 0) {
      Memory.putByte(flag, (byte) 1);
      layout.keep(loose, row, arena);
    } else if (replaces(loose, row)) {
      layout.replace(loose, row, arena);
      layout.compact(kept.address(), kept.count(), arena);
    }
  }

  private boolean replaces(long loose, long row) {
    return switch (function) {
      case ANY_VALUE -> false;
      case FIRST -> !order.isEmpty() && order.compare(layout, loose, row, arena) < 0;
      case LAST -> order.isEmpty() ? !isMerging : order.compare(layout, loose, row, arena) >= 0;
      case SINGLE_VALUE ->
          throw new HeddleException(
              ErrorCode.SUBQUERY_MULTIPLE_ROWS,
              "Scalar subquery gave more than one row; add LIMIT 1 or an aggregate");
      default -> throw new IllegalStateException("Not a choice of a row: " + function);
    };
  }

  @Override
  public void mergeStates(long groups, Column[] states, int rows) {
    Column[] row = java.util.Arrays.copyOf(states, states.length - 1);
    isMerging = true;
    add(groups, row, rows, states[states.length - 1].values());
  }

  @Override
  public Column[] states(long groups, int count) {
    int keys = layout.keyCount();
    return Column.makeAll(
        keys + 1,
        i ->
            i < keys
                ? layout.decode(i, kept.address(), groups, count, arena, account)
                : flags(groups, count));
  }

  private Column flags(long groups, int count) {
    Buffer flags = account.allocateZeroed(Bits.bytesFor(count));
    for (int i = 0; i < count; i++) {
      if (Memory.getByte(present.address() + Memory.getInt(groups + 4L * i)) != 0) {
        Bits.set(flags.address(), i);
      }
    }
    return Column.fixed(DataType.BOOL, count, flags, null);
  }

  @Override
  public Column result(long groups, int count) {
    for (int i = 0; i < count; i++) {
      int group = Memory.getInt(groups + 4L * i);
      if (Memory.getByte(present.address() + group) == 0) {
        layout.putNull(0, kept.address() + (long) group * layout.rowBytes());
      }
    }
    return layout.decode(0, kept.address(), groups, count, arena, account);
  }

  /**
   * Returns about what adding this number of rows may allocate at once.
   *
   * @param maxGroups at most how many groups there are then
   */
  public long jumpBytes(int maxGroups, int rows) {
    long loose = (long) rows * layout.rowBytes();
    long texts = arena.jumpBytes(rows);
    return loose + kept.jumpBytes(maxGroups) + present.jumpBytes(maxGroups) + texts;
  }

  @Override
  public long bytes() {
    return kept.bytes() + present.bytes() + arena.bytes();
  }

  @Override
  public void close() {
    kept.close();
    present.close();
    arena.close();
  }
}
