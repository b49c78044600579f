package dev.heddle.cli.output;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.WorkingFolder;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;

/**
 * Whom a command is run for: the folder, variables and streams of the process that a user started,
 * which need not be this one. Thread-safe.
 */
public interface Invocation {
  /** That of this process. */
  Invocation OF_PROCESS = new ProcessInvocation();

  /** Returns the variables of the caller's environment. */
  Map<String, String> environment();

  /** Returns where the caller's relative paths start. */
  WorkingFolder folder();

  /** Returns the caller's stdin. */
  InputStream in();

  /** Returns the caller's stdout. */
  StandardOutput out();

  /** Returns a writer to the caller's stderr, which sends each line. */
  PrintWriter err();

  /** Returns the terminal that the caller's stdout is, if it is one. */
  Optional<Screen> outScreen();

  /** Returns the terminal that the caller's stderr is, if it is one that can move its cursor. */
  Optional<Screen> errScreen();

  /** Returns whether the caller's stdin is a terminal. */
  boolean hasTerminalInput();

  /** Returns whether this process has run such commands before, so that nothing is made ready. */
  boolean isWarm();

  /**
   * Returns whether a signal ends the caller, which is no longer interested in how the command
   * fails by that.
   */
  boolean isEnding();

  /**
   * Looks at statements before any of them runs.
   *
   * @throws HeddleException if this process is not the one to run them
   */
  void check(String script);
}
