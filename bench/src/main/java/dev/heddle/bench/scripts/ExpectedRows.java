package dev.heddle.bench.scripts;

import dev.heddle.bench.scripts.ScriptRecord.Query;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows that a script expects of a query, where they are written value by value. */
final class ExpectedRows {
  private static final String NULL = "NULL";
  private static final String EMPTY = "(empty)";

  private ExpectedRows() {}

  /**
   * Returns whether rows are those that a query is expected to give, in their order unless the
   * script sorts them. A hash or a pattern of rows is none.
   */
  static boolean are(List<List<@Nullable Object>> rows, Query query) {
    List<List<String>> expected =
        query.expected().stream().map(line -> Arrays.asList(line.split("\t", -1))).toList();
    if (expected.isEmpty() || expected.size() != rows.size()) {
      return false;
    }
    List<List<String>> left = new ArrayList<>(expected);
    for (List<@Nullable Object> row : rows) {
      int at = 0;
      int last = query.isSorted() ? left.size() - 1 : 0;
      while (at <= last && !areSame(row, left.get(at))) {
        at++;
      }
      if (at > last) {
        return false;
      }
      left.remove(at);
    }
    return true;
  }

  private static boolean areSame(List<@Nullable Object> row, List<String> expected) {
    if (row.size() != expected.size()) {
      return false;
    }
    for (int i = 0; i < row.size(); i++) {
      if (!isSame(row.get(i), expected.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSame(@Nullable Object value, String expected) {
    return switch (value) {
      case null -> expected.equals(NULL);
      case Boolean truth ->
          expected.equals(String.valueOf(truth)) || expected.equals(truth ? "1" : "0");
      case Number number -> Values.isSame(number, numberOf(expected));
      case String text when text.isEmpty() -> expected.equals(EMPTY);
      default -> value.toString().equals(expected);
    };
  }

  private static @Nullable Object numberOf(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
