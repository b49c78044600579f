package dev.heddle.engine.observed;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Words by words, in the order of the keys. Immutable. */
final class ObservedPairs {
  static final ObservedPairs NONE = new ObservedPairs(new long[0], new long[0]);

  private final long[] keys; // ascending
  private final long[] values;

  /** Takes over the arrays. */
  ObservedPairs(long[] keys, long[] values) {
    this.keys = keys;
    this.values = values;
  }

  int size() {
    return keys.length;
  }

  long key(int at) {
    return keys[at];
  }

  long value(int at) {
    return values[at];
  }

  /** Returns the value of a key; -1 if there is none. */
  long find(long key) {
    int at = Arrays.binarySearch(keys, key);
    return at < 0 ? -1 : values[at];
  }

  /**
   * Returns these pairs and others, which count where a key has both; of too many the ones with the
   * smallest values in their lowest bits go.
   *
   * @param most number of pairs that are kept
   * @param ageMask the bits by which pairs are compared: those with less go
   */
  ObservedPairs with(Map<Long, Long> others, int most, long ageMask) {
    TreeMap<Long, Long> all = new TreeMap<>();
    for (int i = 0; i < keys.length; i++) {
      all.put(keys[i], values[i]);
    }
    all.putAll(others);
    if (all.size() > most) {
      long[] ages = all.values().stream().mapToLong(value -> value & ageMask).sorted().toArray();
      long oldest = ages[ages.length - most];
      all.values().removeIf(value -> (value & ageMask) < oldest);
      while (all.size() > most) { // of equal age: as the keys, which are random, have it
        all.pollFirstEntry();
      }
    }
    long[] newKeys = new long[all.size()];
    long[] newValues = new long[all.size()];
    int at = 0;
    for (Map.Entry<Long, Long> each : all.entrySet()) {
      newKeys[at] = each.getKey();
      newValues[at++] = each.getValue();
    }
    return new ObservedPairs(newKeys, newValues);
  }
}
