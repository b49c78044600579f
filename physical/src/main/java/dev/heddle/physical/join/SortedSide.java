package dev.heddle.physical.join;

import dev.heddle.io.batch.Batch;
import org.jspecify.annotations.Nullable;

/** The rows of a side of a merge join, in their order. Used by one thread. */
public interface SortedSide {
  /** Returns the next batch, which has rows and stays here; null if there is none. */
  @Nullable Batch peek();

  /** Gives away the batch that has been seen last. */
  Batch take();

  /**
   * Gives away the first rows of the batch that has been seen last; the others stay.
   *
   * @param rows at least one, and fewer than all
   */
  Batch take(int rows);
}
