package dev.heddle.engine.setting;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;

/**
 * What a session's statements have changed since BEGIN. Each statement commits by itself: only that
 * nothing is promised which does not happen is watched here. Thread-safe.
 */
public final class TransactionState {
  private boolean isOpen; // guarded by this, as all
  private long changes;
  private String last = "";

  /** Notes BEGIN; within a transaction it changes nothing. */
  public synchronized void begin() {
    isOpen = true;
  }

  /** Notes COMMIT, also without BEGIN. */
  public synchronized void commit() {
    isOpen = false;
    changes = 0;
  }

  /** Notes that a statement has changed tables, views or files. */
  public synchronized void change(String what) {
    if (isOpen) {
      changes++;
      last = what;
    }
  }

  /**
   * Notes ROLLBACK, which ends the transaction in any case.
   *
   * @throws HeddleException if something was changed since BEGIN
   */
  public synchronized void rollBack() {
    long changed = changes;
    commit();
    if (changed > 0) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot roll back: each statement commits by itself, and what "
              + (changed == 1 ? "1 statement has" : changed + " statements have")
              + " changed since BEGIN stays (the last: "
              + last
              + "); undo it by other statements");
    }
  }

  /** Returns the error of SAVEPOINT and its like. */
  public static HeddleException noSavepoints() {
    return new HeddleException(
        ErrorCode.UNSUPPORTED,
        "Cannot use savepoints: each statement commits by itself; leave them out");
  }
}
