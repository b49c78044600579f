package dev.heddle.cli;

import dev.heddle.startup.ClusterWarmup;
import java.io.IOException;

/** What the launcher trains the ahead-of-time cache of long-running processes with. */
public final class TrainingMain {
  private TrainingMain() {}

  /**
   * Trains for the rounds that the first argument gives, and ends with the exit code of a failure.
   */
  public static void main(String[] arguments) throws IOException {
    System.exit(new ClusterWarmup(Main::run).run(Integer.parseInt(arguments[0])));
  }
}
