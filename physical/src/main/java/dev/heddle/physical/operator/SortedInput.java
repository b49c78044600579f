package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.row.RowOrder;
import org.jspecify.annotations.Nullable;

/** Rows that come in an order, and are asked for. Used by one thread. */
public interface SortedInput {
  /** Returns the next batch, which has rows and stays here; null if there is none. */
  @Nullable Batch peek();

  /** Gives away the batch that has been seen last. */
  Batch take();

  /**
   * Gives away the first rows of the batch that has been seen last; the others stay.
   *
   * @param rows at least one, and fewer than all
   */
  Batch take(int rows);

  /**
   * Gives a sink the next rows: with each of them all that have its key.
   *
   * @param order the keys, or the first of them
   * @param rows about how many; more if the last key has more
   */
  default void drainKeys(Sink sink, RowOrder order, long rows, TaskContext context) {
    long given = 0;
    Batch batch = peek();
    while (batch != null) {
      context.checkCancelled();
      int count = batch.rowCount();
      int cut = given + count <= rows ? 0 : lastKey(batch, order);
      given += count;
      if (cut > 0) {
        sink.consume(take(cut));
        return;
      }
      sink.consume(take());
      batch = peek();
    }
  }

  /** Returns the first row that has the key of the last one. */
  private static int lastKey(Batch batch, RowOrder order) {
    int last = position(batch, batch.rowCount() - 1);
    int low = 0;
    int high = batch.rowCount() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (order.compare(batch, position(batch, middle), batch, last) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the physical position of a row that counts. */
  static int position(Batch batch, int row) {
    long selection = batch.selection();
    return selection == 0 ? row : Memory.getInt(selection + 4L * row);
  }
}
