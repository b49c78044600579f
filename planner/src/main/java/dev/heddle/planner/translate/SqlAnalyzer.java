package dev.heddle.planner.translate;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.SqlText;

/**
 * Checks a SQL query against the tables there are and binds the names it uses; nothing is converted
 * or read.
 */
public final class SqlAnalyzer {
  private SqlAnalyzer() {}

  /**
   * Analyses one query.
   *
   * @throws dev.heddle.frame.error.AnalysisException with line and column if the text is wrong
   */
  public static LogicalPlan.SqlQuery analyze(SqlText text, SqlNames names) {
    SqlQueries query =
        new SqlQueries(
            text,
            names,
            new QueryContext(),
            plan -> {
              throw new IllegalStateException("Nothing is converted here");
            });
    Schema schema = TypeMapping.schema(query.validate().rowType());
    return new LogicalPlan.SqlQuery(text.original(), query.catalog().bound(), schema);
  }
}
