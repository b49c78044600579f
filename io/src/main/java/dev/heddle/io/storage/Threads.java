package dev.heddle.io.storage;

/** Waits for threads. */
public final class Threads {
  private Threads() {}

  /**
   * Waits for a thread's end, also while the caller is interrupted, which it is afterwards then.
   * Does not wait for the caller itself.
   */
  public static void join(Thread thread) {
    boolean interrupted = false;
    while (thread != Thread.currentThread() && thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
