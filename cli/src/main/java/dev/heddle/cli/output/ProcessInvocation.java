package dev.heddle.cli.output;

import dev.heddle.io.storage.WorkingFolder;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** What this process itself was started with. */
final class ProcessInvocation implements Invocation {
  @Override
  public Map<String, String> environment() {
    return System.getenv();
  }

  @Override
  public WorkingFolder folder() {
    return WorkingFolder.OF_PROCESS;
  }

  @Override
  public InputStream in() {
    return System.in;
  }

  @Override
  public StandardOutput out() {
    return StandardOutput.OF_PROCESS;
  }

  @Override
  public PrintWriter err() {
    return new PrintWriter(System.err, true, StandardCharsets.UTF_8);
  }

  @Override
  public Optional<Screen> outScreen() {
    return Screen.ofStdout();
  }

  @Override
  public Optional<Screen> errScreen() {
    return Screen.ofStderr();
  }

  @Override
  public boolean hasTerminalInput() {
    return Screen.isStdin();
  }

  @Override
  public boolean isWarm() {
    return false;
  }

  @Override
  public boolean isEnding() {
    Thread probe = new Thread(() -> {}, "heddle-probe");
    try {
      Runtime.getRuntime().addShutdownHook(probe);
      Runtime.getRuntime().removeShutdownHook(probe);
      return false;
    } catch (IllegalStateException e) {
      return true; // hooks run already
    }
  }

  @Override
  public void check(String script) {}
}
