package dev.heddle.planner.sql.binder;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.planner.sql.tree.Query;

/** Binds queries of SQL. Stateless; a catalogue must not change while it is used. */
public final class Binder {
  private Binder() {}

  /**
   * Returns the plan of a query.
   *
   * @param script the text that the query's spans are parts of
   * @throws dev.heddle.frame.error.AnalysisException with line and column if the query is wrong
   */
  public static LogicalPlan bind(String script, Query query, BinderCatalogue catalogue) {
    BindContext context = new BindContext(script, catalogue);
    return new QueryBinder(context).bind(query, null);
  }
}
