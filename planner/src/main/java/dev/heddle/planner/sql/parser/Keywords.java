package dev.heddle.planner.sql.parser;

import java.util.List;
import java.util.Set;

/**
 * Where words are keywords. A word after {@code AS} or a dot is always a name, and so is one in
 * double quotes.
 */
final class Keywords {
  /** Words that begin no expression and name no table or column unless quoted. */
  static final Set<String> RESERVED =
      Set.of(
          "ALL",
          "AND",
          "AS",
          "BY",
          "CASE",
          "CROSS",
          "DISTINCT",
          "ELSE",
          "END",
          "EXCEPT",
          "FALSE",
          "FETCH",
          "FROM",
          "GROUP",
          "HAVING",
          "IN",
          "INNER",
          "INTERSECT",
          "INTO",
          "IS",
          "JOIN",
          "LATERAL",
          "LIKE",
          "LIMIT",
          "NATURAL",
          "NOT",
          "NULL",
          "OFFSET",
          "ON",
          "OR",
          "ORDER",
          "OUTER",
          "QUALIFY",
          "SELECT",
          "SOME",
          "TABLE",
          "THEN",
          "TRUE",
          "UNION",
          "USING",
          "WHEN",
          "WHERE",
          "WINDOW",
          "WITH");

  /** Words that a column alias without {@code AS} cannot be, besides the reserved ones. */
  static final Set<String> AFTER_COLUMN =
      Set.of(
          "MINUS",
          "ILIKE",
          "SIMILAR",
          "ISNULL",
          "NOTNULL",
          "OVER",
          "FILTER",
          "WITHIN",
          "IGNORE",
          "RESPECT",
          "ESCAPE",
          "COLLATE",
          "ASC",
          "DESC",
          "BETWEEN",
          "RETURNING");

  /** Words that a table alias without {@code AS} cannot be, besides the reserved ones. */
  static final Set<String> AFTER_TABLE =
      Set.of(
          "MINUS",
          "LEFT",
          "RIGHT",
          "FULL",
          "TABLESAMPLE",
          "PIVOT",
          "UNPIVOT",
          "MATCH_CONDITION",
          "FOR",
          "RETURNING");

  /** Reserved words that may follow a list which ends with a comma. */
  static final Set<String> AFTER_LIST =
      Set.of(
          "FROM",
          "WHERE",
          "GROUP",
          "HAVING",
          "WINDOW",
          "QUALIFY",
          "ORDER",
          "LIMIT",
          "OFFSET",
          "FETCH",
          "UNION",
          "INTERSECT",
          "EXCEPT",
          "SELECT");

  /** Words that follow one another where a statement or clause may begin, for suggestions. */
  static final List<String> CLAUSES =
      List.of(
          "SELECT",
          "FROM",
          "WHERE",
          "GROUP",
          "BY",
          "HAVING",
          "WINDOW",
          "QUALIFY",
          "ORDER",
          "LIMIT",
          "OFFSET",
          "UNION",
          "INTERSECT",
          "EXCEPT",
          "JOIN",
          "INNER",
          "LEFT",
          "RIGHT",
          "FULL",
          "CROSS",
          "NATURAL",
          "ON",
          "USING",
          "AS",
          "AND",
          "OR",
          "NOT",
          "IN",
          "IS",
          "LIKE",
          "BETWEEN",
          "CASE",
          "WHEN",
          "THEN",
          "ELSE",
          "END",
          "WITH",
          "VALUES",
          "DISTINCT");

  private Keywords() {}
}
