package dev.heddle.physical.operator;

import dev.heddle.io.memory.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Stored rows and the order to deliver them in, from the sink's completion to the end of the
 * source. {@link #close} may come twice.
 */
final class SortedOutput implements AutoCloseable {
  private @Nullable RowStore store;
  private @Nullable Buffer ids;
  private int first;
  private int rows;

  /** Takes over rows, before they are sorted. */
  void setStore(RowStore newStore) {
    store = newStore;
  }

  /** Takes over the order; the rows from {@code newFirst} on are to be delivered. */
  void setIds(Buffer newIds, int newFirst, int newRows) {
    ids = newIds;
    first = newFirst;
    rows = newRows;
  }

  RowStore store() {
    if (store == null) {
      throw new IllegalStateException("The rows have not been sorted");
    }
    return store;
  }

  /** Returns where the int32 id of the first row to deliver stands. */
  long ids() {
    return ids == null ? 0 : ids.address() + 4L * first;
  }

  /** Returns how many rows to deliver. */
  int rows() {
    return rows;
  }

  @Override
  public synchronized void close() {
    if (ids != null) {
      ids.release();
      ids = null;
    }
    if (store != null) {
      store.close();
      store = null;
    }
  }
}
