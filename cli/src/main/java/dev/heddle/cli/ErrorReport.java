package dev.heddle.cli;

import dev.heddle.frame.error.HeddleException;
import java.io.PrintWriter;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Reports errors in one line on stderr, exit code 1; with {@code --debug} the stack trace follows.
 */
final class ErrorReport implements IExecutionExceptionHandler {
  private static final int FAILED = 1;
  private static final int BAD_USAGE = 2;

  @Override
  public int handleExecutionException(Exception error, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    report(error, err);
    if (parsed.originalArgs().contains("--debug")) {
      error.printStackTrace(err);
      err.flush();
    }
    return FAILED;
  }

  /** Reports an error and returns the exit code. */
  static int report(Exception error, PrintWriter err) {
    err.println("error: " + oneLine(error));
    err.flush();
    return FAILED;
  }

  private static String oneLine(Throwable error) {
    String message = error.getMessage() == null ? error.toString() : error.getMessage();
    String text =
        error instanceof HeddleException || error instanceof java.io.IOException
            ? message
            : "internal error: " + error.getClass().getSimpleName() + ": " + message;
    return text.strip().replaceAll("\\s*\\R\\s*", " ");
  }

  /** Reports wrong arguments. */
  static int usage(ParameterException error, String[] arguments) {
    PrintWriter err = error.getCommandLine().getErr();
    err.println("error: " + error.getMessage());
    err.println(
        "Try 'heddle "
            + (Arrays.stream(arguments).findFirst().filter(a -> !a.startsWith("-")).orElse(""))
            + " --help'.");
    err.flush();
    return BAD_USAGE;
  }
}
