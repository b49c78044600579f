package dev.heddle.engine.stream;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.operator.CollectSinkFactory;
import dev.heddle.physical.operator.OrderedSink;
import dev.heddle.physical.operator.RowsInOrder;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.TaskContext;

/**
 * Ends a query in a queue, in the order of its rows, while it makes them. Holds a bounded number of
 * bytes however large the result is; closing it waits until the queue's reader has taken all.
 */
public final class StreamSinkFactory implements SinkFactory {
  private static final long MAX_WAITING_BYTES = 8L << 20;

  /** What part of the memory limit rows may take whose turn has not come. */
  private static final int WAITING_SHARE = 32;

  private final ResultQueue queue;
  private final Reservation reservation;
  private final StreamTarget target;
  private final RowsInOrder inOrder;

  /**
   * Makes the end of a query.
   *
   * @param schema columns of the rows
   * @param account the query's, which has been promised what collecting rows takes
   */
  public StreamSinkFactory(ResultQueue queue, Schema schema, int threads, MemoryAccount account) {
    this.queue = queue;
    this.reservation = account.reserve("result", CollectSinkFactory.floorBytes(threads));
    this.target = new StreamTarget(queue, schema, reservation.account());
    this.inOrder =
        new RowsInOrder(
            target,
            schema,
            Math.min(MAX_WAITING_BYTES, account.ledger().limitBytes() / WAITING_SHARE));
  }

  @Override
  public Sink open(TaskContext context) {
    return new OrderedSink(inOrder.join(context), context);
  }

  @Override
  public void complete(TaskContext context) {
    target.flush();
  }

  @Override
  public void close() {
    try (reservation;
        inOrder) {
      queue.awaitRead();
    }
  }
}
