package dev.heddle.io.memory;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What one owner (a query, a result, a cached table) has taken from the ledger.
 *
 * <p>Thread-safe. Closing proves that everything has been given back: a leak is an {@link
 * IllegalStateException}.
 */
public final class MemoryAccount implements AutoCloseable {
  private final MemoryLedger ledger;
  private final String name;
  private final AtomicLong usedBytes = new AtomicLong();
  private final AtomicLong peakBytes = new AtomicLong();
  private final @Nullable Set<Buffer> live;

  MemoryAccount(MemoryLedger ledger, String name, boolean debug) {
    this.ledger = ledger;
    this.name = name;
    this.live = debug ? ConcurrentHashMap.newKeySet() : null;
  }

  /**
   * Allocates memory of unknown content.
   *
   * @throws dev.heddle.frame.error.HeddleException with code {@code OUT_OF_MEMORY} if the ledger's
   *     limit would be passed
   */
  public Buffer allocate(long bytes) {
    long capacity = MemoryPool.capacityFor(bytes);
    ledger.reserve(capacity, name);
    long used = usedBytes.addAndGet(capacity);
    if (used > peakBytes.get()) {
      peakBytes.accumulateAndGet(used, Math::max);
    }
    long address = ledger.pool().take(capacity);
    Buffer buffer =
        new Buffer(this, address, capacity, live == null ? null : new Throwable("allocated here"));
    if (live != null) {
      live.add(buffer);
    }
    return buffer;
  }

  /** Allocates memory whose bytes, padding included, are all zero. */
  public Buffer allocateZeroed(long bytes) {
    Buffer buffer = allocate(bytes);
    Memory.fill(buffer.address(), buffer.capacity() + Buffer.PADDING, (byte) 0);
    return buffer;
  }

  /** Returns a larger buffer that starts with the first bytes of an old one, which is released. */
  public Buffer grow(Buffer old, long keptBytes, long newBytes) {
    Buffer larger = allocate(newBytes);
    Memory.copy(old.address(), larger.address(), keptBytes);
    old.release();
    return larger;
  }

  /**
   * Counts memory that somebody else allocates on the owner's behalf, such as Arrow vectors.
   *
   * @throws dev.heddle.frame.error.HeddleException with code {@code OUT_OF_MEMORY} if the ledger's
   *     limit would be passed
   */
  public void charge(long bytes) {
    ledger.reserve(bytes, name);
    long used = usedBytes.addAndGet(bytes);
    peakBytes.accumulateAndGet(used, Math::max);
  }

  /** Gives back what {@link #charge} has counted. */
  public void discharge(long bytes) {
    usedBytes.addAndGet(-bytes);
    ledger.giveBack(bytes);
  }

  /** Returns the bytes that the owner holds now. */
  public long usedBytes() {
    return usedBytes.get();
  }

  /** Returns the most bytes that the owner has held. */
  public long peakBytes() {
    return peakBytes.get();
  }

  /** Returns the ledger that this account belongs to. */
  public MemoryLedger ledger() {
    return ledger;
  }

  /** Returns the owner's name. */
  public String name() {
    return name;
  }

  void free(Buffer buffer) {
    if (live != null) {
      live.remove(buffer);
    }
    ledger.pool().giveBack(buffer.address(), buffer.capacity());
    usedBytes.addAndGet(-buffer.capacity());
    ledger.giveBack(buffer.capacity());
  }

  @Override
  public void close() {
    long left = usedBytes.get();
    if (left != 0) {
      IllegalStateException leak =
          new IllegalStateException("Leaked " + left + " bytes of account " + name);
      if (live != null) {
        live.stream().limit(5).forEach(b -> leak.addSuppressed(b.allocatedAt()));
      }
      throw leak;
    }
  }
}
