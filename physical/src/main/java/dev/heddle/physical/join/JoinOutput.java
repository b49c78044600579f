package dev.heddle.physical.join;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ConstantColumns;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.row.RowStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the batches that joins deliver. A column that nobody reads is replaced by one of nulls.
 * Used by one thread.
 */
final class JoinOutput implements AutoCloseable {
  /** Whether each pair has a right row; if not, its right columns are null. */
  enum RightSide {
    /** Each pair has one. */
    PRESENT,
    /** Pairs with a negative row id have none. */
    NULLABLE
  }

  private final HashJoin join;
  private final List<DataType> leftTypes;
  private final MemoryAccount account;
  private final @Nullable Column[] unread; // of left's columns, then right's; made when needed

  JoinOutput(HashJoin join, MemoryAccount account) {
    this.join = join;
    this.leftTypes = join.plan().left().output().fields().stream().map(Field::type).toList();
    this.account = account;
    this.unread = new Column[leftTypes.size() + join.plan().right().output().size()];
  }

  /**
   * Returns a column of at least this number of rows for a place that nobody reads; owned by the
   * caller.
   */
  private Column unread(int column, DataType type, int rows) {
    Column nulls = unread[column];
    if (nulls == null || nulls.rows() < rows) {
      unread[column] = null;
      if (nulls != null) {
        nulls.release();
      }
      nulls = ConstantColumns.nulls(type, Math.max(rows, Batch.MAX_ROWS), account);
      unread[column] = nulls;
    }
    return nulls.retain();
  }

  private Column leftColumn(Batch left, int column, long positions, int count) {
    return join.isRead(column)
        ? Gather.rows(left.physicalColumn(column), positions, count, account)
        : unread(column, leftTypes.get(column), count);
  }

  /**
   * Writes the physical positions of rows that count.
   *
   * @param rows int32 numbers of rows that count, from 0
   */
  static void positions(Batch left, long rows, int count, long target) {
    long selection = left.selection();
    if (selection == 0) {
      Memory.copy(rows, target, 4L * count);
      return;
    }
    for (int i = 0; i < count; i++) {
      int row = Memory.getInt(rows + 4L * i);
      Memory.putInt(target + 4L * i, Memory.getInt(selection + 4L * row));
    }
  }

  /**
   * Emits left rows beside stored rows.
   *
   * @param positions int32 physical positions of left rows, one a pair
   * @param ids row ids, one a pair; where negative, the right side is null
   */
  void emitPairs(
      Batch left,
      RowStore right,
      long positions,
      long ids,
      int count,
      RightSide rightSide,
      BatchSink output) {
    if (count == 0) {
      return;
    }
    int width = left.columnCount();
    Column[] columns =
        Column.makeAll(
            width + right.columnCount(),
            i -> {
              if (i < width) {
                return leftColumn(left, i, positions, count);
              }
              int equal = rightSide == RightSide.NULLABLE ? -1 : join.equalLeftColumn(i - width);
              return equal >= 0 && join.isRead(i)
                  ? Gather.rows(left.physicalColumn(equal), positions, count, account)
                  : rightColumn(right, width, i, ids, count, rightSide);
            });
    output.emit(Batch.of(account, count, columns));
  }

  private Column rightColumn(
      RowStore right, int width, int outputColumn, long ids, int count, RightSide rightSide) {
    int column = outputColumn - width;
    if (!join.isRead(outputColumn)) {
      return unread(outputColumn, right.type(column), count);
    }
    return rightSide == RightSide.NULLABLE
        ? right.gatherOrNull(column, ids, count, account)
        : right.gather(column, ids, count, account);
  }

  /**
   * Emits each chosen left row beside one stored row, without copying the left side.
   *
   * @param positions ascending int32 physical positions of left rows
   * @param ids row ids, one a physical row; negative where it is not chosen, or where its right
   *     side is null
   */
  void emitInPlace(
      Batch left,
      RowStore right,
      long positions,
      long ids,
      int count,
      RightSide rightSide,
      BatchSink output) {
    if (count == 0) {
      return;
    }
    int width = left.columnCount();
    int physicalRows = left.physicalRows();
    boolean dense = count == physicalRows;
    Column[] columns = new Column[width + right.columnCount()];
    Buffer selection = null;
    try {
      if (!dense) {
        selection = account.allocate(4L * count);
        Memory.copy(positions, selection.address(), 4L * count);
      }
      for (int i = 0; i < width; i++) {
        columns[i] = left.physicalColumn(i).retain();
      }
      for (int i = width; i < columns.length; i++) {
        int equal = rightSide == RightSide.NULLABLE ? -1 : join.equalLeftColumn(i - width);
        columns[i] =
            equal >= 0
                ? left.physicalColumn(equal).retain()
                : rightColumn(right, width, i, ids, physicalRows, rightSide);
      }
    } catch (Throwable e) {
      Column.releaseAll(columns);
      if (selection != null) {
        selection.release();
      }
      throw e;
    }
    output.emit(
        selection == null
            ? Batch.of(account, count, columns)
            : Batch.selected(account, physicalRows, selection, count, columns));
  }

