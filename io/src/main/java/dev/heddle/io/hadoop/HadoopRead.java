package dev.heddle.io.hadoop;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.PendingRead;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A read that a virtual thread does as soon as the window lets it, or the thread that waits for it,
 * whichever comes first. Thread-safe.
 */
final class HadoopRead implements PendingRead {
  private enum State {
    WAITING,
    RUNNING,
    ENDED,
    CLOSED
  }

  private final HadoopFileInput input;
  private final long position;
  private final int bytes;
  private final MemoryAccount account;
  private final Semaphore window;

  // all below are guarded by this
  private State state = State.WAITING;
  private @Nullable Thread worker;
  private @Nullable Buffer buffer;
  private @Nullable Throwable failure;
  private boolean isTaken;

  private HadoopRead(
      HadoopFileInput input, long position, int bytes, MemoryAccount account, Semaphore window) {
    this.input = input;
    this.position = position;
    this.bytes = bytes;
    this.account = account;
    this.window = window;
  }

  static HadoopRead start(
      HadoopFileInput input, long position, int bytes, MemoryAccount account, Semaphore window) {
    HadoopRead read = new HadoopRead(input, position, bytes, account, window);
    Thread worker = Thread.ofVirtual().name("heddle-hadoop-read").unstarted(read::inBackground);
    synchronized (read) {
      read.worker = worker;
    }
    worker.start();
    return read;
  }

  private void inBackground() {
    try {
      window.acquire();
    } catch (InterruptedException e) {
      return; // somebody else does it, or nobody wants it
    }
    try {
      if (begin()) {
        run();
      }
    } finally {
      window.release();
    }
  }

  private synchronized boolean begin() {
    boolean isMine = state == State.WAITING;
    if (isMine) {
      state = State.RUNNING;
    }
    return isMine;
  }

  private void run() {
    Buffer filled = null;
    try {
      filled = account.allocate(bytes);
      input.read(position, filled.address(), bytes);
      end(filled, null);
    } catch (RuntimeException | Error e) {
      if (filled != null) {
        filled.release();
      }
      end(null, e);
    }
  }

  private synchronized void end(@Nullable Buffer filled, @Nullable Throwable why) {
    buffer = filled;
    failure = why;
    state = State.ENDED;
    notifyAll();
  }

  @Override
  public Buffer await() {
    synchronized (this) {
      if (isTaken || state == State.CLOSED) {
        throw new IllegalStateException("A read can be taken once, and not after its end");
      }
      isTaken = true;
    }
    if (begin()) {
      interruptWorker();
      run();
    }
    Buffer taken = ended();
    return taken == null ? again() : taken;
  }

  /** Waits for the end; null if there was no memory, which may have changed. */
  private synchronized @Nullable Buffer ended() {
    try {
      while (state == State.RUNNING) {
        wait();
      }
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new HeddleException(
          ErrorCode.CANCELLED, "Reading " + input.path() + " was interrupted", e);
    }
    return switch (failure) {
      case null -> {
        Buffer taken = buffer;
        buffer = null;
        yield taken;
      }
      case HeddleException e when e.code() == ErrorCode.OUT_OF_MEMORY -> null;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException("A read has failed", failure);
    };
  }

  private Buffer again() {
    Buffer filled = account.allocate(bytes);
    try {
      input.read(position, filled.address(), bytes);
      return filled;
    } catch (Throwable e) {
      filled.release();
      throw e;
    }
  }

  private synchronized void interruptWorker() {
    if (worker != null) {
      worker.interrupt();
    }
  }

  /** Waits for a read under way, whose memory is the account's. */
  @Override
  public void close() {
    boolean wasInterrupted = false;
    synchronized (this) {
      if (state == State.WAITING || state == State.RUNNING) {
        interruptWorker();
      }
      while (state == State.RUNNING) {
        try {
          wait();
        } catch (InterruptedException e) {
          wasInterrupted = true;
        }
      }
      state = State.CLOSED;
      if (buffer != null) {
        buffer.release();
        buffer = null;
      }
    }
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
