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
 * Reads a task's partition of an exchange; the task's threads share one reader. An exchange of one
 * partition that several tasks read is read whole by each (broadcast).
 */
final class ExchangeSourceFactory implements SourceFactory {
  private final ExchangeBackend exchanges;
  private final ExchangeId exchange;
  private final int partition;
  private @Nullable ExchangeReader reader; // guarded by this
  private long batches; // guarded by this

  ExchangeSourceFactory(ExchangeBackend exchanges, ExchangeId exchange, int partition) {
    this.exchanges = exchanges;
    this.exchange = exchange;
    this.partition = partition;
  }

  @Override
  public synchronized Source open(TaskContext context) {
    if (reader == null) {
      int written = exchanges.shape(exchange).partitions();
      reader = exchanges.openReader(exchange, written == 1 ? 0 : partition, context.account());
    }
    return new ExchangeSource(reader);
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
    private final ExchangeReader shared;
    private long position;

    ExchangeSource(ExchangeReader shared) {
      this.shared = shared;
    }

    @Override
    public boolean advance(BatchSink output) {
      Optional<Batch> next;
      synchronized (ExchangeSourceFactory.this) {
        next = shared.next();
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
