package dev.heddle.io.storage;

import java.nio.file.Path;

/**
 * Where the user's processes keep what outlives one of them: {@code HEDDLE_CACHE}, else {@code
 * heddle} in the user's cache folder, which is {@code XDG_CACHE_HOME} or {@code ~/.cache}.
 */
public final class CacheFolder {
  private CacheFolder() {}

  /** Returns the folder, which may not be there yet. */
  public static Path path() {
    String own = System.getenv("HEDDLE_CACHE");
    if (own != null && !own.isEmpty()) {
      return Path.of(own);
    }
    String shared = System.getenv("XDG_CACHE_HOME");
    Path caches = shared != null && !shared.isEmpty() ? Path.of(shared) : home().resolve(".cache");
    return caches.resolve("heddle");
  }

  /** The environment's folder goes before the one that the system's list of users has. */
  private static Path home() {
    String home = System.getenv("HOME");
    return Path.of(home != null && !home.isEmpty() ? home : System.getProperty("user.home"));
  }
}
