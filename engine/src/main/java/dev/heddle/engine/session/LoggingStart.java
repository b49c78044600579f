package dev.heddle.engine.session;

import org.slf4j.LoggerFactory;

/**
 * Starts SLF4J without its note on stderr where the program has no provider of it: that it logs
 * nothing is then no fault. With a provider, and where the program has set SLF4J's own properties,
 * nothing is done.
 */
final class LoggingStart {
  private static final String VERBOSITY = "slf4j.internal.verbosity";
  private static final String PROVIDERS = "META-INF/services/org.slf4j.spi.SLF4JServiceProvider";

  private static boolean isDone;

  private LoggingStart() {}

  static synchronized void quietWithoutProvider() {
    if (isDone) {
      return;
    }
    isDone = true;
    if (System.getProperty(VERBOSITY) != null
        || System.getProperty("slf4j.provider") != null
        || hasProvider()) {
      return;
    }
    System.setProperty(VERBOSITY, "ERROR");
    try {
      LoggerFactory.getILoggerFactory(); // looks for a provider, and reads the property, once
    } finally {
      System.clearProperty(VERBOSITY);
    }
  }

  private static boolean hasProvider() {
    ClassLoader loader = LoggerFactory.class.getClassLoader();
    return loader == null || loader.getResource(PROVIDERS) != null;
  }
}
