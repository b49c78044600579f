package dev.heddle.shuffle.protocol;

import dev.heddle.io.batch.Batch;
import java.util.Optional;

/** Reads partitions, map by map in the order of the maps' numbers. Used by one thread at a time. */
public interface ExchangeReader extends AutoCloseable {
  /**
   * Returns the next batch, which is the caller's, or nothing at the end.
   *
   * @throws dev.heddle.frame.error.HeddleException at the end, if rows or checksum differ from what
   *     was committed
   */
  Optional<Batch> next();

  @Override
  void close();
}
