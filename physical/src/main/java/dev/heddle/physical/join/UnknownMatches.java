package dev.heddle.physical.join;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.KeyEquality;
import dev.heddle.physical.row.RowStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the left rows of which SQL's {@code IN} does not know whether they match: no right row
 * matches, but one would if nulls in the keys were other values. Used by one thread.
 *
 * <p>Without keys whose nulls are unknown that are the rows for which the residual is null for some
 * right row that the keys let them meet. With one key and no residual a glance suffices. Otherwise
 * each such left row with a null is compared with all right rows, and each other one with those
 * that have a null.
 */
final class UnknownMatches implements AutoCloseable {
  private static final byte UNKNOWN = 2;

  private final HashJoin join;
  private final JoinPart part; // lent
  private final JoinKeys keys;
  private final RowStore right;
  private final @Nullable PairCondition residual;
  private final @Nullable PairCondition isNull; // whether the residual is, if only it can be
  private final TaskContext context;

  UnknownMatches(
      HashJoin join, JoinPart part, @Nullable PairCondition residual, TaskContext context) {
    this.join = join;
    this.part = part;
    this.keys = join.keys();
    this.right = part.store();
    this.residual = residual;
    this.context = context;
    PhysicalPlan.HashJoin plan = join.plan();
    this.isNull =
        plan.nullSafe().contains(false) || plan.residual().isEmpty()
            ? null
            : new PairCondition(
                new PhysicalExpr.Call(
                    ScalarFunction.IS_NULL, List.of(plan.residual().get()), DataType.BOOL, false),
                plan.left().output().size(),
                context);
  }

  /** Sets the match state of such rows, which is 0, to 2. */
  void find(Batch input, JoinScratch scratch) {
    if (isNull != null) {
      findNulls(input, isNull, scratch);
      return;
    }
    boolean leftNulls = keys.leftMayBeNull(input);
    boolean isSimple = keys.count() == 1 && residual == null;
    boolean rightNulls = isSimple ? join.hasRightNulls() : part.hasNulls();
    if (!leftNulls && !rightNulls) {
      return;
    }
    long matched = scratch.matched();
    int rows = input.rowCount();
    if (isSimple) {
      for (int i = 0; i < rows; i++) {
        boolean isNull = leftNulls && Memory.getByte(scratch.nulls() + i) != 0;
        if (Memory.getByte(matched + i) == 0 && (isNull || rightNulls)) {
          Memory.putByte(matched + i, UNKNOWN);
        }
      }
      return;
    }
    MemoryAccount account = context.account();
    Buffer flags = account.allocate(2L * Batch.MAX_ROWS);
    try {
      for (int row = 0; row < rows; row++) {
        if (Memory.getByte(matched + row) != 0) {
          continue;
        }
        boolean isNull = leftNulls && Memory.getByte(scratch.nulls() + row) != 0;
        if ((isNull || rightNulls) && mayMatch(input, row, isNull, scratch, flags)) {
          Memory.putByte(matched + row, UNKNOWN);
        }
      }
    } finally {
      flags.release();
    }
  }

  private void findNulls(Batch input, PairCondition condition, JoinScratch scratch) {
    long rows = scratch.pairRows();
    long ids = scratch.pairIds();
    long matched = scratch.matched();
    PairCursor cursor = new PairCursor(part.table());
    cursor.start(scratch, input.rowCount());
    while (cursor.hasMore()) {
      context.checkCancelled();
      int count = cursor.next(rows, ids, Batch.MAX_ROWS, matched);
      count = condition.keepTrue(input, right, rows, ids, count, scratch.positions());
      for (int i = 0; i < count; i++) {
        Memory.putByte(matched + Memory.getInt(rows + 4L * i), UNKNOWN);
      }
    }
  }

  private boolean mayMatch(
      Batch input, int row, boolean isNull, JoinScratch scratch, Buffer flags) {
    long onlyThese = isNull ? 0 : part.nulls();
    long rows = scratch.pairRows();
    long ids = scratch.pairIds();
    int id = 0;
    while (id < right.rows()) {
      context.checkCancelled();
      int count = 0;
      for (; id < right.rows() && count < Batch.MAX_ROWS; id++) {
        if (onlyThese == 0 || Memory.getByte(onlyThese + id) != 0) {
          Memory.putInt(rows + 4L * count, row);
          Memory.putInt(ids + 4L * count++, id);
        }
      }
      count = keepPossible(input, rows, ids, count, flags);
      if (residual != null && count > 0) {
        count = residual.keepTrue(input, right, rows, ids, count, scratch.positions());
      }
      if (count > 0) {
        return true;
      }
    }
    return false;
  }

  /** Keeps the pairs whose keys are equal or null where a null is unknown. */
  private int keepPossible(Batch input, long rows, long ids, int candidates, Buffer flags) {
    int count = candidates;
    for (int k = 0; k < keys.count(); k++) {
      Column left = input.column(keys.left(k));
      long equal = flags.address();
      Memory.fill(equal, count, (byte) 1);
      KeyEquality.compare(
          left, rows, right, keys.right(k), ids, count, equal, equal + Batch.MAX_ROWS);
      int kept = 0;
      for (int i = 0; i < count; i++) {
        int row = Memory.getInt(rows + 4L * i);
        int id = Memory.getInt(ids + 4L * i);
        boolean isNull =
            (left.mayHaveNulls() && !Bits.get(left.validity(), row))
                || right.isNull(keys.right(k), id);
        boolean keeps = Memory.getByte(equal + i) != 0 || (isNull && !keys.isNullSafe(k));
        Memory.putInt(rows + 4L * kept, row);
        Memory.putInt(ids + 4L * kept, id);
        kept += keeps ? 1 : 0;
      }
      count = kept;
    }
    return count;
  }

  @Override
  public void close() {
    if (isNull != null) {
      isNull.close();
    }
  }
}
