package dev.heddle.cli;

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
  private static final int BAD_USAGE = 2;

  @Override
  public int handleExecutionException(Exception error, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    int code = ErrorText.report(error, err);
    if (parsed.originalArgs().contains("--debug")) {
      error.printStackTrace(err);
      err.flush();
    }
    return code;
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
