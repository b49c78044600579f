package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Query;
import org.jspecify.annotations.Nullable;

/**
 * The queries over the catalogue that forms of SHOW and DESCRIBE are short for. Their texts are not
 * those of the script, and name all that they give.
 */
final class CatalogueQueries {
  private static final String ALL_TABLES =
      """
      SELECT t.database_name AS database, t.schema_name AS schema, t.table_name AS name,
        list(c.column_name ORDER BY c.column_index) AS column_names,
        list(c.data_type ORDER BY c.column_index) AS column_types,
        t.temporary AS temporary
      FROM (
        SELECT database_name, schema_name, table_name, temporary FROM duckdb_tables()
        UNION ALL
        SELECT database_name, schema_name, view_name, temporary FROM duckdb_views()
        WHERE NOT internal
      ) t
      JOIN duckdb_columns() c
        ON c.database_name = t.database_name
        AND c.schema_name = t.schema_name
        AND c.table_name = t.table_name
      GROUP BY t.database_name, t.schema_name, t.table_name, t.temporary
      ORDER BY database, schema, name
      """;
  private static final String DATABASES =
      """
      SELECT database_name AS database_name FROM duckdb_databases() WHERE NOT internal
      ORDER BY database_name
      """;
  private static final String SCHEMAS =
      """
      SELECT s.database_name AS database_name, s.schema_name AS schema_name,
        s.schema_name = current_schema() AND s.database_name = current_database() AS "current"
      FROM duckdb_schemas() s JOIN duckdb_databases() d ON d.database_name = s.database_name
      WHERE NOT d.internal
      ORDER BY database_name, schema_name
      """;
  private static final String VARIABLES =
      """
      SELECT name AS name, value AS value, type AS type FROM duckdb_variables() ORDER BY name
      """;

  private CatalogueQueries() {}

  /** Whether the words of one of the forms come at a distance. */
  static boolean isNext(TokenStream tokens, int distance) {
    Token first = tokens.peek(distance);
    boolean isWhole = isEnd(tokens.peek(distance + 1));
    return first.isWord("ALL")
        ? isWhole || tokens.peek(distance + 1).isWord("TABLES")
        : isWhole && form(first.keyword()) != null;
  }

  /** Takes one of the forms, or nothing at the end; returns the query that it is short for. */
  static Query.Body take(TokenStream tokens, int start) {
    String form = isEnd(tokens.peek()) ? null : form(tokens.take().keyword());
    tokens.accept("TABLES");
    return query(form == null ? ALL_TABLES : form, tokens, start);
  }

  /** Returns a query that stands where its form does. */
  private static Query.Body query(String text, TokenStream tokens, int start) {
    return new Query.Nested(SqlParser.query(text), tokens.since(start));
  }

  /** Takes a pragma of that meaning; null if none comes. */
  static Query.@Nullable Body acceptPragma(TokenStream tokens, int start) {
    if (tokens.accept("SHOW_TABLES_EXPANDED")) {
      return query(ALL_TABLES, tokens, start);
    }
    return tokens.accept("SHOW_DATABASES") ? query(DATABASES, tokens, start) : null;
  }

  private static @Nullable String form(String keyword) {
    return switch (keyword) {
      case "DATABASES" -> DATABASES;
      case "SCHEMAS" -> SCHEMAS;
      case "VARIABLES" -> VARIABLES;
      default -> null;
    };
  }

  static boolean isEnd(Token token) {
    return token.kind() == Token.Kind.END || token.isSymbol(";") || token.isSymbol(")");
  }
}
