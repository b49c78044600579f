package dev.heddle.physical.sort;

import dev.heddle.io.batch.Batch;
import org.jspecify.annotations.Nullable;

/**
 * A part of an order: the rows from one sample on and before another one.
 *
 * @param from lent; null means the beginning
 * @param to lent; null means the end
 */
record SortBounds(@Nullable Sample from, @Nullable Sample to) {
  static final SortBounds ALL = new SortBounds(null, null);

  /** The keys of one row. */
  record Sample(Batch batch, int row) {}
}
