package dev.heddle.io.json;

import java.util.Arrays;
import java.util.Map;

/** Finds the child that a key means. Objects mostly have their keys in one order. */
final class JsonKeys {
  /** The position of a key that is none. */
  static final int NONE = -1;

  private static final int MAX_KEYS = 256;

  private final Map<String, Integer> positions;
  private final String[] lastKeys = new String[MAX_KEYS]; // by place in an object
  private final int[] lastPositions = new int[MAX_KEYS];

  /** Makes the keys of children at some positions. */
  JsonKeys(Map<String, Integer> positions) {
    this.positions = Map.copyOf(positions);
    Arrays.fill(lastKeys, "");
    Arrays.fill(lastPositions, positions.getOrDefault("", NONE));
  }

  /** Returns the position of a key that comes at some place of an object. */
  int position(String key, int place) {
    if (place >= lastKeys.length) {
      return positions.getOrDefault(key, NONE);
    }
    if (!key.equals(lastKeys[place])) { // mostly the very same object
      lastKeys[place] = key;
      lastPositions[place] = positions.getOrDefault(key, NONE);
    }
    return lastPositions[place];
  }
}
