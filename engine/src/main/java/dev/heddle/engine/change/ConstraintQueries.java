package dev.heddle.engine.change;

import dev.heddle.engine.catalogue.TableDefinition;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.TableConstraint.KeyKind;
import java.util.List;
import java.util.stream.Collectors;

/** Queries over the rows of a table that give one row which it must not have. Stateless. */
public final class ConstraintQueries {
  /** The name of the rows. */
  public static final String ROWS = "$rows";

  /** The name of rows that the table has already. */
  static final String BEFORE = "$before";

  private ConstraintQueries() {}

  /** Returns a query of values that several rows have in the columns of a key. */
  public static String repeated(TableDefinition.Key key) {
    String columns = names(key.columns());
    String where =
        key.kind() == KeyKind.PRIMARY
            ? ""
            : key.columns().stream()
                .map(column -> SqlParser.name(column) + " IS NOT NULL")
                .collect(Collectors.joining(" AND ", " WHERE ", ""));
    return "SELECT "
        + columns
        + " FROM "
        + SqlParser.name(ROWS)
        + where
        + " GROUP BY "
        + columns
        + " HAVING count(*) > 1 LIMIT 1";
  }

  /** Returns a query of values in the columns of a key that rows of the table have already. */
  static String taken(TableDefinition.Key key) {
    return "SELECT "
        + names(key.columns())
        + " FROM "
        + SqlParser.name(BEFORE)
        + " AS b SEMI JOIN "
        + SqlParser.name(ROWS)
        + " AS r ON "
        + key.columns().stream()
            .map(SqlParser::name)
            .map(column -> "b." + column + " = r." + column)
            .collect(Collectors.joining(" AND "))
        + " LIMIT 1";
  }

  /**
   * Returns a query of the values for which a condition is false.
   *
   * @param table the table's name, which the condition may use
   */
  public static String failed(String table, TableDefinition.Check check) {
    String columns = check.columns().isEmpty() ? "1" : names(check.columns());
    return "SELECT "
        + columns
        + " FROM "
        + SqlParser.name(ROWS)
        + " AS "
        + SqlParser.name(table)
        + " WHERE NOT ("
        + check.condition()
        + ") LIMIT 1";
  }

  private static String names(List<String> columns) {
    return columns.stream().map(SqlParser::name).collect(Collectors.joining(", "));
  }
}
