package dev.heddle.io.write;

import dev.heddle.io.batch.Batch;

/**
 * Writes one file. Used by one thread at a time.
 *
 * <p>The file becomes visible with {@link #publish}; closing without it leaves nothing behind and
 * does no further work than that.
 */
public interface FileWriter extends AutoCloseable {
  /**
   * Appends the rows of a batch, which is lent.
   *
   * @param workers the threads that work on it
   */
  void write(Batch batch, Workers workers);

  /** Returns about how many bytes the file would have if it were ended now. */
  long fileBytes();

  /**
   * Returns the bytes that are buffered until more rows come or the file ends, by the output too.
   */
  long bufferedBytes();

  /**
   * Writes to the output what is buffered, if the format has a unit that can be ended here, such as
   * a row group. Rows may come after it.
   *
   * @param workers the threads that work on it
   */
  void flush(Workers workers);

  /** Notes a fact in the file's metadata, if the format has room for it. */
  default void describe(String key, String value) {}

  /**
   * Completes the file, publishes its output and returns its size in bytes. Called once.
   *
   * @param workers the threads that work on it
   */
  long publish(Workers workers);

  @Override
  void close();
}
