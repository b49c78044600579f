package dev.heddle.engine.graph;

import dev.heddle.io.catalog.PinnedTable;

/** Rows that a job keeps where its tasks ran, until this is closed. Thread-safe. */
public interface PersistedRows extends AutoCloseable {
  /** Returns the table by which other jobs read them. */
  PinnedTable table();

  /** Returns whether they are lost and will not come again. */
  boolean areGone();

  /** Frees the rows; jobs that still read them fail. */
  @Override
  void close();
}
