package dev.heddle.planner.sql;

import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * A mistake in SQL text found by our own code while Calcite is above it on the stack; becomes an
 * analysis error at the edge.
 */
public final class SqlPositionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient SqlParserPos position;

  /** Makes an error about the text at the position. */
  public SqlPositionException(String message, SqlParserPos position) {
    super(message);
    this.position = position;
  }

  /** Returns where the text is wrong. */
  public SqlParserPos position() {
    return position;
  }
}
