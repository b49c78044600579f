package dev.heddle.planner;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A bounded map that drops the entry that was used longest ago. Thread-safe.
 *
 * @param <K> with equality by value
 * @param <V> the cached values
 */
public final class RecentlyUsed<K, V> {
  private final Map<K, V> entries; // guarded by itself

  /** Makes an empty map of this number of entries at most. */
  public RecentlyUsed(int most) {
    this.entries =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > most;
          }
        };
  }

  /** Returns the value of a key; null if none is cached. */
  public @Nullable V find(K key) {
    synchronized (entries) {
      return entries.get(key);
    }
  }

  /** Keeps a value for a key, in the place of an earlier one. */
  public void put(K key, V value) {
    synchronized (entries) {
      entries.put(key, value);
    }
  }
}
