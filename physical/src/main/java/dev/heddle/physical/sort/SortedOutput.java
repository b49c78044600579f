package dev.heddle.physical.sort;

import dev.heddle.physical.row.RowStore;
import org.jspecify.annotations.Nullable;

/**
 * Sorted rows that wait to be delivered, from the sink's completion to the end of the source:
 * stored rows and their order, or runs to be merged. {@link #close} may come twice.
 */
final class SortedOutput implements AutoCloseable {
  private @Nullable RowStore store;
  private @Nullable SortedOrder order;
  private @Nullable ExternalSort merged;
  private long first;
  private long rows;

  /** Takes over rows, before they are sorted. */
  void setStore(RowStore newStore) {
    store = newStore;
  }

  /** Takes over the order; the rows from {@code newFirst} on are to be delivered. */
  void setOrder(SortedOrder newOrder, long newFirst, long newRows) {
    order = newOrder;
    first = newFirst;
    rows = newRows;
  }

  /** Takes over a sort that is ready to be read, and of whose rows these are to be delivered. */
  void setMerged(ExternalSort newMerged, long newFirst, long newRows) {
    merged = newMerged;
    first = newFirst;
    rows = newRows;
  }

  /** Returns the runs to be merged, or null if the rows are in memory. */
  @Nullable ExternalSort merged() {
    return merged;
  }

  SortedOrder order() {
    if (order == null) {
      throw new IllegalStateException("The rows have not been sorted");
    }
    return order;
  }

  /** Returns the place of the first row to deliver in the order. */
  long first() {
    return first;
  }

  /** Returns how many rows to deliver, at most if they are merged. */
  long rows() {
    return rows;
  }

  @Override
  public synchronized void close() {
    if (order != null) {
      order.close();
      order = null;
    }
    if (store != null) {
      store.close();
      store = null;
    }
    if (merged != null) {
      merged.close();
      merged = null;
    }
  }
}
