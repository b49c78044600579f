package dev.heddle.engine.session;

import dev.heddle.frame.Session;
import java.nio.file.Path;

/**
 * A process that opens a database and runs a statement, in which it ends as by a kill before a step
 * that changes files; else it says so and keeps the database until its input ends.
 */
final class DatabaseProcess {
  /** How a process ends that was to end in a statement. */
  static final int KILLED = 137;

  private DatabaseProcess() {}

  /**
   * Runs.
   *
   * @param arguments the folder, the number of the step before which it ends, and the statement
   */
  public static void main(String[] arguments) throws Exception {
    int[] left = {Integer.MAX_VALUE};
    try (Session session =
        LastingDatabaseTest.open(
            Path.of(arguments[0]),
            step -> {
              if (left[0]-- == 0) {
                Runtime.getRuntime().halt(KILLED);
              }
            })) {
      left[0] = Integer.parseInt(arguments[1]);
      session.execute(arguments[2]);
      System.out.println("done");
      while (System.in.read() >= 0) {
        // The other process decides when this one ends.
      }
    }
  }
}
