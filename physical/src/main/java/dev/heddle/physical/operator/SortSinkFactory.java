package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Ends a pipeline by collecting rows to be sorted: each thread its own, which it writes to the disk
 * whenever there are too many. In the end either all rows are in memory, in one {@link RowStore},
 * or all of them are in the runs of an {@link ExternalSort}.
 */
final class SortSinkFactory implements SinkFactory {
  private final List<DataType> types;
  private final ExternalSort external;
  private final BiConsumer<RowStore, TaskContext> whenInMemory;
  private final Consumer<TaskContext> whenSpilled;
  private final Runnable whenClosed;
  private final List<RowCollector> finished = new ArrayList<>(); // guarded by this

  /**
   * Makes a factory.
   *
   * @param external takes what does not fit; the caller's
   * @param whenInMemory takes over all rows, also if it throws; the memory to sort them is held
   * @param whenSpilled told that all rows are in runs
   * @param whenClosed frees what became of the rows
   */
  SortSinkFactory(
      List<DataType> types,
      ExternalSort external,
      BiConsumer<RowStore, TaskContext> whenInMemory,
      Consumer<TaskContext> whenSpilled,
      Runnable whenClosed) {
    this.types = types;
    this.external = external;
    this.whenInMemory = whenInMemory;
    this.whenSpilled = whenSpilled;
    this.whenClosed = whenClosed;
  }

  @Override
  public Sink open(TaskContext context) {
    return new SortSink(new RowCollector(types, external.account(context)), context);
  }

  private synchronized void add(RowCollector collector) {
    finished.add(collector);
  }

  @Override
  public void complete(TaskContext context) {
    List<RowCollector> collectors;
    synchronized (this) {
      collectors = List.copyOf(finished);
    }
    if (external.hasSpilled() || !external.tryHold(context)) {
      context.parallel(
          collectors.size(), number -> external.spill(collectors.get(number), context));
      if (external.hasSpilled()) {
        external.prepare(context);
        whenSpilled.accept(context);
        return;
      }
    }
    try {
      whenInMemory.accept(store(context), external.reserved(context));
    } finally {
      external.letGo();
    }
  }

  private synchronized RowStore store(TaskContext context) {
    if (finished.isEmpty()) {
      finished.add(new RowCollector(types, external.account(context)));
    }
    RowCollector all = finished.getFirst();
    for (int i = 1; i < finished.size(); i++) {
      all.takeAll(finished.get(i));
    }
    RowStore store = all.toStore();
    finished.clear();
    return store;
  }

  @Override
  public void close() {
    synchronized (this) {
      finished.forEach(RowCollector::close);
      finished.clear();
    }
    external.close();
    whenClosed.run();
  }

  private final class SortSink implements Sink {
    private final RowCollector rows;
    private final TaskContext context;
    private boolean handedOver;

    SortSink(RowCollector rows, TaskContext context) {
      this.rows = rows;
      this.context = context;
    }

    @Override
    public Status consume(Batch input) {
      try (input) {
        rows.append(input, context.position());
        external.noteRows(input.rowCount());
      }
      if (external.mustSpill(rows, context)) {
        external.spill(rows, context);
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
