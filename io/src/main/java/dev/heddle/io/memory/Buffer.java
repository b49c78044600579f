package dev.heddle.io.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A piece of off-heap memory that an account pays for.
 *
 * <p>Starts with one owner. Each {@link #retain} adds one, each {@link #release} takes one away,
 * and the last one frees the memory. Both may be called from any thread; the content is not
 * synchronised. {@link #PADDING} bytes behind the capacity may be read (not trusted) and written,
 * so that loops can work in whole words.
 */
public final class Buffer {
  /** Bytes behind the capacity that are there for over-reading and over-writing. */
  public static final int PADDING = 64;

  private static final VarHandle OWNERS;

  static {
    try {
      OWNERS = MethodHandles.lookup().findVarHandle(Buffer.class, "owners", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final MemoryAccount account;
  private final long address;
  private final long capacity;
  private final @Nullable Throwable allocatedAt;
  private final @Nullable Buffer whole; // that this one is a part of

  @SuppressWarnings("unused") // by OWNERS
  private volatile int owners = 1;

  Buffer(MemoryAccount account, long address, long capacity, @Nullable Throwable allocatedAt) {
    this.account = account;
    this.address = address;
    this.capacity = capacity;
    this.allocatedAt = allocatedAt;
    this.whole = null;
  }

  private Buffer(Buffer whole, long offset, long bytes) {
    this.account = whole.account;
    this.address = whole.address + offset;
    this.capacity = bytes;
    this.allocatedAt = null;
    this.whole = whole.retain();
  }

  /**
   * Returns a part of the memory as a buffer with an owner of its own, which shares it: the part
   * must not be written to, and what follows it is no padding but can be read as such.
   */
  public Buffer slice(long offset, long bytes) {
    return new Buffer(this, offset, bytes);
  }

  /** Returns how many bytes of a ledger a buffer takes, by what is asked for. */
  public static long roomFor(long bytes) {
    return MemoryPool.capacityFor(bytes);
  }

  /** Returns where the memory starts; aligned to 16 bytes. */
  public long address() {
    return address;
  }

  /** Returns how many bytes may be used: at least what was asked for. */
  public long capacity() {
    return capacity;
  }

  /** Returns the account that pays. */
  public MemoryAccount account() {
    return account;
  }

  /** Adds an owner. */
  public Buffer retain() {
    int before = (int) OWNERS.getAndAdd(this, 1);
    if (before <= 0) {
      throw new IllegalStateException("Cannot retain a buffer that has been freed");
    }
    return this;
  }

  /** Takes an owner away; the last one frees the memory. */
  public void release() {
    int before = (int) OWNERS.getAndAdd(this, -1);
    if (before == 1) {
      if (whole == null) {
        account.free(this);
      } else {
        whole.release();
      }
    } else if (before <= 0) {
      throw new IllegalStateException("Cannot release a buffer that has been freed");
    }
  }

  /** Returns whether the buffer has one owner only, which may then overwrite it. */
  public boolean isExclusive() {
    return whole == null && (int) OWNERS.getAcquire(this) == 1;
  }

  @Nullable Throwable allocatedAt() {
    return allocatedAt;
  }
}
