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
  private static final ScopedValue<StatementStart> STATEMENT = ScopedValue.newInstance();

  /** Returns now, or when the statement began whose query the caller has been given. */
  static StatementStart now() {
    return STATEMENT.isBound()
        ? STATEMENT.get()
        : new StatementStart(Storages.transfers(), System.nanoTime());
  }

  /** Runs what belongs to the statement that began here. */
  void run(Runnable work) {
    ScopedValue.where(STATEMENT, this).run(work);
  }
}
