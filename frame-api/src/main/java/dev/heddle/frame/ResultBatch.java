package dev.heddle.frame;

/**
 * Some consecutive rows of a {@link QueryResult}, column by column; valid until the result is
 * closed.
 */
public interface ResultBatch {
  /** Returns the number of rows; at least 1. */
  int rowCount();

  /** Returns the column at the position, counted from 0. */
  ResultColumn column(int index);
}