  /**
   * Emits chosen rows of the left side; the batch is used up.
   *
   * @param positions ascending int32 physical positions
   */
  void emitSelected(Batch left, long positions, int count, BatchSink output) {
    if (count == left.rowCount()) {
      output.emit(left.moveHead(count));
    } else if (count > 0) {
      Buffer selection = account.allocate(4L * count);
      Memory.copy(positions, selection.address(), 4L * count);
      output.emit(left.moveSelected(selection, count));
    }
  }

  /**
   * Emits the left side with a column of booleans.
   *
   * @param states one byte a row that counts: 0 false, 1 true, 2 unknown
   */
  void emitMarked(Batch left, long states, BatchSink output) {
    int physicalRows = left.physicalRows();
    int count = left.rowCount();
    long old = left.selection();
    Column mark = marks(states, count, old, physicalRows);
    Buffer selection = null;
    if (old != 0) {
      try {
        selection = account.allocate(4L * Math.max(1, count));
      } catch (Throwable e) {
        mark.release();
        throw e;
      }
      Memory.copy(old, selection.address(), 4L * count);
    }
    int width = left.columnCount();
    Column[] columns = new Column[width + 1];
    for (int i = 0; i < width; i++) {
      columns[i] = left.physicalColumn(i).retain();
    }
    columns[width] = mark;
    output.emit(
        selection == null
            ? Batch.of(account, count, columns)
            : Batch.selected(account, physicalRows, selection, count, columns));
  }

  private Column marks(long states, int count, long selection, int physicalRows) {
    Buffer values = account.allocateZeroed(Bits.bytesFor(physicalRows));
    Buffer validity;
    try {
      validity = account.allocateZeroed(Bits.bytesFor(physicalRows));
    } catch (Throwable e) {
      values.release();
      throw e;
    }
    boolean hasUnknown = false;
    for (int i = 0; i < count; i++) {
      int position = selection == 0 ? i : Memory.getInt(selection + 4L * i);
      byte state = Memory.getByte(states + i);
      if (state == 1) {
        Bits.set(values.address(), position);
      }
      if (state == 2) {
        hasUnknown = true;
      } else {
        Bits.set(validity.address(), position);
      }
    }
    if (!hasUnknown) {
      validity.release();
    }
    return Column.fixed(DataType.BOOL, physicalRows, values, hasUnknown ? validity : null);
  }

  /**
   * Emits the stored rows that have, or have not, found a match, as the kind asks.
   *
   * @param matches one byte a stored row
   */
  void emitRight(
      JoinKind kind, RowStore right, long matches, TaskContext context, BatchSink output) {
    byte wanted = kind == JoinKind.RIGHT_SEMI ? (byte) 1 : 0;
    boolean isPadded = kind == JoinKind.RIGHT || kind == JoinKind.FULL;
    Buffer ids = account.allocate(4L * Batch.MAX_ROWS);
    try {
      int count = 0;
      for (int row = 0; row < right.rows(); row++) {
        if (Memory.getByte(matches + row) == wanted) {
          Memory.putInt(ids.address() + 4L * count++, row);
          if (count == Batch.MAX_ROWS) {
            context.checkCancelled();
            emitStored(right, ids.address(), count, isPadded, output);
            count = 0;
          }
        }
      }
      emitStored(right, ids.address(), count, isPadded, output);
    } finally {
      ids.release();
    }
  }

  private void emitStored(RowStore right, long ids, int count, boolean isPadded, BatchSink output) {
    if (count == 0) {
      return;
    }
    int padding = isPadded ? leftTypes.size() : 0;
    Column[] columns =
        Column.makeAll(
            padding + right.columnCount(),
            i ->
                i < padding
                    ? ConstantColumns.nulls(leftTypes.get(i), count, account)
                    : right.gather(i - padding, ids, count, account));
    output.emit(Batch.of(account, count, columns));
  }

  @Override
  public void close() {
    for (int i = 0; i < unread.length; i++) {
      Column nulls = unread[i];
      unread[i] = null;
      if (nulls != null) {
        nulls.release();
      }
    }
  }
}
