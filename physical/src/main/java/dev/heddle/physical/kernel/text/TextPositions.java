package dev.heddle.physical.kernel.text;

/**
 * Code points of a text by position, as elements of a list are: from 1, from the end if negative.
 */
public final class TextPositions {
  private TextPositions() {}

  /** Returns the code point at a position; empty where there is none. */
  public static String at(String text, long position) {
    int count = text.codePointCount(0, text.length());
    long at = position < 0 ? count + position + 1 : position;
    return at < 1 || at > count ? "" : part(text, (int) at, (int) at);
  }

  /** Returns the code points from one position to another, both included. */
  public static String between(String text, long first, long last) {
    int count = text.codePointCount(0, text.length());
    long from = Math.max(1, first < 0 ? count + first + 1 : first);
    long to = Math.min(count, last < 0 ? count + last + 1 : last);
    return from > to ? "" : part(text, (int) from, (int) to);
  }

  private static String part(String text, int from, int to) {
    int start = text.offsetByCodePoints(0, from - 1);
    return text.substring(start, text.offsetByCodePoints(start, to - from + 1));
  }
}
