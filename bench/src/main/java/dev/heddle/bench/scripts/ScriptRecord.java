package dev.heddle.bench.scripts;

import java.util.List;

/** One record of a script. */
sealed interface ScriptRecord {
  /** Returns the line of the file that it begins in, from 1 on. */
  int line();

  /** What becomes of a statement. */
  enum Expected {
    /** It runs. */
    OK,
    /** It is refused. */
    ERROR,
    /** Either. */
    ANY
  }

  /**
   * A statement that is run for what it does.
   *
   * @param connection the name of the connection; empty for the first one
   */
  record Statement(
      int line, List<Condition> conditions, Expected expected, String connection, String sql)
      implements ScriptRecord {}

  /**
   * A query, whose rows are compared.
   *
   * @param connection the name of the connection; empty for the first one
   * @param isSorted whether the script sorts the rows, so that their order does not count
   * @param expected the lines of the rows that the script expects
   */
  record Query(
      int line,
      List<Condition> conditions,
      String connection,
      boolean isSorted,
      String sql,
      List<String> expected)
      implements ScriptRecord {}

  /**
   * Records that are run once for each row of values.
   *
   * @param names of variables
   * @param rows a value for each of them
   */
  record Loop(
      int line,
      List<Condition> conditions,
      List<String> names,
      List<List<String>> rows,
      List<ScriptRecord> body)
      implements ScriptRecord {}

  /** A line for the one who runs the script, such as {@code require json}. */
  record Directive(int line, List<Condition> conditions, List<String> words)
      implements ScriptRecord {
    String name() {
      return words.getFirst();
    }

    /** Returns its nth argument, or nothing. */
    String argument(int n) {
      return n < words.size() ? words.get(n) : "";
    }
  }

  /**
   * What {@code onlyif} and {@code skipif} say of the record behind them.
   *
   * @param text the name of a system, or {@code VARIABLE=VALUE} and the like
   * @param isWanted whether the record runs where it holds
   */
  record Condition(String text, boolean isWanted) {}
}
