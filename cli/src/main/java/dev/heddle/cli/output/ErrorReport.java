package dev.heddle.cli.output;

import dev.heddle.frame.error.NearestNames;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reports errors in one line on stderr, exit code 1; with {@code --debug} the stack trace follows.
 */
public final class ErrorReport implements IExecutionExceptionHandler {
  private static final int BAD_USAGE = 2;

  private static final int ENDED = 128 + 15; // unless the signal's own code comes first

  private final Invocation caller;

  /** Makes it for the caller of a command. */
  public ErrorReport(Invocation caller) {
    this.caller = caller;
  }

  @Override
  public int handleExecutionException(Exception error, CommandLine command, ParseResult parsed) {
    if (caller.out().hasLostItsReader()) {
      return StandardOutput.CLOSED_PIPE;
    }
    if (caller.isEnding()) {
      return ENDED;
    }
    PrintWriter err = command.getErr();
    int code = ErrorText.report(error, err);
    if (parsed.originalArgs().contains("--debug")) {
      error.printStackTrace(err);
      err.flush();
    }
    return code;
  }

  /** Reports wrong arguments. */
  public static int usage(ParameterException error, String[] arguments) {
    CommandLine command = error.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("error: " + message(error, command.getCommandSpec()));
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    err.flush();
    return BAD_USAGE;
  }

  private static String message(ParameterException error, CommandSpec command) {
    if (error instanceof UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()) {
      return unmatched(unmatched.getUnmatched().getFirst(), command);
    }
    return String.valueOf(error.getMessage())
        .replaceFirst(" is not an? (int|long)$", " is not an integer that fits");
  }

  private static String unmatched(String word, CommandSpec command) {
    if (word.startsWith("-")) {
      String name = word.replaceFirst("=.*", "");
      List<String> options = new ArrayList<>();
      command.options().forEach(option -> options.addAll(List.of(option.names())));
      List<String> near = NearestNames.nearest(name, options);
      return "no option \""
          + name
          + "\" of "
          + command.qualifiedName()
          + NearestNames.suggestion(near);
    }
    if (!command.subcommands().isEmpty()) {
      List<String> names = List.copyOf(command.subcommands().keySet());
      return NearestNames.missing("command", word, names);
    }
    return "\""
        + word
        + "\" is one argument too many for "
        + command.qualifiedName()
        + "; put quotes around text with blanks";
  }
}
