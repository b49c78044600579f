package dev.heddle.shuffle.net;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes threads that wait for other processes. One of the platform is awake a tenth of a
 * millisecond sooner than a virtual one, for which a poller and a carrier have to wake up first. So
 * the first ones are of the platform, and what comes beyond them is virtual. All are daemons.
 */
public final class PeerThreads {
  /** About this number are platform threads. */
  static final int MAX_PLATFORM_THREADS = 256;

  private static final AtomicInteger ofPlatform = new AtomicInteger();

  private PeerThreads() {}

  /** Returns a thread that is not started. */
  public static Thread unstarted(String name, Runnable body) {
    if (ofPlatform.get() >= MAX_PLATFORM_THREADS) {
      return Thread.ofVirtual().name(name).unstarted(body);
    }
    return Thread.ofPlatform().daemon().name(name).unstarted(() -> runCounted(body));
  }

  private static void runCounted(Runnable body) {
    ofPlatform.incrementAndGet();
    try {
      body.run();
    } finally {
      ofPlatform.decrementAndGet();
    }
  }

  /** Starts a thread. */
  public static Thread start(String name, Runnable body) {
    Thread thread = unstarted(name, body);
    thread.start();
    return thread;
  }
}
