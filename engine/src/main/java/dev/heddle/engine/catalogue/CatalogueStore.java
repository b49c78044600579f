package dev.heddle.engine.catalogue;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.planner.sql.SchemaName;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What has been committed to the databases of several sessions, and the functions of the user's
 * own. What changes a database that lasts is made to last before it is seen, and changes nothing if
 * that fails. Thread-safe.
 */
public final class CatalogueStore {
  private final ReentrantLock changing = new ReentrantLock(); // held while a change is made to last
  private final Map<String, DatabaseCommit> commits = new ConcurrentHashMap<>(); // by database
  private final SessionFunctions functions = new SessionFunctions();
  private final Sequences sequences = new Sequences(this::state);
  private final Predicate<LogicalPlan> isHeld;
  private CatalogueState state; // guarded by this
  private long version; // of the state; guarded by this

  /**
   * Makes an empty one.
   *
   * @param isHeld returns whether the rows of a plan are cached or persisted
   */
  public CatalogueStore(Predicate<LogicalPlan> isHeld) {
    this.isHeld = isHeld;
    this.state = CatalogueState.of(SchemaName.SESSION_DATABASE).withSchema(SchemaName.TEMPORARY);
  }

  /** Returns what there is now. */
  public synchronized CatalogueState state() {
    return state;
  }

  Predicate<LogicalPlan> isHeld() {
    return isHeld;
  }

  SessionFunctions functions() {
    return functions;
  }

  Sequences sequences() {
    return sequences;
  }

  /** Returns a number that is another one after each change of the state. */
  synchronized long version() {
    return version;
  }

  private synchronized void put(CatalogueState next) {
    state = next;
    version++;
  }

  /** Returns whether changes of a database are made to last. */
  public boolean isLasting(String database) {
    return commits.containsKey(database);
  }

  /** Returns what makes the values last that the sequences of a lasting database reserve. */
  public Runnable sequenceStore(String database) {
    return () -> storeAgain(database);
  }

  /** Makes a database last as it is, with what its sequences have reserved. */
  private void storeAgain(String database) {
    changing.lock();
    try {
      DatabaseCommit commit = commits.get(database);
      if (commit == null) {
        throw new HeddleException(
            ErrorCode.NOT_FOUND,
            "Cannot take a value of a sequence: database " + database + " has been detached");
      }
      commit.commit(state().ofDatabase(database));
    } finally {
      changing.unlock();
    }
  }

  /**
   * Changes a database in one step.
   *
   * @param change returns what is then; it may fail, and it may be what was
   */
  void change(String database, UnaryOperator<CatalogueState> change) {
    change(Set.of(database), change);
  }

  /** Changes databases in one step, of which one at most lasts. */
  void change(Set<String> databases, UnaryOperator<CatalogueState> change) {
    changing.lock();
    try {
      CatalogueState was = state();
      CatalogueState next = change.apply(was);
      if (next == was) { // nothing to do
        return;
      }
      for (String database : databases) {
        DatabaseCommit commit = commits.get(database);
        if (commit != null) {
          commit.commit(next.ofDatabase(database));
        }
      }
      put(next);
    } finally {
      changing.unlock();
    }
  }

  /** Changes what does not last. */
  void changeUnstored(UnaryOperator<CatalogueState> change) {
    changing.lock();
    try {
      put(change.apply(state()));
    } finally {
      changing.unlock();
    }
  }

  /**
   * Adds a database.
   *
   * @param content what is in it
   * @param commit makes changes of it last; null if they do not
   */
  public void attach(CatalogueState content, @Nullable DatabaseCommit commit) {
    String database = content.schemas().getFirst().database();
    changing.lock();
    try {
      if (state().has(SchemaName.mainOf(database))) {
        throw new HeddleException(
            ErrorCode.ALREADY_EXISTS,
            "Cannot attach database \""
                + database
                + "\": the session has one of that name; write ATTACH 'folder' AS another_name");
      }
      if (commit != null) {
        commits.put(database, commit);
      }
      put(state().withDatabase(content));
    } finally {
      changing.unlock();
    }
  }

  /** Takes what is in a database for what it is now, as another process has committed it. */
  public void refresh(CatalogueState content) {
    String database = content.schemas().getFirst().database();
    changing.lock();
    try {
      put(state().withoutDatabase(database).withDatabase(content));
    } finally {
      changing.unlock();
    }
  }

  /** Removes a database and returns what was in it. */
  public CatalogueState detach(String database) {
    changing.lock();
    try {
      CatalogueState was = state().ofDatabase(database);
      put(state().withoutDatabase(database));
      commits.remove(database);
      return was;
    } finally {
      changing.unlock();
    }
  }

  /**
   * Ends the sequences of a database that nobody uses any more, and makes their exact values last.
   */
  public void settle(String database) {
    CatalogueState content = state().ofDatabase(database);
    boolean hasSequences = false;
    for (SchemaName schema : content.schemas()) { // who takes a value may wait to store it
      content.sequences(schema).values().forEach(Sequence::settle);
      hasSequences |= !content.sequences(schema).isEmpty();
    }
    if (hasSequences) {
      storeAgain(database);
    }
  }
}
