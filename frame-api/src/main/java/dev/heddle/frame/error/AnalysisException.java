package dev.heddle.frame.error;

import org.jspecify.annotations.Nullable;

/** A verb or an SQL text names or types something wrongly; raised where it was written. */
public final class AnalysisException extends HeddleException {
  private static final long serialVersionUID = 1L;

  /** Makes an error of code {@link ErrorCode#ANALYSIS}. */
  public AnalysisException(String message) {
    super(ErrorCode.ANALYSIS, message);
  }

  /** Makes an error with a code of its own, such as {@link ErrorCode#SYNTAX}. */
  public AnalysisException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(code, message, cause);
  }
}
