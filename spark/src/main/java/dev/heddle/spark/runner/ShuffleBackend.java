package dev.heddle.spark.runner;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangePart;
import dev.heddle.shuffle.protocol.ExchangeReader;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.ExchangeSpill;
import dev.heddle.shuffle.protocol.ExchangeWriter;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.PartitionTotals;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Exchanges in Spark's shuffle. Spark keeps what has been written, decides which attempts count,
 * and frees it; here is only what the tasks of this process use. Thread-safe.
 */
final class ShuffleBackend implements ExchangeBackend {
  private static final int MAX_SHAPES = 4096; // of exchanges that were used last

  private final Supplier<ShuffleSide> side;
  private final Map<ExchangeId, ExchangeShape> shapes = // guarded by itself
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ExchangeId, ExchangeShape> eldest) {
          return size() > MAX_SHAPES;
        }
      };

  /** Makes a backend; the supplier returns the side of the task whose thread asks. */
  ShuffleBackend(Supplier<ShuffleSide> side) {
    this.side = side;
  }

  @Override
  public void create(ExchangeId exchange, ExchangeShape shape) {
    synchronized (shapes) {
      shapes.put(exchange, shape);
    }
  }

  @Override
  public ExchangeShape shape(ExchangeId exchange) {
    @Nullable ExchangeShape shape;
    synchronized (shapes) {
      shape = shapes.get(exchange);
    }
    if (shape == null) {
      throw new IllegalStateException("Nobody has announced " + exchange);
    }
    return shape;
  }

  @Override
  public ExchangeWriter openWriter(MapAttempt attempt, MemoryAccount account, ExchangeSpill spill) {
    return new ShuffleWriter(attempt, shape(attempt.exchange()), side.get(), account);
  }

  @Override
  public List<PartitionTotals> totals(ExchangeId exchange) {
    throw new UnsupportedOperationException("Spark keeps no totals of " + exchange);
  }

  @Override
  public ExchangeReader openReader(ExchangeId exchange, ExchangePart part, MemoryAccount account) {
    ExchangeShape shape = shape(exchange);
    part.check(exchange, shape);
    return new ShuffleReader(exchange, shape, part, side.get(), account);
  }

  @Override
  public void release(ExchangeId exchange) {
    synchronized (shapes) {
      shapes.remove(exchange);
    }
  }

  @Override
  public void close() {
    synchronized (shapes) {
      shapes.clear();
    }
  }
}
