package dev.heddle.kernel.zmtp;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What waits to be written to a peer. Thread-safe; adding to it never blocks. */
final class SendQueue {
  private static final long MAX_BYTES = 32 << 20;
  private static final int MESSAGE_BYTES = 64; // of the queue itself

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition change = lock.newCondition();
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private long bytes;
  private boolean isEnding;
  private boolean isClosed;

  /** Adds a message; it is dropped if too many bytes wait. */
  void add(byte[] message) {
    lock.lock();
    try {
      long more = message.length + (long) MESSAGE_BYTES;
      if (isEnding || isClosed || (bytes > 0 && bytes + more > MAX_BYTES)) {
        return;
      }
      bytes += more;
      waiting.add(message);
      change.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Writes messages until all are written after {@link #end}, or it is closed. */
  void writeTo(OutputStream out) throws IOException, InterruptedException {
    while (true) {
      byte[] next;
      lock.lock();
      try {
        while (waiting.isEmpty() && !isEnding && !isClosed) {
          change.await();
        }
        if (isClosed || waiting.isEmpty()) {
          return;
        }
        next = waiting.remove();
      } finally {
        lock.unlock();
      }
      out.write(next);
      lock.lock();
      try {
        bytes -= next.length + (long) MESSAGE_BYTES;
      } finally {
        lock.unlock();
      }
    }
  }

  /** Takes no more messages. */
  void end() {
    lock.lock();
    try {
      isEnding = true;
      change.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Forgets what is not written. */
  void close() {
    lock.lock();
    try {
      isClosed = true;
      waiting.clear();
      change.signal();
    } finally {
      lock.unlock();
    }
  }
}
