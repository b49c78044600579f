package dev.heddle.physical.join;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.expr.Expressions;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.expr.PredicateEvaluator;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.row.RowStore;

/**
 * A condition over pairs of a left and a stored right row, compiled for one thread. Only the
 * columns that it reads are gathered.
 */
final class PairCondition implements AutoCloseable {
  private final PredicateEvaluator evaluator;
  private final MemoryAccount account;
  private final int[] read; // columns, left's and then right's
  private final int leftWidth;

  PairCondition(PhysicalExpr condition, int leftWidth, TaskContext context) {
    this.account = context.account();
    this.evaluator = PredicateEvaluator.of(condition, context.time(), account);
    this.read = Expressions.columns(condition).stream().mapToInt(Integer::intValue).toArray();
    this.leftWidth = leftWidth;
  }

  /**
   * Moves the pairs for which the condition is true to the front and returns how many there are.
   *
   * @param pairRows int32 numbers of rows that count of the left batch
   * @param pairIds int32 row ids of the right side
   * @param scratch room for {@code count} int32 positions
   */
  int keepTrue(Batch left, RowStore right, long pairRows, long pairIds, int count, long scratch) {
    if (count == 0) {
      return 0;
    }
    JoinOutput.positions(left, pairRows, count, scratch);
    Column[] columns = new Column[leftWidth + right.columnCount()];
    int kept;
    try {
      for (int c : read) {
        columns[c] =
            c < leftWidth
                ? Gather.rows(left.physicalColumn(c), scratch, count, account)
                : right.gather(c - leftWidth, pairIds, count, account);
      }
      kept = evaluator.narrow(columns, count, 0, count, scratch);
    } finally {
      for (int c : read) {
        if (columns[c] != null) {
          columns[c].release();
        }
      }
    }
    if (kept < count) {
      for (int i = 0; i < kept; i++) {
        int pair = Memory.getInt(scratch + 4L * i);
        Memory.putInt(pairRows + 4L * i, Memory.getInt(pairRows + 4L * pair));
        Memory.putInt(pairIds + 4L * i, Memory.getInt(pairIds + 4L * pair));
      }
    }
    return kept;
  }

  @Override
  public void close() {
    evaluator.close();
  }
}
