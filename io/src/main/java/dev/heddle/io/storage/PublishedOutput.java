package dev.heddle.io.storage;

import java.nio.ByteBuffer;

/**
 * A file that is being written under a hidden name. Used by one thread.
 *
 * <p>{@link #publish} makes it visible under its own name in one step; closing without it leaves
 * nothing behind.
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

  /** Makes the file visible, in place of one of the same name. Nothing may be written after it. */
  void publish();

  @Override
  void close();
}
