package dev.heddle.io.storage;

import dev.heddle.io.memory.Buffer;

/**
 * A read that has been asked for and may still be under way. Used by the thread that started it,
 * which closes it; closing comes before the input's.
 */
public interface PendingRead extends AutoCloseable {
  /**
   * Waits for the bytes, all of them, which are at the start of the buffer. The buffer becomes the
   * caller's. Called once at most.
   *
   * @throws dev.heddle.frame.error.HeddleException with code {@code IO} if the file ends before,
   *     has changed, or reading fails; with {@code OUT_OF_MEMORY} if there is no memory for the
   *     bytes
   */
  Buffer await();

  /** Stops the read, if the bytes have not been taken, and frees its memory. May be repeated. */
  @Override
  void close();
}
