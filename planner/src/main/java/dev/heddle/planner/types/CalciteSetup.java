package dev.heddle.planner.types;

import java.io.InputStream;
import org.apache.calcite.config.CalciteSystemProperty;
import org.jspecify.annotations.Nullable;

/**
 * Sets the properties that Calcite reads once, when its first class is loaded.
 *
 * <p>A class that is an entry to the planner calls {@link #ensure()} in its static initialiser,
 * before it touches a Calcite class.
 */
public final class CalciteSetup {
  static {
    setIfAbsent("calcite.default.charset", "UTF-8");
    setIfAbsent("calcite.default.nationalcharset", "UTF-8");
    setIfAbsent("calcite.default.collation.name", "UTF-8$en_US");
    readProperties();
  }

  private CalciteSetup() {}

  private static void setIfAbsent(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  /** Calcite looks for a file of settings in every jar, unless the thread's loader knows better. */
  private static void readProperties() {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(new NoResources());
    try {
      CalciteSystemProperty.DEBUG.value();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static final class NoResources extends ClassLoader {
    NoResources() {
      super(null);
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
      return null;
    }
  }

  /** Does nothing but have this class initialised. */
  public static void ensure() {}
}
