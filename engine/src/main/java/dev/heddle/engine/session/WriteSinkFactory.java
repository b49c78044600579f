package dev.heddle.engine.session;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.write.Workers;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.operator.TaskContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends a query in files: rows go there while the query makes them. Either each thread has files of
 * its own, or the threads' rows are put into order first and go to one file after the other.
 */
final class WriteSinkFactory implements SinkFactory {
  private static final long MAX_WAITING_BYTES = 32L << 20;

  private final OutputFiles files;
  private final Schema schema;
  private final List<String> partitionBy;
  private final Order order;
  private final @Nullable RowsInOrder inOrder;

  /**
   * Makes the end of a query.
   *
   * @param files taken over
   * @param schema columns of the rows
   * @param partitionBy columns that name folders
   * @param order whether rows are put into order, and are sorted by folder
   */
  WriteSinkFactory(
      OutputFiles files,
      Schema schema,
      List<String> partitionBy,
      Order order,
      MemoryAccount account) {
    this.files = files;
    this.schema = schema;
    this.partitionBy = List.copyOf(partitionBy);
    this.order = order;
    this.inOrder =
        switch (order) {
          case NONE -> null;
          case AS_THEY_COME, BY_FOLDER ->
              new RowsInOrder(
                  stream(account),
                  schema,
                  Math.min(MAX_WAITING_BYTES, account.ledger().limitBytes() / 8));
        };
  }

  /** What is known and wanted of the order of rows. */
  enum Order {
    /** Rows may be written in any order. */
    NONE,
    /** Rows are written in the order of the query. */
    AS_THEY_COME,
    /** As {@link #AS_THEY_COME}, and those of a folder come one after the other. */
    BY_FOLDER
  }

  private WriteStream stream(MemoryAccount account) {
    return new WriteStream(files, schema, partitionBy, order, account);
  }

  @Override
  public Sink open(TaskContext context) {
    return inOrder == null
        ? new OwnSink(stream(context.account()))
        : new OrderedSink(inOrder.join(context), context);
  }

  @Override
  public void complete(TaskContext context) {
    files.finish(context);
    if (partitionBy.isEmpty()) {
      files.ensureOne(context);
    }
  }

  @Override
  public void close() {
    try (files) {
      if (inOrder != null) {
        inOrder.close();
      }
    }
  }

  private record OwnSink(WriteStream stream) implements Sink {
    @Override
    public Status consume(Batch input) {
      try (input) {
        stream.write(input, Workers.CALLER);
      }
      return Status.NEEDS_INPUT;
    }

    @Override
    public void finish() {
      stream.finish(Workers.CALLER);
    }

    @Override
    public void close() {
      stream.close();
    }
  }
}
