package dev.heddle.shuffle.net;

import java.nio.ByteBuffer;

/** Gives room for payloads, so that large ones can be read where they are wanted. */
@FunctionalInterface
public interface PayloadSpace {
  /** On the heap, a fresh array a frame. */
  PayloadSpace HEAP = (kind, length) -> ByteBuffer.allocate(length);

  /**
   * Returns a buffer with exactly {@code length} bytes between its position and its limit. What it
   * throws breaks the connection.
   */
  ByteBuffer of(int kind, int length);
}
