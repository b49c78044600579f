package dev.heddle.io.memory;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The one budget of off-heap bytes that all sessions of a process share.
 *
 * <p>Every buffer is counted here before its memory is taken, so the sum never passes the limit.
 * Thread-safe.
 */
public final class MemoryLedger {
  /** Set to {@code true} to remember where each buffer was allocated, for the report of a leak. */
  public static final String DEBUG_PROPERTY = "heddle.memory.debug";

  private static final boolean DEBUG = Boolean.getBoolean(DEBUG_PROPERTY);

  private final MemoryPool pool = new MemoryPool();
  private final AtomicLong usedBytes = new AtomicLong();
  private final AtomicLong peakBytes = new AtomicLong();
  private volatile long limitBytes;

  /** Makes a ledger with a limit. */
  public MemoryLedger(long limitBytes) {
    setLimitBytes(limitBytes);
  }

  /** Opens an account; its name stands in messages. */
  public MemoryAccount open(String name) {
    return new MemoryAccount(this, name, DEBUG);
  }

  /** Changes the limit; what is used already stays. */
  public void setLimitBytes(long bytes) {
    if (bytes <= 0) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot set a memory limit of " + bytes + " bytes: it must be above 0");
    }
    limitBytes = bytes;
  }

  /** Returns the most bytes that may be in use. */
  public long limitBytes() {
    return limitBytes;
  }

  /** Returns the bytes in use now. */
  public long usedBytes() {
    return usedBytes.get();
  }

  /** Returns the most bytes that have been in use since the last {@link #resetPeak}. */
  public long peakBytes() {
    return peakBytes.get();
  }

  /** Starts a new measurement of the peak. */
  public void resetPeak() {
    peakBytes.set(usedBytes.get());
  }

  void reserve(long bytes, String owner) {
    long used = usedBytes.addAndGet(bytes);
    if (used > limitBytes) {
      usedBytes.addAndGet(-bytes);
      throw new HeddleException(
          ErrorCode.OUT_OF_MEMORY,
          "Cannot allocate "
              + bytes
              + " bytes for "
              + owner
              + ": "
              + (used - bytes)
              + " of the memory limit of "
              + limitBytes
              + " bytes are in use; raise the limit (option memory) or read less");
    }
    if (used > peakBytes.get()) {
      peakBytes.accumulateAndGet(used, Math::max);
    }
  }

  void giveBack(long bytes) {
    usedBytes.addAndGet(-bytes);
  }

  MemoryPool pool() {
    return pool;
  }
}
