package dev.heddle.shuffle.protocol;

import dev.heddle.frame.error.HeddleException;

/**
 * Tells a worker what the scheduler decided: where an attempt writes to, and what counts for each
 * map. Implemented by the worker process. Thread-safe.
 */
public interface ExchangeDirectory {
  /**
   * Returns the winners of all maps, from a cache or from the scheduler.
   *
   * @throws HeddleException if there is no such table
   */
  WinnerTable winners(ExchangeId exchange);

  /** Returns where an attempt that runs here writes to. */
  OutputTarget target(MapAttempt attempt);

  /**
   * Where an attempt writes to.
   *
   * @param epoch the exchange's epoch
   * @param server the server
   */
  record OutputTarget(int epoch, ShuffleAddress server) {}
}
