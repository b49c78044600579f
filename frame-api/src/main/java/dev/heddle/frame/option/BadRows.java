package dev.heddle.frame.option;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;

/**
 * What becomes of a row of a text file that does not fit: too few or too many fields, a value that
 * is none of its column's type, broken quotes, bytes that are no UTF-8, text that is no JSON.
 */
public sealed interface BadRows {
  /** Reading fails, naming file, line and column. */
  BadRows FAIL = new Fail();

  /** The row is left out; the profile shows how many were. */
  BadRows SKIP = new Skip();

  /**
   * The row stays, and its text is put into a further column of that name, null for good rows. What
   * could not be read of it is null.
   */
  static BadRows collectInto(String column) {
    return new Collect(column);
  }

  /**
   * The row stays. Of JSON, what is none of its column's type is null, and of text that is no JSON
   * all is; a file that is not one value a line fails where it is no JSON. Of CSV the row is left
   * out.
   */
  BadRows NULLS = new Nulls();

  /** Reading fails. */
  record Fail() implements BadRows {}

  /** The row is left out and counted. */
  record Skip() implements BadRows {}

  /** What does not fit is null. */
  record Nulls() implements BadRows {}

  /**
   * The row stays, with its text.
   *
   * @param column name of the further column
   */
  record Collect(String column) implements BadRows {
    /** Checks that there is a name. */
    public Collect {
      requireNonNull(column, "column is null");
      if (column.isBlank()) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT,
            "Cannot collect bad rows into a column without a name; name one");
      }
    }
  }
}
