package dev.heddle.planner.sql.reader;

/** Paths as they are written in statements. Stateless. */
public final class PathText {
  private PathText() {}

  /**
   * Returns a path with slashes between its names: where backslashes separate those of local paths
   * a local one is changed, every other is as it was.
   *
   * @param separator of names in local paths
   */
  public static String slashed(String path, String separator) {
    boolean isLocal = !path.contains("://") || path.regionMatches(true, 0, "file:/", 0, 6);
    return separator.equals("\\") && isLocal ? path.replace('\\', '/') : path;
  }
}
