package dev.heddle.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server in a process of its own, whose log states what it has done.
 *
 * @param process with all that it starts
 * @param log takes what the process writes
 */
record StartedJvm(Process process, Path log) implements AutoCloseable {
  private static final int MAX_SECONDS = 300;
  private static final int CHECK_MILLIS = 50;

  /** Starts a process. */
  static StartedJvm of(ProcessBuilder builder, Path log) throws IOException {
    return new StartedJvm(
        builder.redirectErrorStream(true).redirectOutput(log.toFile()).start(), log);
  }

  /**
   * Waits until the log has a text {@code times} times, and returns the first group of the last.
   */
  String logged(Pattern text, int times) throws IOException, InterruptedException {
    for (int i = 0; i < MAX_SECONDS * 1000 / CHECK_MILLIS; i++) {
      Matcher matcher = text.matcher(Files.readString(log));
      int found = 0;
      while (matcher.find()) {
        found++;
        if (found == times) {
          return matcher.groupCount() == 0 ? "" : matcher.group(1);
        }
      }
      if (process.waitFor(CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
        break;
      }
    }
    throw new IOException("There is no " + text + " in the log: " + Files.readString(log));
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
