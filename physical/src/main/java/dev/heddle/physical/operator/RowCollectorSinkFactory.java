package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.physical.row.RowCollector;
import dev.heddle.physical.row.RowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Ends a pipeline by collecting its rows: each thread its own, put together into one {@link
 * RowStore} at the end.
 */
final class RowCollectorSinkFactory implements SinkFactory {
  private final List<DataType> types;
  private final BiConsumer<RowStore, TaskContext> whenComplete;
  private final Runnable whenClosed;
  private final List<RowCollector> finished = new ArrayList<>(); // guarded by this

  /**
   * Makes a factory.
   *
   * @param whenComplete takes over all rows, also if it throws
   * @param whenClosed frees what became of them
   */
  RowCollectorSinkFactory(
      List<DataType> types, BiConsumer<RowStore, TaskContext> whenComplete, Runnable whenClosed) {
    this.types = types;
    this.whenComplete = whenComplete;
    this.whenClosed = whenClosed;
  }

  @Override
  public Sink open(TaskContext context) {
    return new CollectingSink(new RowCollector(types, context.account()), context);
  }

  private synchronized void add(RowCollector collector) {
    finished.add(collector);
  }

  @Override
  public void complete(TaskContext context) {
    RowStore store;
    synchronized (this) {
      RowCollector all =
          finished.isEmpty() ? new RowCollector(types, context.account()) : finished.getFirst();
      for (int i = 1; i < finished.size(); i++) {
        all.takeAll(finished.get(i));
      }
      store = all.toStore();
      finished.clear();
    }
    whenComplete.accept(store, context);
  }

  @Override
  public void close() {
    synchronized (this) {
      finished.forEach(RowCollector::close);
      finished.clear();
    }
    whenClosed.run();
  }

  private final class CollectingSink implements Sink {
    private final RowCollector rows;
    private final TaskContext context;
    private boolean handedOver;

    CollectingSink(RowCollector rows, TaskContext context) {
      this.rows = rows;
      this.context = context;
    }

    @Override
    public Status consume(Batch input) {
      try (input) {
        rows.append(input, context.position());
      }
      return Status.NEEDS_INPUT;
    }

    @Override
    public void finish() {
      handedOver = true;
      add(rows);
    }

    @Override
    public void close() {
      if (!handedOver) {
        rows.close();
      }
    }
  }
}
