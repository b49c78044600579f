package dev.heddle.planner.translate;

/**
 * Sets the properties that Calcite reads once, when its first class is loaded.
 *
 * <p>Whoever is an entry to the planner calls {@link #ensure()} in its static initialiser, before
 * it touches a Calcite class.
 */
final class CalciteSetup {
  static {
    setIfAbsent("calcite.default.charset", "UTF-8");
    setIfAbsent("calcite.default.nationalcharset", "UTF-8");
    setIfAbsent("calcite.default.collation.name", "UTF-8$en_US");
  }

  private CalciteSetup() {}

  private static void setIfAbsent(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  /** Does nothing but have this class initialised. */
  static void ensure() {}
}
