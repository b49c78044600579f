package dev.heddle.flight;

import java.util.HashSet;
import java.util.Set;

/** The results that are on their way. Thread-safe. */
final class Calls {
  // all guarded by this
  private final Set<ResultCall> open = new HashSet<>();
  private int waiting;
  private boolean isClosed;

  /** Starts a call; false if none may be started any more. */
  synchronized boolean start(ResultCall call) {
    if (isClosed) {
      return false;
    }
    open.add(call);
    notifyAll();
    call.start();
    return true;
  }

  synchronized void ended(ResultCall call) {
    open.remove(call);
    notifyAll();
  }

  /** This number of calls more, or less, wait for their clients. */
  synchronized void waits(int more) {
    waiting += more;
    notifyAll();
  }

  /** Waits until this number of calls are open, and a number of them wait for their clients. */
  synchronized void await(int calls, int waitingCalls) throws InterruptedException {
    while (open.size() != calls || waiting != waitingCalls) {
      wait();
    }
  }

  /** Cancels all calls and waits until they have freed their memory, or so long. */
  synchronized void close(long maxMillis) throws InterruptedException {
    isClosed = true;
    open.forEach(ResultCall::cancel);
    long deadline = System.nanoTime() + maxMillis * 1_000_000;
    long left = maxMillis;
    while (!open.isEmpty() && left > 0) {
      wait(left);
      left = (deadline - System.nanoTime()) / 1_000_000;
    }
  }
}
