package dev.heddle.cli.daemon;

import dev.heddle.cli.output.Invocation;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import java.util.function.Function;

/** Runs commands in this process. Thread-safe. */
@FunctionalInterface
public interface CommandRunner {
  /**
   * Runs a command and returns its exit code.
   *
   * @param caller whom it is run for
   * @param sessions opens the caller's sessions
   */
  int run(String[] arguments, Invocation caller, Function<SessionOptions, Session> sessions);
}
