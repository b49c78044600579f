package dev.heddle.io.rate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where the requests of this process to one bucket wait until they may be sent, as a {@link
 * RequestPacer} decides. Without a limit none waits. With one they leave one by one, in the order
 * in which they came.
 *
 * <p>Thread-safe; has no thread of its own. A request waits without any lock, and until its thread
 * is interrupted.
 */
public final class RequestGate {
  private final String bucket;
  private final Semaphore turn = new Semaphore(1, true); // of the request that leaves next
  private final LongAdder bytes = new LongAdder();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final RequestPacer pacer; // guarded by the lock
  private volatile int waiting; // changed under the lock

  /** Makes a gate without a limit. */
  public RequestGate(String bucket) {
    this.bucket = bucket;
    pacer = new RequestPacer(bucket, System.nanoTime());
  }

  /** Returns the name of the bucket, such as {@code s3a://lake}. */
  public String bucket() {
    return bucket;
  }

  /** Waits until a request may be sent, and counts it. */
  public void pass() throws InterruptedException {
    lock.lock();
    try {
      long now = System.nanoTime();
      if (waiting == 0 && pacer.delayNanos(now) == 0) {
        pacer.send(now);
        return;
      }
      addWaiting(1);
    } finally {
      lock.unlock();
    }
    boolean hasTurn = false;
    try {
      turn.acquire();
      hasTurn = true;
      lock.lockInterruptibly();
      try {
        for (long left = left(); left > 0; left = left()) {
          long _ = changed.awaitNanos(left);
        }
        pacer.sendDelayed(System.nanoTime());
      } finally {
        lock.unlock();
      }
    } finally {
      if (hasTurn) {
        turn.release();
      }
      lock.lock();
      try {
        addWaiting(-1);
      } finally {
        lock.unlock();
      }
    }
  }

  private long left() {
    return pacer.delayNanos(System.nanoTime());
  }

  private void addWaiting(int count) {
    int now = waiting + count;
    waiting = now;
    pacer.setWaiting(now);
  }

  /** Returns whether requests wait here. */
  public boolean hasWaiting() {
    return waiting > 0;
  }

  /** Counts a request that the service has refused because there were too many. */
  public void refused() {
    lock.lock();
    try {
      pacer.refused(System.nanoTime());
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Counts bytes that have come or gone. */
  public void moved(long count) {
    bytes.add(count);
  }

  /**
   * Holds the process to a lease until it expires or another one of the same holder comes; several
   * holders add up.
   *
   * @param holder what is connected to the scheduler that gave it
   */
  public void lease(Object holder, RequestLease lease) {
    lock.lock();
    try {
      pacer.lease(holder, lease, System.nanoTime());
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns what has been asked of the bucket since the last report, if there is anything. */
  public Optional<BucketUse> report() {
    lock.lock();
    try {
      pacer.setBytes(bytes.sum());
      return pacer.report(System.nanoTime());
    } finally {
      lock.unlock();
    }
  }

  /** Returns what has been asked of the bucket so far, and what is allowed now. */
  public BucketTransfers transfers() {
    lock.lock();
    try {
      pacer.setBytes(bytes.sum());
      return pacer.transfers(System.nanoTime());
    } finally {
      lock.unlock();
    }
  }

  /** Returns the requests a second that the process may send now; infinite without a limit. */
  public double allowed() {
    lock.lock();
    try {
      return pacer.allowed(System.nanoTime());
    } finally {
      lock.unlock();
    }
  }

  /** Returns what all gates have to report. */
  public static List<BucketUse> reports(List<RequestGate> gates) {
    List<BucketUse> reports = new ArrayList<>();
    gates.forEach(gate -> gate.report().ifPresent(reports::add));
    return List.copyOf(reports);
  }
}
