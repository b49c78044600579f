package dev.heddle.frame;

import dev.heddle.frame.schema.Schema;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * A query's result as Arrow batches, made while it is read.
 *
 * <p>{@link #root()} is one object that {@link #next()} refills; it is the stream's and valid until
 * the next call or {@link #close()}. Each batch has buffers of its own: a caller that retains one
 * may read it for as long, and its memory counts until it is released. Text comes as Utf8 with
 * offsets and dictionaries are decoded. Not for several threads at once.
 *
 * <p>A few batches are made ahead; then the query waits for its reader, and holds what memory it
 * needs meanwhile. An error of the query comes after the rows before it. Closing early ends the
 * query and frees its memory.
 *
 * {@snippet class="dev.heddle.frame.SnippetsTest" region="arrow"}
 */
public interface ArrowStream extends AutoCloseable {
  /** Returns the columns. */
  Schema schema();

  /** Returns the vectors, filled by the last {@link #next()}. */
  VectorSchemaRoot root();

  /**
   * Fills {@link #root()} with the next rows; never with none.
   *
   * @return false if there are no more
   */
  boolean next();

  @Override
  void close();
}
