package dev.heddle.io.batch;

import dev.heddle.io.memory.Memory;

/** Integers of every width. Stateless. */
public final class Integers {
  private Integers() {}

  /**
   * Writes integers of a layout as 64-bit ones.
   *
   * @param values where they start
   * @param target where the 64-bit ones go; not where the others are
   */
  public static void toLongs(Layout layout, long values, int count, long target) {
    switch (layout) {
      case INT8 -> {
        for (int i = 0; i < count; i++) {
          Memory.putLong(target + 8L * i, Memory.getByte(values + i));
        }
      }
      case INT16 -> {
        for (int i = 0; i < count; i++) {
          Memory.putLong(target + 8L * i, Memory.getShort(values + 2L * i));
        }
      }
      case INT32 -> {
        for (int i = 0; i < count; i++) {
          Memory.putLong(target + 8L * i, Memory.getInt(values + 4L * i));
        }
      }
      case INT64 -> Memory.copy(values, target, 8L * count);
      default -> throw new IllegalStateException("No integers in layout " + layout);
    }
  }
}
