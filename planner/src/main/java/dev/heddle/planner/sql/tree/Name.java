package dev.heddle.planner.sql.tree;

/**
 * A name as it was written.
 *
 * @param text without quotes
 * @param isQuoted whether it was written in double quotes
 */
public record Name(String text, boolean isQuoted, Span span) {
  /** Returns whether it may mean what has this name: case aside. */
  public boolean mayMean(String name) {
    return text.equalsIgnoreCase(name);
  }
}
