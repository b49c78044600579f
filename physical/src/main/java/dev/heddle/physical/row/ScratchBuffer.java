package dev.heddle.physical.row;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import org.jspecify.annotations.Nullable;

/**
 * Room for intermediate values that grows with what is asked for and forgets its content when it
 * does. Holds nothing before the first request. Used by one thread.
 */
public final class ScratchBuffer implements AutoCloseable {
  private final MemoryAccount account;
  private @Nullable Buffer buffer;

  public ScratchBuffer(MemoryAccount account) {
    this.account = account;
  }

  /** Returns where at least this number of bytes are, valid until the next request. */
  public long reserve(long bytes) {
    Buffer current = buffer;
    if (current == null || current.capacity() < bytes) {
      close();
      current = account.allocate(bytes);
      buffer = current;
    }
    return current.address();
  }

  /** Sees to it that there is this much room if memory is ample; returns whether there is. */
  boolean reserveIfAmple(long bytes) {
    if (capacity() >= bytes) {
      return true;
    }
    Buffer larger = account.allocateIfAmple(bytes);
    if (larger == null) {
      return false;
    }
    close();
    buffer = larger;
    return true;
  }

  /**
   * Returns room as {@link #reserve} does; the bytes are zero, the first time and whenever the room
   * has grown.
   */
  public long reserveZeroed(long bytes) {
    Buffer current = buffer;
    if (current == null || current.capacity() < bytes) {
      close();
      current = account.allocateZeroed(bytes);
      buffer = current;
    }
    return current.address();
  }

  /** Returns where the bytes are that have been reserved last. */
  public long address() {
    return buffer == null ? 0 : buffer.address();
  }

  /** Returns the bytes that are reserved. */
  long capacity() {
    return buffer == null ? 0 : buffer.capacity();
  }

  @Override
  public void close() {
    if (buffer != null) {
      buffer.release();
      buffer = null;
    }
  }
}
