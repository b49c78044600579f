package dev.heddle.cli;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Runs programs of the system. */
final class Commands {
  private Commands() {}

  /** Runs a program; returns whether it could be run and ended well. */
  static boolean works(String... words) {
    try {
      Process process =
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(2, TimeUnit.MINUTES) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
