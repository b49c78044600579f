package dev.heddle.physical.kernel;

import dev.heddle.io.batch.Views;
import dev.heddle.io.memory.Memory;

/** Tests of one text against constants: one bit a row, in whole words. */
public final class TextTests {
  private TextTests() {}

  /** Writes whether views match a pattern. */
  public static void like(LikePattern pattern, long views, long[] data, int rows, long output) {
    for (int base = 0; base < rows; base += 64) {
      long word = 0;
      int end = Math.min(64, rows - base);
      for (int i = 0; i < end; i++) {
        long view = views + 16L * (base + i);
        boolean hit = pattern.matches(Views.address(view, data), Views.length(view));
        word |= (hit ? 1L : 0L) << i;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }
}
