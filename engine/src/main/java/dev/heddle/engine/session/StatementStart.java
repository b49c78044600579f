package dev.heddle.engine.session;

import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.Transfers;

/**
 * When something began that ends with a query, and what had been moved by then.
 *
 * @param moved since the process began
 * @param nanos of the clock that never goes back
 */
record StatementStart(Transfers moved, long nanos) {
  static StatementStart now() {
    return new StatementStart(Storages.transfers(), System.nanoTime());
  }
}
