package dev.heddle.engine.catalogue;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction sees: what had been committed when it began, with its own changes, which
 * nobody else sees before they are committed. Of databases that last it changes one at most.
 * Thread-safe.
 */
final class CatalogueTransaction {
  private final CatalogueStore store;
  private final long id; // from 1
  private final boolean isReadOnly;
  private final CatalogueState base;
  private final Sequences sequences = new Sequences(this::seen);
  private final Set<String> changed = new TreeSet<>(); // databases; guarded by this, as all below
  private final Set<ObjectName> needed = new TreeSet<>(); // that others must not change
  private final Set<ObjectName> unreferenced = new TreeSet<>(); // that get no more references
  private CatalogueState state;
  private long version;
  private boolean isEnded;

  CatalogueTransaction(CatalogueStore store, long id, SessionCatalogue.Access access) {
    this.store = store;
    this.id = id;
    this.isReadOnly = access == SessionCatalogue.Access.READ;
    this.base = store.state();
    this.state = base;
  }

  long id() {
    return id;
  }

  Sequences sequences() {
    return sequences;
  }

  synchronized CatalogueState state() {
    return state;
  }

  /** Returns what a query of it sees that goes on after its end, too. */
  private synchronized CatalogueState seen() {
    return isEnded ? store.state() : state;
  }

  synchronized long version() {
    return version;
  }

  /**
   * Changes a database.
   *
   * @throws HeddleException {@code CONFLICT} if what is changed has been changed meanwhile, {@code
   *     UNSUPPORTED} if another database that lasts has been changed before
   */
  synchronized void change(String database, UnaryOperator<CatalogueState> change) {
    CatalogueState next = change.apply(state);
    if (next == state) {
      return;
    }
    if (isReadOnly) {
      throw new HeddleException(
          ErrorCode.ACCESS_DENIED,
          "Cannot change database \"" + database + "\": the transaction was begun READ ONLY");
    }
    String other = store.isLasting(database) ? lastingBeside(database) : null;
    if (other != null) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot change database \""
              + database
              + "\" in a transaction that has changed \""
              + other
              + "\": both last, and are not committed in one step; use a transaction for each");
    }
    CatalogueState unused = CatalogueMerge.of(base, next, store.state());
    changed.add(database);
    state = next;
    version++;
  }

  private @Nullable String lastingBeside(String database) {
    return changed.stream()
        .filter(each -> !each.equals(database) && store.isLasting(each))
        .findFirst()
        .orElse(null);
  }

  /**
   * Commits all changes in one step.
   *
   * @throws HeddleException {@code CONFLICT} if what was changed has been changed meanwhile; then
   *     nothing is committed
   */
  synchronized void commit() {
    store.change(
        changed,
        now -> {
          if (state == base) {
            return now;
          }
          CatalogueState merged = CatalogueMerge.of(base, state, now);
          for (ObjectName name : needed) {
            CatalogueMerge.requireUnchanged(name, base, state, now);
          }
          for (ObjectName name : unreferenced) {
            CatalogueMerge.requireNoReferences(name, base, state, now);
          }
          return merged;
        });
    isEnded = true;
  }

  /** Demands that what is committed has a table as it is here, for foreign keys. */
  synchronized void requireUnchanged(ObjectName table) {
    needed.add(table);
  }

  /** Demands that what is committed has no more tables that refer to one. */
  synchronized void requireNoReferences(ObjectName table) {
    unreferenced.add(table);
  }

  synchronized void end() {
    isEnded = true;
  }
}
