package dev.heddle.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The command at a terminal of its own, which the program {@code script} makes. One thread types; a
 * second one reads what is shown.
 */
final class TerminalProcess implements AutoCloseable {
  static final String UP = "\u001bOA";
  static final String CTRL_C = "\u0003";
  private static final long HANGS_NANOS = TimeUnit.MINUTES.toNanos(2);

  private final Process process;
  private final StringBuilder shown = new StringBuilder();
  private boolean isAtEnd;
  private int seen; // characters of what is shown that the test has waited for

  private TerminalProcess(Process process) {
    this.process = process;
    Thread.ofVirtual().start(() -> read(process.getInputStream()));
  }

  /** Returns whether terminals can be made here. */
  static boolean isPossible() {
    return Commands.works("script", "-qec", "stty size", "/dev/null");
  }

  /** Starts the command at a terminal of 100 columns. */
  static TerminalProcess start(Path folder, int rows, String... arguments) throws IOException {
    // Else the system's shell would end with the code of a Ctrl-C that the command has caught.
    return start(folder, rows, List.of(arguments), "exec %s");
  }

  /**
   * Starts the command at a terminal of 100 columns.
   *
   * @param line what the system's shell runs, with %s for the command
   */
  static TerminalProcess start(Path folder, int rows, List<String> arguments, String line)
      throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(FastStarts.flags());
    words.addAll(
        List.of(
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Djava.util.prefs.userRoot=" + folder,
            "dev.heddle.cli.Main"));
    words.addAll(arguments);
    return startLine(folder, rows, line.replace("%s", quoted(words)));
  }

  private static TerminalProcess startLine(Path folder, int rows, String line) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                "script", "-qec", "stty rows " + rows + " cols 100; " + line, "/dev/null")
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().remove("HEDDLE_CACHE"); // the test's, shared with others
    builder
        .environment()
        .putAll(
            Map.of(
                "CLASSPATH",
                FastStarts.classPath(),
                "TERM",
                "xterm",
                "SHELL",
                "/bin/sh",
                "XDG_CACHE_HOME",
                folder.resolve("cache").toString()));
    return new TerminalProcess(builder.start());
  }

  private static String quoted(List<String> words) {
    return String.join(" ", words.stream().map(w -> "'" + w.replace("'", "'\\''") + "'").toList());
  }

  private void read(InputStream in) {
    byte[] buffer = new byte[8192];
    try {
      int n;
      while ((n = in.read(buffer)) >= 0) {
        synchronized (shown) {
          shown.append(new String(buffer, 0, n, UTF_8));
          shown.notifyAll();
        }
      }
    } catch (IOException e) {
      // The terminal is closed.
    }
    synchronized (shown) {
      isAtEnd = true;
      shown.notifyAll();
    }
  }

  /** Types. */
  void type(String text) {
    try {
      process.getOutputStream().write(text.getBytes(UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until a text is shown, and returns all that was shown since the last one up to it. */
  String await(String text) throws InterruptedException {
    long begun = System.nanoTime();
    synchronized (shown) {
      while (true) {
        int at = shown.indexOf(text, seen);
        if (at >= 0) {
          String result = shown.substring(seen, at + text.length());
          seen = at + text.length();
          return result;
        }
        if (isAtEnd || System.nanoTime() - begun > HANGS_NANOS) {
          throw new AssertionError("\"" + text + "\" is not shown: " + shown.substring(seen));
        }
        shown.wait(1000);
      }
    }
  }

  /** Types a text each second until another one is shown. */
  void typeUntil(String text, String wanted) throws InterruptedException {
    long begun = System.nanoTime();
    while (true) {
      type(text);
      synchronized (shown) {
        shown.wait(1000);
        int at = shown.indexOf(wanted, seen);
        if (at >= 0) {
          seen = at + wanted.length();
          return;
        }
        if (System.nanoTime() - begun > HANGS_NANOS) {
          throw new AssertionError("\"" + wanted + "\" is not shown: " + shown.substring(seen));
        }
      }
    }
  }

  /** Waits for the end and returns the exit code. */
  int awaitEnd() throws InterruptedException {
    if (!process.waitFor(HANGS_NANOS, TimeUnit.NANOSECONDS)) {
      throw new AssertionError("The command did not end");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
