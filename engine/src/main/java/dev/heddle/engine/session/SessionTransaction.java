package dev.heddle.engine.session;

import dev.heddle.engine.catalogue.SessionCatalogue;
import dev.heddle.engine.catalogue.SessionCatalogue.Access;
import dev.heddle.engine.stream.WatchedStream;
import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.plan.Source;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The transaction of a session: outside of one each statement commits by itself. What others commit
 * meanwhile is not seen in it, and the tables that were there when it began are kept until its end.
 * A statement that fails aborts it: all that is left then is to roll it back. Thread-safe.
 *
 * <p>Settings, variables, prepared statements, functions of the user's own, values of sequences and
 * files that are written outside of databases do not belong to it.
 */
final class SessionTransaction {
  private final SessionCatalogue catalogue;
  private final MemoryTables memory;
  private final LastingDatabases databases;
  private final ReentrantLock turn;
  // guarded by this
  private final Set<Source.Memory> made = new LinkedHashSet<>(); // tables that nobody else sees
  private final List<Source.Memory> replaced = new ArrayList<>(); // that others see until the end
  private final List<MemoryTables.StoredTable> written = new ArrayList<>();
  private boolean isOpen;
  private boolean isAborted;
  private long pin;

  /**
   * Makes it, without an open one.
   *
   * @param turn is held by what changes tables
   */
  SessionTransaction(
      SessionCatalogue catalogue,
      MemoryTables memory,
      LastingDatabases databases,
      ReentrantLock turn) {
    this.catalogue = catalogue;
    this.memory = memory;
    this.databases = databases;
    this.turn = turn;
  }

  /** Returns whether one is open. */
  synchronized boolean isOpen() {
    return isOpen;
  }

  /**
   * Begins one.
   *
   * @throws HeddleException {@code TRANSACTION} if one is open
   */
  synchronized void begin(Access access) {
    if (isOpen) {
      throw new HeddleException(
          ErrorCode.TRANSACTION,
          "Cannot begin a transaction: one is open already; write COMMIT or ROLLBACK first");
    }
    pin = memory.pin(); // before it is known which tables there are
    catalogue.begin(access);
    isOpen = true;
  }

  /** Fails where a statement that failed has aborted the transaction. */
  synchronized void check() {
    if (isAborted) {
      throw new HeddleException(
          ErrorCode.TRANSACTION,
          "Cannot run the statement: the transaction is aborted, since a statement of it has"
              + " failed; write ROLLBACK");
    }
  }

  /** Notes that a statement has failed. */
  synchronized void fail() {
    isAborted = isOpen;
  }

  /** Returns rows of a query of which a failure aborts the transaction that is open now. */
  synchronized ArrowStream watched(ArrowStream rows) {
    if (!isOpen) {
      return rows;
    }
    long of = pin;
    return new WatchedStream(rows, () -> fail(of));
  }

  private synchronized void fail(long of) {
    if (pin == of) {
      fail();
    }
  }

  /**
   * Commits what has been changed, and ends the transaction.
   *
   * @throws HeddleException {@code CONFLICT} if others have changed the same, {@code TRANSACTION}
   *     if it was aborted: then it is rolled back; also if none is open
   */
  void commit() {
    TableChanges.await(turn);
    try {
      synchronized (this) {
        requireOpen("commit");
        try {
          if (isAborted) {
            throw new HeddleException(
                ErrorCode.TRANSACTION,
                "Cannot commit: a statement of the transaction has failed; it has been rolled"
                    + " back");
          }
          catalogue.commit();
        } catch (RuntimeException e) {
          undo();
          throw e;
        }
        try {
          replaced.forEach(memory::retire);
          databases.discardUnnamed(written, catalogue.state());
        } finally {
          end();
        }
      }
    } finally {
      turn.unlock();
    }
  }

  /**
   * Ends the transaction without its changes.
   *
   * @throws HeddleException {@code TRANSACTION} if none is open
   */
  synchronized void rollBack() {
    requireOpen("roll back");
    undo();
  }

  /** Ends the transaction without its changes, if one is open. */
  synchronized void close() {
    if (isOpen) {
      undo();
    }
  }

  private void requireOpen(String what) {
    if (!isOpen) {
      throw new HeddleException(
          ErrorCode.TRANSACTION, "Cannot " + what + ": no transaction is open; BEGIN begins one");
    }
  }

  private void undo() {
    try {
      catalogue.rollBack();
      made.forEach(memory::drop);
      written.forEach(table -> table.folder().discard(table.written()));
    } finally {
      end();
    }
  }

  private void end() {
    made.clear();
    replaced.clear();
    written.clear();
    isOpen = false;
    isAborted = false;
    memory.unpin(pin);
  }

  /** Notes a table that has got a name. */
  synchronized void made(Source.Memory source) {
    if (isOpen) {
      made.add(source);
      MemoryTables.StoredTable files = memory.stored(source);
      if (files != null && !files.written().isEmpty()) {
        written.add(files);
      }
    }
  }

  /** Frees a table that has no name any more when nobody sees it. */
  synchronized void replaced(Source.Memory source) {
    if (!isOpen) {
      memory.retire(source);
    } else if (made.remove(source)) {
      memory.drop(source);
    } else {
      replaced.add(source);
    }
  }
}
