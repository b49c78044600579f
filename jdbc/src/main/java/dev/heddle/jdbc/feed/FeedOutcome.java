package dev.heddle.jdbc.feed;

/** What one statement gave. */
public sealed interface FeedOutcome {
  /**
   * Rows of a query, or of what is shown as a table.
   *
   * @param cursor the taker of the outcome closes it
   */
  record Cursor(RowCursor cursor) implements FeedOutcome {}

  /**
   * No rows.
   *
   * @param rows how many were written; 0 for statements that write none
   */
  record Count(long rows) implements FeedOutcome {}
}
