package dev.heddle.cli.output;

import dev.heddle.frame.error.HeddleException;
import java.io.PrintWriter;

/** Formats errors in one line. */
public final class ErrorText {
  private static final int FAILED = 1;

  private ErrorText() {}

  /** Reports an error and returns the exit code. */
  public static int report(Exception error, PrintWriter err) {
    err.println("error: " + oneLine(error));
    err.flush();
    return FAILED;
  }

  /** Returns an error in one line. */
  public static String oneLine(Throwable error) {
    String message = error.getMessage() == null ? error.toString() : error.getMessage();
    String text =
        error instanceof HeddleException || error instanceof java.io.IOException
            ? message
            : "internal error: " + error.getClass().getSimpleName() + ": " + message;
    return text.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
