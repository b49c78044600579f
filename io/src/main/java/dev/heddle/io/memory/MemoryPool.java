package dev.heddle.io.memory;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps freed blocks of up to 1 MiB for reuse, by powers of two; larger ones go back to the system
 * at once.
 *
 * <p>Thread-safe: one short lock a size class. Kept blocks are bounded by a fixed number of bytes a
 * class; the ledger has them dropped when they and what is in use would pass its limit. It counts
 * what the system has been given back too, since that may keep it as well.
 */
final class MemoryPool {
  private static final int SMALLEST_SHIFT = 6;
  private static final int LARGEST_SHIFT = 20;
  private static final long KEPT_BYTES_PER_CLASS = 8L << 20;

  /** The most bytes that can be kept. */
  static final long MOST_KEPT_BYTES = (LARGEST_SHIFT - SMALLEST_SHIFT + 1) * KEPT_BYTES_PER_CLASS;

  /** What the system may keep of freed blocks however much more of the limit that is. */
  static final long MOST_LOOSE_BYTES = 64L << 20;

  private static final int MOST_KEPT_PER_CLASS = 1024;
  private static final int PAGE = 4096;

  private final AtomicLong looseBytes = new AtomicLong(); // freed since the system was trimmed
  private final SizeClass[] classes = new SizeClass[LARGEST_SHIFT + 1];

  MemoryPool() {
    for (int shift = SMALLEST_SHIFT; shift <= LARGEST_SHIFT; shift++) {
      int kept = (int) Math.min(MOST_KEPT_PER_CLASS, KEPT_BYTES_PER_CLASS >> shift);
      classes[shift] = new SizeClass(kept);
    }
  }

  /** Returns the capacity a request of that size is given. */
  static long capacityFor(long bytes) {
    if (bytes <= 1L << LARGEST_SHIFT) {
      return 1L << shiftFor(bytes);
    }
    return (bytes + PAGE - 1) & -PAGE;
  }

  /** Returns a kept block, or 0 if there is none of that size. */
  long takeKept(long capacity) {
    return capacity <= 1L << LARGEST_SHIFT ? classes[shiftFor(capacity)].pop() : 0;
  }

  /** Returns a block from the system. */
  static long takeNew(long capacity) {
    return Memory.allocate(capacity + Buffer.PADDING);
  }

  /** Gives kept blocks back to the system, large ones first, until at most so many are left. */
  void trim(long mostBytes) {
    long kept = 0;
    for (int shift = SMALLEST_SHIFT; shift <= LARGEST_SHIFT; shift++) {
      kept += (long) classes[shift].count() << shift;
    }
    for (int shift = LARGEST_SHIFT; shift >= SMALLEST_SHIFT && kept > mostBytes; shift--) {
      for (long block = classes[shift].pop();
          block != 0;
          block = kept > mostBytes ? classes[shift].pop() : 0) {
        Memory.free(block);
        looseBytes.addAndGet(1L << shift);
        kept -= 1L << shift;
      }
    }
  }

  /** Has the system give back what it keeps of freed blocks if that may be more than so much. */
  void trimSystem(long mostBytes) {
    long loose = looseBytes.get();
    if (loose > mostBytes && looseBytes.compareAndSet(loose, 0)) {
      SystemAllocator.trim();
    }
  }

  void giveBack(long address, long capacity) {
    if (capacity > 1L << LARGEST_SHIFT || !classes[shiftFor(capacity)].push(address)) {
      Memory.free(address);
      looseBytes.addAndGet(capacity);
    }
  }

  private static int shiftFor(long bytes) {
    return Math.max(SMALLEST_SHIFT, 64 - Long.numberOfLeadingZeros(Math.max(1, bytes - 1)));
  }

  private static final class SizeClass {
    private final long[] kept;
    private int count;

    SizeClass(int most) {
      kept = new long[most];
    }

    synchronized int count() {
      return count;
    }

    synchronized long pop() {
      return count == 0 ? 0 : kept[--count];
    }

    synchronized boolean push(long address) {
      if (count == kept.length) {
        return false;
      }
      kept[count++] = address;
      return true;
    }
  }
}
