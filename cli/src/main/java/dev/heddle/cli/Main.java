package dev.heddle.cli;

import dev.heddle.cli.output.ErrorText;
import dev.heddle.cli.output.Invocation;
import dev.heddle.cli.output.StandardOutput;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Starts the {@code heddle} command. Refers to no class of the command-line library, so that plain
 * uses load none.
 */
public final class Main {
  private static final long LONGEST_END_NANOS = 200_000_000;

  private Main() {}

  /** Runs the command and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    int code = run(arguments);
    if (code != 0) {
      System.exit(code);
    }
    // A JVM whose main method returns ends sooner than one that is made to exit, which looks for
    // somebody to log that. Threads that a library left behind do not keep it.
    Thread end = new Thread(Main::end, "heddle-end");
    end.setDaemon(true);
    end.start();
  }

  private static void end() {
    LockSupport.parkNanos(LONGEST_END_NANOS);
    System.exit(0);
  }

  static int run(String... arguments) {
    Logs.none();
    Invocation caller = Invocation.OF_PROCESS;
    SqlCommand plain = PlainSql.read(arguments, caller.environment());
    return plain == null ? afterOutput(HeddleCommand.run(arguments), caller) : call(plain, caller);
  }

  /**
   * Runs a command for another process and returns its exit code.
   *
   * @param sessions opens the caller's
   */
  static int run(
      String[] arguments, Invocation caller, Function<SessionOptions, Session> sessions) {
    SqlCommand plain = PlainSql.read(arguments, caller.environment());
    if (plain == null) {
      return afterOutput(HeddleCommand.run(arguments, caller, sessions), caller);
    }
    plain.runFor(caller);
    plain.openBy(sessions);
    return call(plain, caller);
  }

  private static int call(SqlCommand command, Invocation caller) {
    try {
      return afterOutput(command.call(), caller);
    } catch (Exception e) {
      return caller.out().hasLostItsReader()
          ? StandardOutput.CLOSED_PIPE
          : ErrorText.report(e, caller.err());
    }
  }

  /** Returns the exit code of a command; some do not notice that stdout takes nothing more. */
  static int afterOutput(int code, Invocation caller) {
    StandardOutput out = caller.out();
    if (out.hasLostItsReader()) {
      return StandardOutput.CLOSED_PIPE;
    }
    IOException failure = out.failure();
    if (failure == null || code != 0) {
      return code;
    }
    return ErrorText.report(
        new HeddleException(
            ErrorCode.IO, "Cannot write to stdout: " + failure.getMessage(), failure),
        caller.err());
  }
}
