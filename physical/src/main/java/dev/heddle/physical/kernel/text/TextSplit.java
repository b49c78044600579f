package dev.heddle.physical.kernel.text;

import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;

/** Cuts texts into parts, which stay where they are. */
public final class TextSplit {
  private TextSplit() {}

  /** Returns the number of parts of a text; without separator each character is one. */
  public static int count(long view, long[] data, long separator, long[] separatorData) {
    long text = StringViews.address(view, data);
    int length = StringViews.length(view);
    int width = StringViews.length(separator);
    if (width == 0) {
      return Math.max(1, Utf8.codePoints(text, length));
    }
    long wanted = StringViews.address(separator, separatorData);
    int parts = 1;
    for (int at = TextSlices.find(text, length, 0, wanted, width);
        at >= 0;
        at = TextSlices.find(text, length, at + width, wanted, width)) {
      parts++;
    }
    return parts;
  }

  /** Writes the views of the parts. */
  public static void write(
      long view, long[] data, long separator, long[] separatorData, long output) {
    long text = StringViews.address(view, data);
    int length = StringViews.length(view);
    int width = StringViews.length(separator);
    long to = output;
    int from = 0;
    if (length == 0) {
      TextSlices.put(view, data, 0, 0, to);
      return;
    }
    if (width == 0) {
      for (; from < length; to += 16) {
        int step = Utf8.width(Memory.getByte(text + from));
        TextSlices.put(view, data, from, step, to);
        from += step;
      }
      return;
    }
    long wanted = StringViews.address(separator, separatorData);
    for (int at = TextSlices.find(text, length, 0, wanted, width);
        at >= 0;
        at = TextSlices.find(text, length, from, wanted, width)) {
      TextSlices.put(view, data, from, at - from, to);
      to += 16;
      from = at + width;
    }
    TextSlices.put(view, data, from, length - from, to);
  }
}
