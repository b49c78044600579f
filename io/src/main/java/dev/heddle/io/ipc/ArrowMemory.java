package dev.heddle.io.ipc;

import dev.heddle.io.memory.MemoryAccount;
import org.apache.arrow.memory.AllocationListener;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/**
 * An Arrow allocator whose bytes an account pays for. Thread-safe.
 *
 * <p>After {@link #close} it ends once the last buffer is back: others may still use some of them,
 * as a server does that is still sending.
 */
public final class ArrowMemory implements AllocationListener, AutoCloseable {
  private final MemoryAccount account;
  private final Runnable onEnd;
  private final BufferAllocator allocator;
  private long lentBytes; // guarded by this
  private boolean isClosed; // guarded by this

  /**
   * Makes an allocator.
   *
   * @param onEnd called once, when the last buffer is back after {@link #close}
   */
  public ArrowMemory(MemoryAccount account, Runnable onEnd) {
    this.account = account;
    this.onEnd = onEnd;
    this.allocator = new RootAllocator(this, Long.MAX_VALUE);
  }

  public BufferAllocator allocator() {
    return allocator;
  }

  @Override
  public void onPreAllocation(long size) {
    account.charge(size);
    synchronized (this) {
      lentBytes += size;
    }
  }

  @Override
  public void onRelease(long size) {
    account.discharge(size);
    boolean isLast;
    synchronized (this) {
      lentBytes -= size;
      isLast = isClosed && lentBytes == 0;
    }
    if (isLast) {
      end();
    }
  }

  private void end() {
    allocator.close();
    onEnd.run();
  }

  @Override
  public void close() {
    boolean isLast;
    synchronized (this) {
      isLast = !isClosed && lentBytes == 0;
      isClosed = true;
    }
    if (isLast) {
      end();
    }
  }
}
