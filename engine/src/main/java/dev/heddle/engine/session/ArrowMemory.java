package dev.heddle.engine.session;

import dev.heddle.io.memory.MemoryAccount;
import org.apache.arrow.memory.AllocationListener;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** Arrow allocators whose bytes an account pays for. */
final class ArrowMemory {
  private ArrowMemory() {}

  /** Returns an allocator; closing it proves that its vectors have been closed. */
  static BufferAllocator allocator(MemoryAccount account) {
    return new RootAllocator(
        new AllocationListener() {
          @Override
          public void onPreAllocation(long size) {
            account.charge(size);
          }

          @Override
          public void onRelease(long size) {
            account.discharge(size);
          }
        },
        Long.MAX_VALUE);
  }
}
