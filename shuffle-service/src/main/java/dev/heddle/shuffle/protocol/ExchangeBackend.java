package dev.heddle.shuffle.protocol;

import dev.heddle.io.memory.MemoryAccount;
import java.util.List;

/**
 * Stores exchanges: in the memory of this process, in a shuffle service, or elsewhere. Thread-safe.
 *
 * <p>Order of calls: {@link #create}, then writers of all maps, each committed, then readers, then
 * {@link #release}. Releasing is allowed at any time and frees everything; calls that come later
 * fail.
 */
public interface ExchangeBackend extends AutoCloseable {
  /** Announces an exchange before it is used; may be repeated with an equal shape. */
  void create(ExchangeId exchange, ExchangeShape shape);

  /** Returns the shape with which an exchange was announced. */
  ExchangeShape shape(ExchangeId exchange);

  /**
   * Opens the writer of an attempt, for one thread at a time; the account pays for what is written
   * until it is released.
   *
   * @param spill takes what is to be stored in this process but does not fit into memory
   */
  ExchangeWriter openWriter(MapAttempt attempt, MemoryAccount account, ExchangeSpill spill);

  /**
   * Returns each partition's totals, once sealed.
   *
   * @throws dev.heddle.frame.error.HeddleException if the exchange is not sealed
   */
  List<PartitionTotals> totals(ExchangeId exchange);

  /**
   * Opens a reader of a partition, once sealed. A partition may be read many times, by one reader
   * or several; the account pays for the batches.
   */
  default ExchangeReader openReader(ExchangeId exchange, int partition, MemoryAccount account) {
    return openReader(exchange, ExchangePart.whole(partition, shape(exchange)), account);
  }

  /**
   * Opens a reader of a part of some partitions, as above. If it does not want all columns the
   * number of rows is proved, but not their checksum.
   */
  ExchangeReader openReader(ExchangeId exchange, ExchangePart part, MemoryAccount account);

  /** Frees everything of the exchange. An unknown one is no error. */
  void release(ExchangeId exchange);

  /** Releases every exchange. */
  @Override
  void close();
}
