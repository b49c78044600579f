package dev.heddle.cli;

import dev.heddle.cli.output.ErrorText;
import dev.heddle.cli.output.StandardOutput;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

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
    SqlCommand plain = PlainSql.read(arguments, System.getenv());
    if (plain == null) {
      return afterOutput(HeddleCommand.run(arguments));
    }
    try {
      return afterOutput(plain.call());
    } catch (Exception e) {
      return StandardOutput.OF_PROCESS.hasLostItsReader()
          ? StandardOutput.CLOSED_PIPE
          : ErrorText.report(e, new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    }
  }

  /** Returns the exit code of a command; some do not notice that stdout takes nothing more. */
  static int afterOutput(int code) {
    StandardOutput out = StandardOutput.OF_PROCESS;
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
        new PrintWriter(System.err, true, StandardCharsets.UTF_8));
  }
}
