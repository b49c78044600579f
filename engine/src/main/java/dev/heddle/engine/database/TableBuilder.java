package dev.heddle.engine.database;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.io.batch.Batch;

/**
 * Collects the rows of a new table. Used by one thread; closed without {@link #build} it leaves
 * none.
 */
public interface TableBuilder extends AutoCloseable {
  /** Copies the rows of a batch without a selection, which stays the caller's. */
  void append(Batch batch);

  /** Makes the table. */
  LogicalPlan.Scan build();

  @Override
  void close();
}
