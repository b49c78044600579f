package dev.heddle.planner.translate;

import dev.heddle.frame.plan.LogicalPlan;
import org.jspecify.annotations.Nullable;

/**
 * A query that has been analysed, and what its first translation goes on from instead of parsing
 * and validating the text again. Thread-safe.
 */
public final class AnalyzedQuery {
  private final LogicalPlan.SqlQuery query;
  private @Nullable SqlQueries validated; // guarded by this

  AnalyzedQuery(LogicalPlan.SqlQuery query, SqlQueries validated) {
    this.query = query;
    this.validated = validated;
  }

  /** Returns the query. */
  public LogicalPlan.SqlQuery query() {
    return query;
  }

  /** Returns the validated text, which can be converted once: nothing from the second time on. */
  synchronized @Nullable SqlQueries take() {
    SqlQueries taken = validated;
    validated = null;
    return taken;
  }
}
