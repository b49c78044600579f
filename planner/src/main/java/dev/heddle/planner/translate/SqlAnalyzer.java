package dev.heddle.planner.translate;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.SqlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
  public static AnalyzedQuery analyze(SqlText text, SqlNames names) {
    SqlQueries query = new SqlQueries(text, names, new QueryContext());
    Schema schema = named(TypeMapping.schema(query.validate().rowType()));
    return new AnalyzedQuery(
        new LogicalPlan.SqlQuery(
            text.original(), query.catalog().bound(), query.functions(), schema),
        query);
  }

  /** Returns whether there is a built-in function of a name, whatever its case. */
  public static boolean hasFunction(String name) {
    return SqlOperators.functionNames().contains(name.toLowerCase(Locale.ROOT));
  }

  /** Columns that the text gives no name are counted. */
  private static Schema named(Schema schema) {
    List<Field> fields = new ArrayList<>();
    for (Field field : schema.fields()) {
      boolean isNameless = field.name().startsWith("EXPR$");
      fields.add(isNameless ? field.withName("column" + (fields.size() + 1)) : field);
    }
    return new Schema(fields);
  }
}
