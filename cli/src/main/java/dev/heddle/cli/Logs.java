package dev.heddle.cli;

import java.util.Locale;

/**
 * Where messages of the log go. Must be set before the first class with a logger is loaded; what a
 * user has set by system property stays.
 */
final class Logs {
  private static final String PROVIDER = "slf4j.provider";
  private static final String VERBOSITY = "slf4j.internal.verbosity";
  private static final String SIMPLE = "org.slf4j.simpleLogger.";

  private Logs() {}

  /** Drops them: commands that end print all that matters themselves. */
  static void none() {
    state(PROVIDER, "org.slf4j.nop.NOPServiceProvider");
    state(VERBOSITY, "WARN"); // else it logs which provider was named
  }

  /** Writes them to stderr: Heddle's from a level on, those of libraries from warnings on. */
  static void toStderr(Level level) {
    System.setProperty(PROVIDER, "org.slf4j.simple.SimpleServiceProvider");
    state(SIMPLE + "defaultLogLevel", "warn");
    state(SIMPLE + "log.dev.heddle", level.name().toLowerCase(Locale.ROOT));
    state(SIMPLE + "showDateTime", "true");
    state(SIMPLE + "dateTimeFormat", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX");
    state(SIMPLE + "showShortLogName", "true");
  }

  private static void state(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  /** What is worth a line. */
  enum Level {
    DEBUG,
    INFO,
    WARN,
    ERROR
  }
}
