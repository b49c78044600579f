package dev.heddle.physical.operator;

import org.jspecify.annotations.Nullable;

/**
 * Stored rows and the order to deliver them in, from the sink's completion to the end of the
 * source. {@link #close} may come twice.
 */
final class SortedOutput implements AutoCloseable {
  private @Nullable RowStore store;
  private @Nullable SortedOrder order;
  private int first;
  private int rows;

  /** Takes over rows, before they are sorted. */
  void setStore(RowStore newStore) {
    store = newStore;
  }

  /** Takes over the order; the rows from {@code newFirst} on are to be delivered. */
  void setOrder(SortedOrder newOrder, int newFirst, int newRows) {
    order = newOrder;
    first = newFirst;
    rows = newRows;
  }

  SortedOrder order() {
    if (order == null) {
      throw new IllegalStateException("The rows have not been sorted");
    }
    return order;
  }

  /** Returns the place of the first row to deliver in the order. */
  int first() {
    return first;
  }

  /** Returns how many rows to deliver. */
  int rows() {
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
  }
}
