package dev.heddle.io.scan;

import dev.heddle.io.batch.Batch;
import java.util.Optional;

/**
 * Reads one split batch by batch.
 *
 * <p>Used by one thread at a time; many readers work side by side. A batch belongs to the caller
 * and stays valid after the reader is closed.
 */
public interface SplitReader extends AutoCloseable {
  /**
   * Returns the next rows, at most {@link Batch#MAX_ROWS} physical ones and at least one that
   * counts, or nothing at the end.
   *
   * @throws dev.heddle.frame.error.HeddleException naming the file if it cannot be read
   */
  Optional<Batch> next();

  /**
   * Has storage that works in the background begin with what {@link #next} needs first, before the
   * first call of it.
   *
   * @return whether there is such storage, so that it pays to call this some time ahead
   */
  default boolean startAhead() {
    return false;
  }

  /** Frees what the reader holds; may be called at any time, more than once. */
  @Override
  void close();
}
