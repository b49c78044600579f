package dev.heddle.cli;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;

/** Checks that the libraries of a command are there, which the launcher adds for it alone. */
final class InstalledParts {
  private InstalledParts() {}

  /**
   * Checks that a class is there, and loads none.
   *
   * @throws HeddleException with code {@code NOT_FOUND} if it is not
   */
  static void require(String command, String className, ClassLoader classes) {
    if (classes.getResource(className.replace('.', '/') + ".class") == null) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND,
          "Cannot run heddle "
              + command
              + ": its libraries are not on the class path; start it by bin/heddle, which adds them"
              + " (an installation from an archive whose name ends in -core has none: unpack the"
              + " whole one in its place)");
    }
  }
}
