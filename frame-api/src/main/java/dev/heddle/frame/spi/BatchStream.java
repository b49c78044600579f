package dev.heddle.frame.spi;

import dev.heddle.frame.ResultBatch;
import org.jspecify.annotations.Nullable;

/**
 * A query's rows, made while they are read. A few batches are made ahead; then the query waits for
 * its reader. An error of the query comes after the rows before it. Not for several threads at
 * once.
 */
public interface BatchStream extends AutoCloseable {
  /**
   * Waits for the next rows, which are on the heap and stay valid.
   *
   * @return null if there are no more
   */
  @Nullable ResultBatch next();

  /** Ends the query, and frees its memory. */
  @Override
  void close();
}
