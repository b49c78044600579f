package dev.heddle.io.testing;

/**
 * How much a test does: a part on each run, and all of it by night, which {@code heddle.long}
 * states.
 */
public final class Effort {
  private static final int PART = 4;

  private Effort() {}

  /** Returns whether there is time for all of it. */
  public static boolean isWhole() {
    return Boolean.getBoolean("heddle.long");
  }

  /** Returns this many, or on each run a quarter of it. */
  public static int of(int all) {
    return isWhole() ? all : (all + PART - 1) / PART;
  }

  /** Returns what fits the time there is. */
  public static int of(int all, int part) {
    return isWhole() ? all : part;
  }
}
