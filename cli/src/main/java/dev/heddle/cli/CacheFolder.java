package dev.heddle.cli;

import java.nio.file.Path;

/**
 * Where data that is made once is kept: {@code HEDDLE_CACHE}, else {@code heddle} in the user's
 * cache folder.
 */
final class CacheFolder {
  private CacheFolder() {}

  static Path path() {
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
