package dev.heddle.planner.sql.parser;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.planner.sql.tree.Position;

/** Makes errors of code SYNTAX that point into a script. */
final class SyntaxErrors {
  private SyntaxErrors() {}

  /** Returns an error at an offset of a script. */
  static AnalysisException at(String script, int offset, String message) {
    return new AnalysisException(
        ErrorCode.SYNTAX,
        "Cannot parse SQL: " + message + " (" + Position.of(script, offset) + ")",
        null);
  }
}
