package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.SortOrder;
import java.util.List;

/** Some rows of a run in memory, with the scores of their first keys. */
final class SortBlock implements AutoCloseable {
  private final Batch batch;
  private final Buffer scores;
  private final int first;
  private final int end;

  /**
   * Takes over a batch of plain columns without a selection.
   *
   * @param first first row that counts
   * @param end the row behind the last one that counts
   */
  SortBlock(Batch batch, List<SortOrder> order, int first, int end, MemoryAccount account) {
    this.batch = batch;
    this.first = first;
    this.end = end;
    int rows = batch.rowCount();
    Buffer made = null;
    try {
      made = account.allocateZeroed(8L * rows);
      SortOrder key = order.isEmpty() ? null : order.getFirst();
      if (key != null) {
        TopNScores.read(batch.physicalColumn(key.column()), key, 0, rows, made.address());
      }
      scores = made;
    } catch (Throwable e) {
      if (made != null) {
        made.release();
      }
      batch.close();
      throw e;
    }
  }

  Batch batch() {
    return batch;
  }

  int first() {
    return first;
  }

  int end() {
    return end;
  }

  /** Returns a row's score: rows that stand earlier never have a higher one. */
  long score(int row) {
    return Memory.getLong(scores.address() + 8L * row);
  }

  @Override
  public void close() {
    scores.release();
    batch.close();
  }
}
