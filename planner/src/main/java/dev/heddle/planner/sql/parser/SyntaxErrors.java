package dev.heddle.planner.sql.parser;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;

/** Makes errors of code SYNTAX that point into a script. */
final class SyntaxErrors {
  private SyntaxErrors() {}

  /** Returns an error at an offset of a script. */
  static AnalysisException at(String script, int offset, String message) {
    int line = 1;
    int lineStart = 0;
    for (int i = script.indexOf('\n'); i >= 0 && i < offset; i = script.indexOf('\n', i + 1)) {
      line++;
      lineStart = i + 1;
    }
    return new AnalysisException(
        ErrorCode.SYNTAX,
        "Cannot parse SQL: "
            + message
            + " (line "
            + line
            + ", column "
            + (offset - lineStart + 1)
            + ")",
        null);
  }
}
