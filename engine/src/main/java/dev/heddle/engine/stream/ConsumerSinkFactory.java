package dev.heddle.engine.stream;

import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.io.values.BatchView;
import dev.heddle.io.write.Workers;
import dev.heddle.physical.operator.CollectSinkFactory;
import dev.heddle.physical.operator.OrderedSink;
import dev.heddle.physical.operator.RowTarget;
import dev.heddle.physical.operator.RowsInOrder;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.TaskContext;
import java.util.function.Consumer;

/**
 * Ends a query in a consumer that is lent its rows, in their order, while it makes them. Holds a
 * bounded number of bytes however large the result is.
 */
public final class ConsumerSinkFactory implements SinkFactory {
  private static final long MAX_WAITING_BYTES = 8L << 20;

  /** What part of the memory limit rows may take whose turn has not come. */
  private static final int WAITING_SHARE = 32;

  private final Reservation reservation;
  private final RowsInOrder inOrder;

  /**
   * Makes the end of a query.
   *
   * @param schema columns of the rows
   * @param account the query's, which has been promised what collecting rows takes
   */
  public ConsumerSinkFactory(
      Consumer<ResultBatch> consumer, Schema schema, int threads, MemoryAccount account) {
    this.reservation = account.reserve("result", CollectSinkFactory.floorBytes(threads));
    this.inOrder =
        new RowsInOrder(
            new Lending(consumer),
            schema,
            Math.min(MAX_WAITING_BYTES, account.ledger().limitBytes() / WAITING_SHARE));
  }

  @Override
  public Sink open(TaskContext context) {
    return new OrderedSink(inOrder.join(context), context);
  }

  @Override
  public void complete(TaskContext context) {}

  @Override
  public void close() {
    try (reservation) {
      inOrder.close();
    }
  }

  private record Lending(Consumer<ResultBatch> consumer) implements RowTarget {
    @Override
    public void write(Batch batch, Workers workers) {
      if (batch.rowCount() > 0) {
        consumer.accept(new BatchView(batch));
      }
    }

    @Override
    public void close() {}
  }
}
