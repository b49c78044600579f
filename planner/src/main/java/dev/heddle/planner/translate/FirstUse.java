package dev.heddle.planner.translate;

import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.BuiltInMethod;

/**
 * Gets what every first query of a process needs ready before the query is known: Calcite's tables
 * of operators, methods and metadata, which are made in static initialisers.
 *
 * <p>Two threads that initialise classes which need each other would wait for each other for good.
 * So {@link #leaves()} names only classes whose initialisers reach nothing that could lead back to
 * them, and everything else of the planner stays with the thread that calls {@link #rest()}.
 */
public final class FirstUse {
  static {
    CalciteSetup.ensure();
  }

  private FirstUse() {}

  /** Initialises what any thread may, beside others. */
  public static void leaves() {
    BuiltInMethod.values();
  }

  /** Initialises the rest; called by the thread that plans the first query. */
  public static void rest() {
    SqlStdOperatorTable.instance();
    new QueryContext();
  }
}
