package dev.heddle.planner.translate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * What validating a query has shown about forms whose meaning depends on types. A query that needs
 * to know more raises a {@link Lesson} while it is validated; then it is parsed and rewritten
 * again. Each place teaches once, so this ends. One a query, for one thread.
 */
final class Learned {
  private final List<SqlParserPos> structs = new ArrayList<>();
  private final Map<SqlParserPos, List<List<String>>> unions = new HashMap<>();

  /** Raised with what has been found out. */
  abstract static class Lesson extends RuntimeException {
    private static final long serialVersionUID = 1;

    Lesson(String message) {
      super(message, null, false, false);
    }

    /** Adds it to what is known. */
    abstract void learn(Learned learned);
  }

  /** The {@code unnest} at a place is of a struct. */
  void isStruct(SqlParserPos position) {
    structs.add(position);
  }

  boolean isOfStruct(SqlParserPos position) {
    return structs.contains(position);
  }

  /** The inputs of the union by name at a place have these columns. */
  void hasColumns(SqlParserPos union, List<List<String>> columns) {
    unions.put(union, columns);
  }

  @Nullable List<List<String>> columns(SqlParserPos union) {
    return unions.get(union);
  }
}
