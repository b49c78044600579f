package dev.heddle.shuffle.store;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps exchanges in the memory of this process; batches are handed over without a copy to the
 * reader. Partitions that take more than a share of the memory, or are in the way of others, go to
 * the writer's {@link ExchangeSpill}.
 */
public final class MemoryExchangeBackend implements ExchangeBackend {
  private final Map<ExchangeId, StoredExchange> exchanges = new HashMap<>();
  private boolean closed;

  @Override
  public synchronized void create(ExchangeId exchange, ExchangeShape shape) {
    if (closed) {
      throw new HeddleException(ErrorCode.CLOSED, "Cannot create " + exchange + ": closed");
    }
    StoredExchange there = exchanges.putIfAbsent(exchange, new StoredExchange(exchange, shape));
    if (there != null && !there.shape().equals(shape)) {
      throw new IllegalStateException("Cannot create " + exchange + " with another shape");
    }
  }

  @Override
  public ExchangeShape shape(ExchangeId exchange) {
    return find(exchange).shape();
  }

  private synchronized StoredExchange find(ExchangeId exchange) {
    StoredExchange stored = exchanges.get(exchange);
    if (stored == null) {
      throw new HeddleException(
          ErrorCode.CLOSED, "Cannot use " + exchange + ": it is unknown or has been released");
    }
    return stored;
  }

  @Override
  public ExchangeWriter openWriter(MapAttempt attempt, MemoryAccount account, ExchangeSpill spill) {
    return new MemoryExchangeWriter(find(attempt.exchange()), attempt, account, spill);
  }

  @Override
  public List<PartitionTotals> totals(ExchangeId exchange) {
    return find(exchange).totals();
  }

  @Override
  public ExchangeReader openReader(ExchangeId exchange, ExchangePart part, MemoryAccount account) {
    return find(exchange).openReader(part, account);
  }

  @Override
  public void release(ExchangeId exchange) {
    StoredExchange stored;
    synchronized (this) {
      stored = exchanges.remove(exchange);
    }
    if (stored != null) {
      stored.release();
    }
  }

  @Override
  public void close() {
    List<StoredExchange> left;
    synchronized (this) {
      closed = true;
      left = List.copyOf(exchanges.values());
      exchanges.clear();
    }
    left.forEach(StoredExchange::release);
  }
}
