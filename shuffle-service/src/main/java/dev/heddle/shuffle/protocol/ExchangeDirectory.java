package dev.heddle.shuffle.protocol;

import dev.heddle.frame.error.HeddleException;
import java.util.List;

/**
 * What the scheduler decided: where an attempt writes to, and what counts for each map. Implemented
 * by the worker process. Thread-safe.
 */
public interface ExchangeDirectory {
  /**
   * Returns the winners of all maps, from a cache or from the scheduler.
   *
   * @throws HeddleException if there is no such table
   */
  WinnerTable winners(ExchangeId exchange);

  /**
   * Returns what winners of an exchange have written, by map, if it is so little that it has come
   * along with the table of winners; else nothing. The table may be another one by now.
   */
  List<InlineOutput> little(ExchangeId exchange);

  /** An attempt that runs here has sealed its output, which is little. */
  void sealed(InlineOutput output);

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
