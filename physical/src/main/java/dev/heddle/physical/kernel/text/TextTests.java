package dev.heddle.physical.kernel.text;

import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;

/** Tests of one text against constants: one bit a row, in whole words. */
public final class TextTests {
  private TextTests() {}

  /** The tests of one text for another. */
  public enum Test {
    /** Whether it occurs. */
    CONTAINS,
    /** Whether it is at the start. */
    STARTS_WITH,
    /** Whether it is at the end. */
    ENDS_WITH
  }

  /** Writes whether parts occur in texts. A step of 0 repeats a side's first value. */
  public static void test(
      Test test,
      long texts,
      long textStep,
      long[] textData,
      long parts,
      long partStep,
      long[] partData,
      int rows,
      long output) {
    if (partStep == 0 && textStep != 0 && rows > 0) {
      int length = StringViews.length(parts);
      byte[] part = new byte[length];
      Memory.copyToArray(StringViews.address(parts, partData), part, 0, length);
      ByteSearch search = new ByteSearch(part);
      switch (test) {
        case CONTAINS -> search.contained(texts, textData, rows, output);
        case STARTS_WITH -> search.leading(texts, textData, rows, output);
        case ENDS_WITH -> search.trailing(texts, textData, rows, output);
      }
      return;
    }
    for (int base = 0; base < rows; base += 64) {
      long word = 0;
      int end = Math.min(64, rows - base);
      for (int i = 0; i < end; i++) {
        long view = texts + textStep * (base + i);
        long partView = parts + partStep * (base + i);
        boolean hit =
            holds(
                test,
                StringViews.address(view, textData),
                StringViews.length(view),
                StringViews.address(partView, partData),
                StringViews.length(partView));
        word |= (hit ? 1L : 0L) << i;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  private static boolean holds(Test test, long text, int length, long part, int partLength) {
    if (partLength > length) {
      return false;
    }
    return switch (test) {
      case CONTAINS -> partLength == 0 || TextSlices.find(text, length, 0, part, partLength) >= 0;
      case STARTS_WITH -> Memory.isEqual(text, part, partLength);
      case ENDS_WITH -> Memory.isEqual(text + length - partLength, part, partLength);
    };
  }

  /** Writes the numbers of code points of texts as int64. */
  public static void lengths(long views, long[] data, int rows, long output) {
    for (int i = 0; i < rows; i++) {
      long view = views + 16L * i;
      long text = StringViews.address(view, data);
      Memory.putLong(output + 8L * i, Utf8.codePoints(text, StringViews.length(view)));
    }
  }

  /** Writes the numbers of bytes of texts as int64. */
  public static void byteLengths(long views, int rows, long output) {
    for (int i = 0; i < rows; i++) {
      Memory.putLong(output + 8L * i, StringViews.length(views + 16L * i));
    }
  }

  /**
   * Writes the positions of parts in texts as int64: code points from 1, 0 where there is none. A
   * step of 0 repeats a side's first value.
   */
  public static void positions(
      long texts,
      long textStep,
      long[] textData,
      long parts,
      long partStep,
      long[] partData,
      int rows,
      long output) {
    for (int i = 0; i < rows; i++) {
      long view = texts + textStep * i;
      long partView = parts + partStep * i;
      long text = StringViews.address(view, textData);
      int partLength = StringViews.length(partView);
      int at =
          partLength == 0
              ? 0
              : TextSlices.find(
                  text,
                  StringViews.length(view),
                  0,
                  StringViews.address(partView, partData),
                  partLength);
      Memory.putLong(output + 8L * i, at < 0 ? 0 : Utf8.codePoints(text, at) + 1);
    }
  }
}
