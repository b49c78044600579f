package dev.heddle.jdbc.feed;

import dev.heddle.frame.schema.Schema;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Rows in batches, made while they are read. Not for several threads at once. */
public interface RowCursor extends AutoCloseable {
  /** Returns the columns. */
  Schema schema();

  /** Returns the vectors that {@link #next} has filled, which are the cursor's. */
  VectorSchemaRoot root();

  /**
   * Waits for the next rows, at least one.
   *
   * @return false if there are no more
   */
  boolean next();

  /** Ends the query and frees its memory; calling it again does nothing. */
  @Override
  void close();
}
