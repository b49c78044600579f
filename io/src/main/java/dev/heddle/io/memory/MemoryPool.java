package dev.heddle.io.memory;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps freed blocks of up to 1 MiB for reuse, by powers of two; larger ones go back to the system
 * at once. A page that the system has to find and clear anew costs as much as it takes to fill it.
 *
 * <p>Thread-safe: one short lock a size class. The ledgers of a process share the pool; each keeps
 * blocks while all free blocks are within its bound, and has them dropped when they and what is in
 * use would pass its limit. It counts what was returned to the system too, since that may retain it
 * as well.
 */
final class MemoryPool {
  private static final int SMALLEST_SHIFT = 6;
  private static final int LARGEST_SHIFT = 20;

  /** The most bytes of free blocks. */
  static final long MAX_KEPT_BYTES = 1L << 30;

  /** The one of this process. */
  static final MemoryPool SHARED = new MemoryPool();

  /** What the system may keep of freed blocks however much more of the limit that is. */
  static final long MAX_LOOSE_BYTES = 64L << 20;

  private static final int MAX_KEPT_PER_CLASS = 1 << 14;
  private static final int INITIAL_SLOTS = 64;
  private static final int PAGE = 4096;

  /** Blocks from here on are worth pages of 2 MiB, once there have been many bytes of them. */
  private static final long LARGE_BLOCK_BYTES = 4L << 20;

  private static final long MAX_LARGE_BYTES = 128L << 20;

  private static final AtomicLong LARGE_BYTES = new AtomicLong(); // of all such blocks so far

  private final AtomicLong looseBytes = new AtomicLong(); // freed since the system was trimmed
  private final AtomicLong keptBytes = new AtomicLong();
  private final SizeClass[] classes = new SizeClass[LARGEST_SHIFT + 1];

  private MemoryPool() {
    for (int shift = SMALLEST_SHIFT; shift <= LARGEST_SHIFT; shift++) {
      classes[shift] = new SizeClass();
    }
  }

  /** Returns the capacity a request of that size is given. */
  static long capacityFor(long bytes) {
    if (bytes <= 1L << LARGEST_SHIFT) {
      return 1L << shiftFor(bytes);
    }
    return (bytes + PAGE - 1) & -PAGE;
  }

  /** Returns a free block, or 0 if there is none of that size. */
  long takeKept(long capacity) {
    return capacity <= 1L << LARGEST_SHIFT ? pop(shiftFor(capacity)) : 0;
  }

  private long pop(int shift) {
    long block = classes[shift].pop();
    if (block != 0) {
      keptBytes.addAndGet(-(1L << shift));
    }
    return block;
  }

  /** Returns a block from the system. */
  static long takeNew(long capacity) {
    long block = Memory.allocate(capacity + Buffer.PADDING);
    if (capacity >= LARGE_BLOCK_BYTES && LARGE_BYTES.addAndGet(capacity) > MAX_LARGE_BYTES) {
      SystemAllocator.wantLargePages(block, capacity);
    }
    return block;
  }

  /**
   * Returns free blocks to the system, large ones first, until at most {@code maxBytes} are left.
   */
  void trim(long maxBytes) {
    for (int shift = LARGEST_SHIFT; shift >= SMALLEST_SHIFT; shift--) {
      while (keptBytes.get() > maxBytes) {
        long block = pop(shift);
        if (block == 0) {
          break;
        }
        Memory.free(block);
        looseBytes.addAndGet(1L << shift);
      }
    }
  }

  /**
   * Has the allocator return to the system what it retains of freed blocks if that may exceed a
   * bound.
   */
  void trimSystem(long maxBytes) {
    long loose = looseBytes.get();
    if (loose > maxBytes && looseBytes.compareAndSet(loose, 0)) {
      SystemAllocator.trim();
    }
  }

  /** Takes a freed block, for reuse if all free blocks are then within a bound. */
  void giveBack(long address, long capacity, long maxBytes) {
    if (capacity <= 1L << LARGEST_SHIFT
        && keptBytes.get() + capacity <= maxBytes
        && classes[shiftFor(capacity)].push(address)) {
      keptBytes.addAndGet(capacity);
      return;
    }
    Memory.free(address);
    looseBytes.addAndGet(capacity);
  }

  private static int shiftFor(long bytes) {
    return Math.max(SMALLEST_SHIFT, 64 - Long.numberOfLeadingZeros(Math.max(1, bytes - 1)));
  }

  private static final class SizeClass {
    private long[] kept = new long[INITIAL_SLOTS];
    private int count;

    synchronized long pop() {
      return count == 0 ? 0 : kept[--count];
    }

    synchronized boolean push(long address) {
      if (count == kept.length) {
        if (count == MAX_KEPT_PER_CLASS) {
          return false;
        }
        kept = Arrays.copyOf(kept, 2 * count);
      }
      kept[count++] = address;
      return true;
    }
  }
}
