package dev.heddle.physical.sort;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.operator.InlineContext;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.RowCollector;
import dev.heddle.physical.row.RowStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sorts rows that one thread brings and takes back, beside the pipelines of a plan; peers keep the
 * order in which they came. What does not fit into memory is sorted on the disk.
 */
public final class RowSorter implements AutoCloseable {
  private final List<DataType> types;
  private final List<SortOrder> order;
  private final ExternalSort external;
  private final TaskContext context;
  private final RowCollector rows;
  private boolean handedOver;
  private long batches;
  private @Nullable RowStore store; // of all rows, if they are in memory
  private @Nullable SortedOrder sorted;
  private @Nullable SortMerge merge;
  private long next; // row in the order

  /**
   * Makes a sorter.
   *
   * @param memory pays for rows and working memory
   */
  public RowSorter(
      Reservation memory,
      List<DataType> types,
      List<SortOrder> order,
      OperatorMetrics metrics,
      TaskContext context) {
    this.types = types;
    this.order = order;
    this.external = new ExternalSort(_ -> memory, types, order, 0, metrics);
    this.context = new InlineContext(context);
    this.rows = new RowCollector(types, external.account(context));
  }

  /** Adds the rows of a batch, which stays the caller's. */
  public void add(Batch batch) {
    rows.append(batch, batches++);
    external.noteRows(batch.rowCount());
    external.spillIfShort(rows, context);
  }

  /** Sorts; called once, before the first {@link #next}. */
  public void sort() {
    handedOver = true;
    external.add(rows);
    if (external.endsSpilled(context)) {
      merge = external.runs().open(0, context);
      return;
    }
    RowStore all = external.moveToStore(types, context);
    store = all;
    sorted = SortedRows.order(all, order, external.reserved(context));
    external.letGo();
  }

  /** Returns the next rows in order, which are the caller's; null at the end. */
  public @Nullable Batch next() {
    context.checkCancelled();
    if (merge != null) {
      return merge.next();
    }
    if (store == null || sorted == null) {
      throw new IllegalStateException("The rows have not been sorted");
    }
    int count = (int) Math.min(Batch.MAX_ROWS, store.rows() - next);
    if (count == 0) {
      return null;
    }
    Batch batch = sorted.rows(next, count, context.account());
    next += count;
    return batch;
  }

  @Override
  public void close() {
    Closeables.all(merge, sorted, store, handedOver ? null : rows, external);
    merge = null;
    sorted = null;
    store = null;
  }
}
