package dev.heddle.s3;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.PendingRead;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A range of an object that parts are fetched into: a buffer of its own, or memory or an array that
 * the caller waits beside.
 *
 * <p>Threads that fetch hand their bytes over under this object's lock, so that closing can free
 * the memory at once: what comes later is dropped.
 */
final class S3Read implements PendingRead {
  private final ReadQueue queue;
  private final S3Input object;
  private final long position;
  private final int bytes;
  private final @Nullable MemoryAccount account;
  private final List<ReadPart> parts = new ArrayList<>();

  // all below are guarded by this
  private final Set<Thread> threads = new HashSet<>();
  private final byte @Nullable [] array;
  private long address;
  private @Nullable Buffer buffer;
  private int partsLeft;
  private boolean isDeferred;
  private boolean isClosed;
  private boolean isTaken;
  private @Nullable HeddleException failure;

  private S3Read(
      ReadQueue queue,
      S3Input object,
      long position,
      int bytes,
      @Nullable MemoryAccount account,
      byte @Nullable [] array,
      long address) {
    this.queue = queue;
    this.object = object;
    this.position = position;
    this.bytes = bytes;
    this.account = account;
    this.array = array;
    this.address = address;
  }

  /** Reads into a buffer that the account pays when it begins to be filled. */
  static S3Read intoBuffer(
      ReadQueue queue, S3Input object, long position, int bytes, MemoryAccount account) {
    return new S3Read(queue, object, position, bytes, account, null, 0);
  }

  static S3Read intoArray(ReadQueue queue, S3Input object, long position, byte[] array) {
    return new S3Read(queue, object, position, array.length, null, array, 0);
  }

  static S3Read intoMemory(
      ReadQueue queue, S3Input object, long position, long address, int bytes) {
    return new S3Read(queue, object, position, bytes, null, null, address);
  }

  /** Cuts the read into a number of ranges of about the same size. */
  List<ReadPart> cut(int count) {
    int each = (bytes + count - 1) / count;
    for (int offset = 0; offset < bytes; offset += each) {
      parts.add(new ReadPart(this, offset, Math.min(each, bytes - offset)));
    }
    synchronized (this) {
      partsLeft = parts.size();
    }
    return parts;
  }

  S3Input object() {
    return object;
  }

  long position() {
    return position;
  }

  int bytes() {
    return bytes;
  }

  /** Returns the bytes of memory that it takes from the ledger: none if the caller brought it. */
  int heldBytes() {
    return account == null ? 0 : bytes;
  }

  /** Returns how much of the ledger reads may use. */
  long ledgerBytes() {
    return account == null ? Long.MAX_VALUE : account.ledger().limitBytes();
  }

  /**
   * Gets ready for the bytes of a part; false if there is nothing to do, since the read is closed
   * or has no memory yet.
   */
  synchronized boolean begin(Thread thread) {
    if (isClosed || isDeferred || failure != null) {
      return false;
    }
    if (account != null && buffer == null) {
      try {
        buffer = account.allocate(bytes);
        address = buffer.address();
      } catch (HeddleException e) {
        isDeferred = true;
        notifyAll();
        return false;
      }
    }
    threads.add(thread);
    return true;
  }

  /** Takes bytes that have come; false if nobody wants them any more. */
  synchronized boolean put(int offset, byte[] block, int count) {
    if (isClosed) {
      return false;
    }
    if (array != null) {
      System.arraycopy(block, 0, array, offset, count);
    } else {
      Memory.copyFromArray(block, 0, address + offset, count);
    }
    return true;
  }

  synchronized boolean isWanted() {
    return !isClosed && failure == null;
  }

  /** Notes that a thread has fetched a part or failed. */
  synchronized void end(Thread thread, @Nullable HeddleException partFailure) {
    if (partFailure != null && failure == null) {
      failure = partFailure;
    } else {
      partsLeft--;
    }
    leave(thread);
  }

  /** Notes that a thread has left a part to another. */
  synchronized void leave(Thread thread) {
    threads.remove(thread);
    if (partsLeft == 0 || failure != null) {
      notifyAll();
    }
  }

  /** Waits until all bytes are where they belong. */
  void complete() {
    synchronized (this) {
      if (isReady()) {
        throwFailure();
        return;
      }
    }
    queue.promote(parts);
    queue.waits().during(this::waitForBytes);
    throwFailure();
  }

  private @Nullable Void waitForBytes() {
    try {
      while (waitForParts()) {
        queue.restart(parts);
      }
      return null;
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new HeddleException(
          ErrorCode.CANCELLED, "Reading " + object.path() + " was interrupted", e);
    }
  }

  /** Waits; true if the parts have to be given to the queue again, now that there is memory. */
  private synchronized boolean waitForParts() throws InterruptedException {
    while (!isReady()) {
      if (isDeferred) {
        buffer = requireNonNull(account).allocate(bytes);
        address = buffer.address();
        isDeferred = false;
        return true;
      }
      wait();
    }
    return false;
  }

  private synchronized boolean isReady() {
    return partsLeft == 0 || failure != null || isClosed;
  }

  private synchronized void throwFailure() {
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public Buffer await() {
    synchronized (this) {
      if (isTaken || isClosed) {
        throw new IllegalStateException("A read can be taken once, and not after its end");
      }
      isTaken = true;
    }
    try {
      complete();
    } catch (Throwable e) {
      close();
      throw e;
    }
    Buffer taken;
    synchronized (this) {
      taken = requireNonNull(buffer);
      buffer = null;
      isClosed = true;
    }
    queue.releaseHeld(this);
    return taken;
  }

  @Override
  public void close() {
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
      threads.forEach(Thread::interrupt);
      if (buffer != null) {
        buffer.release();
        buffer = null;
      }
      notifyAll();
    }
    queue.remove(parts);
    queue.releaseHeld(this);
  }
}
