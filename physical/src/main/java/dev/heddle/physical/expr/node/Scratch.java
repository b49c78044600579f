package dev.heddle.physical.expr.node;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import org.jspecify.annotations.Nullable;

/** A buffer for positions that is reused for each batch. */
public final class Scratch implements AutoCloseable {
  private final MemoryAccount account;
  private @Nullable Buffer buffer;

  public Scratch(MemoryAccount account) {
    this.account = account;
  }

  /**
   * Returns room for this number of bytes of unknown content; the same place as before where it
   * fits.
   */
  public long bytes(long bytes) {
    if (buffer == null || buffer.capacity() < bytes) {
      close();
      buffer = account.allocate(bytes);
    }
    return buffer.address();
  }

  /** Returns room for this number of positions. */
  public long positions(int count) {
    return bytes(4L * Math.max(1, count));
  }

  @Override
  public void close() {
    if (buffer != null) {
      buffer.release();
      buffer = null;
    }
  }
}
