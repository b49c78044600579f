package dev.heddle.kernel.zmtp;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What waits to be written to a peer; what is too much is dropped. Thread-safe; adding to it never
 * blocks.
 */
final class SendQueue {
  private static final long MAX_BYTES = 32 << 20;
  private static final long MAX_PORT_BYTES = 64 << 20;
  private static final long OWN_BYTES = 1 << 20; // whatever waits for others
  private static final long MAX_ECHO_BYTES = 64 << 10;
  private static final int MESSAGE_BYTES = 64; // of the queue itself

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition change = lock.newCondition();
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private final AtomicLong portBytes;
  private long bytes;
  private boolean isEnding;
  private boolean isClosed;

  /**
   * Makes an empty queue.
   *
   * @param portBytes of all queues of a port
   */
  SendQueue(AtomicLong portBytes) {
    this.portBytes = portBytes;
  }

  /** Adds a message. */
  void add(byte[] message) {
    add(message, MAX_BYTES);
  }

  /** Adds what the peer has made, and could send for ever. */
  void addEcho(byte[] message) {
    add(message, MAX_ECHO_BYTES);
  }

  private void add(byte[] message, long maxBytes) {
    lock.lock();
    try {
      long more = size(message);
      if (isEnding || isClosed || (bytes > 0 && !hasRoom(bytes + more, more, maxBytes))) {
        return;
      }
      bytes += more;
      portBytes.addAndGet(more);
      waiting.add(message);
      change.signal();
    } finally {
      lock.unlock();
    }
  }

  private boolean hasRoom(long all, long more, long maxBytes) {
    return all <= maxBytes && (all <= OWN_BYTES || portBytes.get() + more <= MAX_PORT_BYTES);
  }

  private static long size(byte[] message) {
    return message.length + (long) MESSAGE_BYTES;
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
      try {
        out.write(next);
      } finally {
        written(next);
      }
    }
  }

  private void written(byte[] message) {
    lock.lock();
    try {
      bytes -= size(message);
      portBytes.addAndGet(-size(message));
    } finally {
      lock.unlock();
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
      for (byte[] each : waiting) {
        bytes -= size(each);
        portBytes.addAndGet(-size(each));
      }
      waiting.clear();
      change.signal();
    } finally {
      lock.unlock();
    }
  }
}
