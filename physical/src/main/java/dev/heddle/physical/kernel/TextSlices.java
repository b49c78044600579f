package dev.heddle.physical.kernel;

import dev.heddle.io.batch.Views;
import dev.heddle.io.memory.Memory;

/**
 * Parts of texts that stay where they are: the views are written anew and share the data buffers.
 */
public final class TextSlices {
  private TextSlices() {}

  /** Writes a view of some bytes of a text. */
  public static void put(long view, long[] data, int offset, int length, long output) {
    long text = Views.address(view, data);
    if (Views.length(view) <= Views.MAX_INLINE || length <= Views.MAX_INLINE) {
      Views.putInline(output, text + offset, length);
    } else {
      int start = Memory.getInt(view + 12) + offset;
      Views.put(output, text + offset, length, Memory.getInt(view + 8), start);
    }
  }

  /**
   * Writes substrings: a start below 1 counts against the length.
   *
   * @param starts int64 positions from 1, with their step
   * @param lengths int64 lengths, with their step, or 0 for the rest of the text
   * @return whether some row (null rows included) has a negative length; it becomes empty
   */
  public static boolean substring(
      long views,
      long viewStep,
      long[] data,
      long starts,
      long startStep,
      long lengths,
      long lengthStep,
      int rows,
      long output) {
    boolean negative = false;
    for (int i = 0; i < rows; i++) {
      long view = views + viewStep * i;
      long first = Memory.getLong(starts + startStep * i);
      long count = lengths == 0 ? Long.MAX_VALUE : Memory.getLong(lengths + lengthStep * i);
      negative |= count < 0;
      // From first (counted from 1) to before end, saturating.
      long end = first > 0 && count > Long.MAX_VALUE - first ? Long.MAX_VALUE : first + count;
      long skip = Math.max(first, 1) - 1;
      long take = Math.max(0, end - Math.max(first, 1));
      if (lengths == 0) {
        take = Long.MAX_VALUE;
      }
      slice(view, data, skip, take, output + 16L * i);
    }
    return negative;
  }

  /** Writes the code points after some, as many as wanted. */
  static void slice(long view, long[] data, long skip, long take, long output) {
    int length = Views.length(view);
    long text = Views.address(view, data);
    if (Utf8.isAscii(text, length)) {
      int from = (int) Math.min(skip, length);
      put(view, data, from, (int) Math.min(take, length - from), output);
      return;
    }
    int from = Utf8.offset(text, length, skip);
    put(view, data, from, Utf8.offset(text + from, length - from, take), output);
  }
}
