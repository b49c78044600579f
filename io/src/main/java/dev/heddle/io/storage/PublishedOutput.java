package dev.heddle.io.storage;

import java.nio.ByteBuffer;

/**
 * A file that is being written under a hidden name. Used by one thread.
 *
 * <p>{@link #publish} makes it visible under its own name in one step, {@link #prepare} leaves that
 * to {@link Storage#complete}; closing without either leaves nothing behind.
 */
public interface PublishedOutput extends AutoCloseable {
  /** Appends the bytes between the buffer's position and limit. */
  void write(ByteBuffer bytes);

  /** Appends bytes of an array. */
  default void write(byte[] bytes, int offset, int length) {
    write(ByteBuffer.wrap(bytes, offset, length));
  }

  /** Returns how many bytes have been written. */
  long position();

  /** Returns the bytes that are kept in memory until more are written or the file ends. */
  default long bufferedBytes() {
    return 0;
  }

  /** Makes the file visible, in place of one of the same name. Nothing may be written after it. */
  void publish();

  /**
   * As {@link #publish}, but fails if there is a file of that name by now.
   *
   * @throws dev.heddle.frame.error.HeddleException with code {@code ALREADY_EXISTS}; nothing is
   *     left
   */
  void publishNew();

  /**
   * Makes the bytes durable without showing them; nothing may be written after it, and closing
   * leaves them. They belong to the holder of the result.
   */
  PreparedFile prepare();

  @Override
  void close();
}
