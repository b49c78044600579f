package dev.heddle.engine.change;

import dev.heddle.engine.catalogue.TableDefinition;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.planner.sql.parser.SqlParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks rows that a table is going to have by its keys and conditions. Stateless. */
public final class TableConstraints {
  private TableConstraints() {}

  /** Runs queries. */
  @FunctionalInterface
  public interface Queries {
    /** Returns the rows of a query over plans by name. */
    List<List<@Nullable Object>> rows(String query, Map<String, LogicalPlan> plans);
  }

  /**
   * Checks rows by keys and conditions.
   *
   * @param rows all rows of the table
   * @throws HeddleException of code CONSTRAINT that names the constraint and the values, if one is
   *     not met
   */
  public static void check(ChangedTable table, LogicalPlan rows, Queries queries) {
    checkKeys(table, ConstraintQueries::repeated, Map.of(ConstraintQueries.ROWS, rows), queries);
    checkEach(table, rows, queries);
  }

  /**
   * Checks rows that are added to those of a table, which meet the keys and conditions.
   *
   * @throws HeddleException of code CONSTRAINT that names the constraint and the values, if one is
   *     not met
   */
  public static void checkAdded(
      ChangedTable table, LogicalPlan before, LogicalPlan added, Queries queries) {
    check(table, added, queries);
    checkKeys(
        table,
        ConstraintQueries::taken,
        Map.of(ConstraintQueries.BEFORE, before, ConstraintQueries.ROWS, added),
        queries);
  }

  private static void checkKeys(
      ChangedTable table,
      Function<TableDefinition.Key, String> query,
      Map<String, LogicalPlan> rows,
      Queries queries) {
    for (TableDefinition.Key key : table.definition().enforced()) {
      List<List<@Nullable Object>> found = queries.rows(query.apply(key), rows);
      if (!found.isEmpty()) {
        throw broken(
            table,
            key.text()
                + " would have "
                + values(key.columns(), found.getFirst())
                + " more than once; change the values, or INSERT with ON CONFLICT");
      }
    }
  }

  private static void checkEach(ChangedTable table, LogicalPlan rows, Queries queries) {
    for (TableDefinition.Check check : table.definition().checks()) {
      List<List<@Nullable Object>> found =
          queries.rows(
              ConstraintQueries.failed(table.name(), check), Map.of(ConstraintQueries.ROWS, rows));
      if (!found.isEmpty()) {
        String values =
            check.columns().isEmpty() ? "every row" : values(check.columns(), found.getFirst());
        throw broken(table, check.text() + " is false for " + values);
      }
    }
  }

  private static HeddleException broken(ChangedTable table, String what) {
    return new HeddleException(
        ErrorCode.CONSTRAINT, "Cannot change \"" + table.name() + "\": " + what);
  }

  static String values(List<String> columns, List<@Nullable Object> row) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Object value = row.get(i);
      String text = value instanceof String s ? "'" + s + "'" : String.valueOf(value);
      texts.add(SqlParser.name(columns.get(i)) + " = " + text);
    }
    return texts.stream().collect(Collectors.joining(", "));
  }
}
