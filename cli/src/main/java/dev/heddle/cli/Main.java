package dev.heddle.cli;

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
    // A JVM whose main method returns ends sooner than one that is told to, which first looks for
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
      return HeddleCommand.run(arguments);
    }
    try {
      return plain.call();
    } catch (Exception e) {
      return ErrorText.report(e, new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    }
  }
}
