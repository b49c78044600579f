package dev.heddle.planner.sql.tree;

/**
 * A place in a script as people count it.
 *
 * @param line from 1
 * @param column from 1
 */
public record Position(int line, int column) {
  /** Returns the place of an offset. */
  public static Position of(String script, int offset) {
    int line = 1;
    int lineStart = 0;
    for (int i = script.indexOf('\n'); i >= 0 && i < offset; i = script.indexOf('\n', i + 1)) {
      line++;
      lineStart = i + 1;
    }
    return new Position(line, offset - lineStart + 1);
  }

  /** Returns text such as {@code line 1, column 8}. */
  @Override
  public String toString() {
    return "line " + line + ", column " + column;
  }
}
