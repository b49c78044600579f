package dev.heddle.io.text;

import dev.heddle.io.dataset.InspectedFile;
import dev.heddle.io.storage.StoredFile;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Caches what samples show of files, as long as the tables live that have them. Thread-safe.
 *
 * @param <T> what a format finds out
 */
public final class SampledFiles<T extends InspectedFile> {
  private static final int MAX_FILES = 10_000;

  private final Map<StoredFile, T> known = new ConcurrentHashMap<>();

  /** Returns what is known of a file, or finds it out. */
  public T find(StoredFile file, Function<StoredFile, T> sample) {
    T found = known.get(file);
    if (found == null) {
      found = sample.apply(file);
      if (known.size() < MAX_FILES) {
        known.put(file, found);
      }
    }
    return found;
  }
}
