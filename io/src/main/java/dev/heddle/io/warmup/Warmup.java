package dev.heddle.io.warmup;

/**
 * Gets something ready before the first query of a process needs it. Is in the package of what it
 * warms, so that nothing there is public for its sake; the module {@code startup} decides for
 * processes of the command which run when, and on which thread, and {@code spark} for executors. A
 * process that runs none works as well, but starts more slowly.
 */
public interface Warmup {
  /**
   * Gets it ready. Called once, while other warm-ups run on other threads. What it fails at is left
   * to the query: it throws nothing that a query would not.
   */
  void run();
}
