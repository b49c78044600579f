package dev.heddle.planner.translate;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWindow;
import org.jspecify.annotations.Nullable;

/** Windows that refer to others by name. */
final class NamedWindows {
  private static final int MOST_WINDOWS = 20; // that refer to each other

  private NamedWindows() {}

  /** Finds a window that is written out or named; null if there is none. */
  interface Lookup {
    @Nullable SqlWindow window(SqlNode windowOrName);
  }

  /** Writes out a window that refers to another one: Calcite would lose its frame. */
  static SqlCall expand(SqlCall over, Lookup lookup) {
    SqlWindow window = lookup.window(over.operand(1));
    if (window == null || window.getRefName() == null) {
      return over;
    }
    SqlWindow whole = expanded(window, 0, lookup);
    return whole == window
        ? over
        : over.getOperator().createCall(over.getParserPosition(), over.operand(0), whole);
  }

  /** Returns a window that refers to no other, or the same if it may not refer to that one. */
  private static SqlWindow expanded(SqlWindow window, int depth, Lookup lookup) {
    SqlWindow referred = window.getRefName() == null ? null : lookup.window(window.getRefName());
    if (referred == null || depth > MOST_WINDOWS) {
      return window;
    }
    SqlWindow base = expanded(referred, depth + 1, lookup);
    boolean isRight =
        base.getRefName() == null
            && base.getLowerBound() == null
            && base.getUpperBound() == null
            && window.getPartitionList().isEmpty()
            && (window.getOrderList().isEmpty() || base.getOrderList().isEmpty());
    if (!isRight) {
      return window; // the validator says what is wrong
    }
    return new SqlWindow(
        window.getParserPosition(),
        null,
        null,
        base.getPartitionList(),
        base.getOrderList().isEmpty() ? window.getOrderList() : base.getOrderList(),
        SqlLiteral.createBoolean(window.isRows(), window.getParserPosition()),
        window.getLowerBound(),
        window.getUpperBound(),
        null,
        window.getExclude());
  }
}
