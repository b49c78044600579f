package dev.heddle.spark.runner;

import dev.heddle.engine.graph.PersistedRows;
import dev.heddle.io.catalog.PinnedTable;

/**
 * Rows in Spark's shuffle. Spark makes again what is lost of them, so that all that they were made
 * of stays too.
 *
 * @param job that has made them
 * @param application where other jobs find them
 */
record SparkPersistedRows(PinnedTable table, SparkJob job, Application application)
    implements PersistedRows {
  /** Returns them for somebody who holds them by Spark's own references: nobody frees them. */
  KeptShuffle handedOver() {
    KeptShuffle kept = application.kept().remove(table.job());
    if (kept == null) {
      throw new IllegalStateException("The rows have been released");
    }
    return kept;
  }

  @Override
  public boolean areGone() {
    return application.spark().isStopped();
  }

  @Override
  public void close() {
    if (application.kept().remove(table.job()) != null) {
      job.free();
    }
  }
}
