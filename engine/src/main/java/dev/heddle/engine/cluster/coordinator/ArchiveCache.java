package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.graph.ContentHash;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The archives of the user's own code that the scheduler's process holds, so that each is sent to
 * the cluster once. Those used last stay. Used by one thread.
 */
final class ArchiveCache {
  private static final long MAX_BYTES = 128L << 20;

  private final long maxBytes;
  private final Map<ContentHash, byte[]> archives = new LinkedHashMap<>(); // oldest use first

  ArchiveCache() {
    this(MAX_BYTES);
  }

  /** Makes one that holds more than this only while jobs name it. */
  ArchiveCache(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Takes an archive; one whose content does not match its hash is ignored. */
  void put(ContentHash hash, byte[] bytes) {
    if (ContentHash.of(bytes).equals(hash)) {
      archives.put(hash, bytes);
    }
  }

  /**
   * Puts archives among the bytes of a job, if all of them are here.
   *
   * @return those that are not
   */
  List<ContentHash> take(Collection<ContentHash> named, Map<ContentHash, byte[]> content) {
    List<ContentHash> missing = new ArrayList<>();
    for (ContentHash hash : named) {
      if (!archives.containsKey(hash)) {
        missing.add(hash);
      }
    }
    if (missing.isEmpty() && !named.isEmpty()) {
      for (ContentHash hash : named) {
        byte[] bytes = archives.remove(hash);
        archives.put(hash, bytes);
        content.put(hash, bytes);
      }
      trim(named);
    }
    return missing;
  }

  private void trim(Collection<ContentHash> used) {
    long bytes = archives.values().stream().mapToLong(each -> each.length).sum();
    for (ContentHash hash : List.copyOf(archives.keySet())) {
      if (bytes > maxBytes && !used.contains(hash)) {
        bytes -= archives.remove(hash).length;
      }
    }
  }
}
