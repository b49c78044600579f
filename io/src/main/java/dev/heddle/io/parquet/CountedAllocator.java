package dev.heddle.io.parquet;

import dev.heddle.io.memory.MemoryAccount;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.ByteBufferAllocator;

/**
 * Gives heap buffers to parquet-java and counts them, and what it says that it keeps beside them.
 * What it does not give back is given back by {@link #close}. Used by one thread.
 */
final class CountedAllocator implements ByteBufferAllocator, AutoCloseable {
  private final MemoryAccount account;
  private long bytes; // of buffers
  private long charged; // beside them

  CountedAllocator(MemoryAccount account) {
    this.account = account;
  }

  @Override
  public ByteBuffer allocate(int size) {
    account.charge(size);
    bytes += size;
    return ByteBuffer.allocate(size);
  }

  @Override
  public void release(ByteBuffer buffer) {
    account.discharge(buffer.capacity());
    bytes -= buffer.capacity();
  }

  @Override
  public boolean isDirect() {
    return false;
  }

  /** Counts what is kept in all, buffers included. */
  void setTotal(long totalBytes) {
    long beside = Math.max(0, totalBytes - bytes);
    if (beside > charged) {
      account.charge(beside - charged);
    } else {
      account.discharge(charged - beside);
    }
    charged = beside;
  }

  /** Returns the bytes that are counted. */
  long bytes() {
    return bytes + charged;
  }

  @Override
  public void close() {
    account.discharge(bytes + charged);
    bytes = 0;
    charged = 0;
  }
}
