package dev.heddle.physical.sort;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.ipc.IpcBlockWriter;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.KeyWords;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Some rows of a run in memory, with the scores of their first two keys. */
final class SortBlock implements AutoCloseable {
  private final Batch batch;
  private final Buffer scores;
  private final @Nullable Buffer seconds;
  private final boolean isExact;
  private final boolean isDecisive;
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
    Buffer made = null;
    Buffer next = null;
    try {
      made = scores(batch, order.isEmpty() ? null : order.getFirst(), account);
      isExact = !order.isEmpty() && isExact(batch.physicalColumn(order.getFirst().column()));
      if (isExact && order.size() > 1) {
        next = scores(batch, order.get(1), account);
      }
      isDecisive =
          isExact
              && (order.size() == 1
                  || (order.size() == 2 && isExact(batch.physicalColumn(order.get(1).column()))));
      scores = made;
      seconds = next;
    } catch (Throwable e) {
      if (made != null) {
        made.release();
      }
      batch.close();
      throw e;
    }
  }

  /**
   * Returns about what a block takes of rows like those of a batch.
   *
   * @param batchBytes what {@link IpcBlockWriter#bytes} returns for the batch
   * @param blockBytes what the block has of such bytes
   */
  static long bytes(Batch batch, long batchBytes, long blockBytes) {
    return IpcBlockWriter.bytesWhenRead(batch, batchBytes, blockBytes)
        + 2 * Buffer.roomFor(8L * Batch.MAX_ROWS);
  }

  private static Buffer scores(Batch batch, @Nullable SortOrder key, MemoryAccount account) {
    int rows = batch.rowCount();
    Buffer made = account.allocateZeroed(8L * rows);
    if (key != null) {
      TopNScores.read(batch.physicalColumn(key.column()), key, 0, rows, made.address());
    }
    return made;
  }

  /** Returns whether rows with equal scores have equal values. */
  private static boolean isExact(Column column) {
    return KeyWords.isInteger(column.layout()) && !column.mayHaveNulls();
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

  /** Returns a row's score: earlier rows never have a higher one. */
  long score(int row) {
    return Memory.getLong(scores.address() + 8L * row);
  }

  /** Returns whether rows with equal scores, here and in another such block, agree in the key. */
  boolean isExact() {
    return isExact;
  }

  /** Returns a row's score by the second key; 0 if there is none, or the first is not exact. */
  long secondScore(int row) {
    return seconds == null ? 0 : Memory.getLong(seconds.address() + 8L * row);
  }

  /** Returns whether rows whose scores are equal, here and in another such block, are peers. */
  boolean isDecisive() {
    return isDecisive;
  }

  @Override
  public void close() {
    scores.release();
    if (seconds != null) {
      seconds.release();
    }
    batch.close();
  }
}
