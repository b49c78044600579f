package dev.heddle.planner.sql.binder;

import dev.heddle.planner.sql.binder.scope.Aliases;
import dev.heddle.planner.sql.tree.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What expressions of one clause may use besides columns.
 *
 * @param clause the clause
 * @param preferred names that are looked for before the columns, outside of aggregates
 * @param aliases names that are looked for after the columns
 * @param windows windows of the clause WINDOW
 * @param unnests takes {@code unnest(list)}; null where it is not allowed
 */
record ClauseContext(
    Clause clause,
    Aliases preferred,
    Aliases aliases,
    List<Query.NamedWindow> windows,
    @Nullable SelectUnnests unnests) {
  /** Copies the list. */
  ClauseContext {
    windows = List.copyOf(windows);
  }

  /** Returns a clause whose expressions are of columns alone. */
  static ClauseContext of(Clause clause) {
    return new ClauseContext(clause, Aliases.NONE, Aliases.NONE, List.of(), null);
  }
}
