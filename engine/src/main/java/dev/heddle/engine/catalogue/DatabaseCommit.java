package dev.heddle.engine.catalogue;

import dev.heddle.frame.error.HeddleException;

/** What makes a change of a database last before it is seen. Called by one thread at a time. */
@FunctionalInterface
public interface DatabaseCommit {
  /**
   * Makes the state of a database last, or refuses it.
   *
   * @param next what the database is from now on, if this returns
   * @throws HeddleException if it does not last: then nothing has changed
   */
  void commit(CatalogueState next);
}
