package dev.heddle.io.storage;

import java.nio.file.Path;

/**
 * Where the user's processes keep what outlives one of them: {@code HEDDLE_CACHE}, else {@code
 * heddle} in the user's cache folder.
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
    Path caches =
        shared != null && !shared.isEmpty()
            ? Path.of(shared)
            : Path.of(System.getProperty("user.home"), ".cache");
    return caches.resolve("heddle");
  }
}
