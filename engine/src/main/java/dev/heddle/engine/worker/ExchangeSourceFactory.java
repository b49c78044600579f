package dev.heddle.engine.worker;

import dev.heddle.io.batch.Batch;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.Source;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangeReader;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a task's partitions of an exchange, one after the other; the task's threads share one
 * reader. An exchange of one partition that several tasks read is read whole by each (broadcast).
 */
final class ExchangeSourceFactory implements SourceFactory {
  private final ExchangeBackend exchanges;
  private final ExchangeId exchange;
  private final int firstPartition;
  private final int endPartition;
  private @Nullable ExchangeReader reader; // guarded by this
  private int next; // the partition behind the reader's; guarded by this
  private int end; // guarded by this
  private long batches; // guarded by this

  ExchangeSourceFactory(
      ExchangeBackend exchanges, ExchangeId exchange, int firstPartition, int endPartition) {
    this.exchanges = exchanges;
    this.exchange = exchange;
    this.firstPartition = firstPartition;
    this.endPartition = endPartition;
  }

  @Override
  public synchronized Source open(TaskContext context) {
    if (reader == null) {
      boolean isWhole = exchanges.shape(exchange).partitions() == 1;
      next = isWhole ? 0 : firstPartition;
      end = isWhole ? 1 : endPartition;
      reader = openNext(context);
    }
    return new ExchangeSource(context);
  }

  private ExchangeReader openNext(TaskContext context) {
    return exchanges.openReader(exchange, next++, context.account());
  }

  /** Returns the next batch of the partitions, nothing behind the last. */
  private synchronized Optional<Batch> read(TaskContext context) {
    while (reader != null) {
      Optional<Batch> batch = reader.next();
      if (batch.isPresent() || next == end) {
        return batch;
      }
      reader.close();
      reader = null; // should the next one not open
      reader = openNext(context);
    }
    return Optional.empty();
  }

  @Override
  public int maxThreads() {
    return Integer.MAX_VALUE;
  }

  @Override
  public synchronized void close() {
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }

  private final class ExchangeSource implements Source {
    private final TaskContext context;
    private long position;

    ExchangeSource(TaskContext context) {
      this.context = context;
    }

    @Override
    public boolean advance(BatchSink output) {
      Optional<Batch> next;
      synchronized (ExchangeSourceFactory.this) {
        next = read(context);
        position = batches++;
      }
      next.ifPresent(output::emit);
      return next.isPresent();
    }

    @Override
    public long position() {
      return position;
    }

    @Override
    public void close() {}
  }
}
