package dev.heddle.io.parquet.footer;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Values up to a total weight; the least recently used go first. Thread-safe. */
public final class WeighedCache<K, V> {
  private final long maxWeight;
  private final ToLongFunction<V> weigher;
  private final Map<K, V> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long weight;

  public WeighedCache(long maxWeight, ToLongFunction<V> weigher) {
    this.maxWeight = maxWeight;
    this.weigher = weigher;
  }

  /** Returns a value, or null if it is not here. */
  public @Nullable V find(K key) {
    synchronized (entries) {
      return entries.get(key);
    }
  }

  /** Keeps a value, unless there is one already. */
  public void put(K key, V value) {
    synchronized (entries) {
      if (entries.putIfAbsent(key, value) != null) {
        return;
      }
      weight += weigher.applyAsLong(value);
      Iterator<V> oldest = entries.values().iterator();
      while (weight > maxWeight && entries.size() > 1) {
        weight -= weigher.applyAsLong(oldest.next());
        oldest.remove();
      }
    }
  }

  /** Returns how many values are cached. */
  public int size() {
    synchronized (entries) {
      return entries.size();
    }
  }
}
