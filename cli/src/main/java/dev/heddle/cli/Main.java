package dev.heddle.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * Starts the {@code heddle} command. Refers to no class of the command-line library, so that plain
 * uses load none.
 */
public final class Main {
  private Main() {}

  /** Runs the command and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
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
