package dev.heddle.physical.sort;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.row.RowCollector;
import dev.heddle.physical.row.RowStore;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Ends a pipeline by collecting rows to be sorted: each thread its own, which it writes to the disk
 * whenever there are too many. In the end either all rows are in memory, in one {@link RowStore},
 * or all of them are in the runs of an {@link ExternalSort}.
 */
public final class SortSinkFactory implements SinkFactory {
  private final List<DataType> types;
  private final ExternalSort external;
  private final BiConsumer<RowStore, TaskContext> whenInMemory;
  private final Consumer<TaskContext> whenSpilled;
  private final Runnable whenClosed;

  /**
   * Makes a factory.
   *
   * @param external takes what does not fit; the caller's
   * @param whenInMemory takes over all rows, also if it throws; the memory to sort them is held
   * @param whenSpilled called once all rows are in runs
   * @param whenClosed frees what became of the rows
   */
  public SortSinkFactory(
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

  @Override
  public void complete(TaskContext context) {
    if (external.endsSpilled(context)) {
      whenSpilled.accept(context);
      return;
    }
    try {
      RowStore store = external.moveToStore(types, context);
      whenInMemory.accept(store, external.reserved(context));
    } finally {
      external.letGo();
    }
  }

  @Override
  public void close() {
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
      external.spillIfShort(rows, context);
      return Status.NEEDS_INPUT;
    }

    @Override
    public void finish() {
      handedOver = true;
      external.add(rows);
    }

    @Override
    public void close() {
      if (!handedOver) {
        rows.close();
      }
    }
  }
}
