package dev.heddle.physical.kernel.text;

import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;

/**
 * Parts of texts that stay where they are: the views are written anew and share the data buffers.
 */
public final class TextSlices {
  private static final long MAX_PLACE = 1L << 32; // is beyond every text

  private TextSlices() {}

  /** Writes a view of some bytes of a text. */
  public static void put(long view, long[] data, int offset, int length, long output) {
    long text = StringViews.address(view, data);
    if (StringViews.length(view) <= StringViews.MAX_INLINE || length <= StringViews.MAX_INLINE) {
      StringViews.putShort(output, text + offset, length);
    } else {
      int start = Memory.getInt(view + 12) + offset;
      StringViews.put(output, text + offset, length, Memory.getInt(view + 8), start);
    }
  }

  /**
   * Writes substrings: a start of 0 is the place before the first code point, one below 0 counts
   * from the end; a negative length takes what precedes the start.
   *
   * @param starts int64 positions from 1, with their step
   * @param lengths int64 lengths, with their step, or 0 for the rest of the text
   */
  public static void substring(
      long views,
      long viewStep,
      long[] data,
      long starts,
      long startStep,
      long lengths,
      long lengthStep,
      int rows,
      long output) {
    for (int i = 0; i < rows; i++) {
      long view = views + viewStep * i;
      long first = bounded(Memory.getLong(starts + startStep * i));
      long count = lengths == 0 ? MAX_PLACE : bounded(Memory.getLong(lengths + lengthStep * i));
      long start = first < 0 ? codePoints(view, data) + first : first - 1;
      long from = Math.max(0, Math.min(start, start + count));
      long to = Math.max(from, Math.max(start, start + count));
      slice(view, data, from, to - from, output + 16L * i);
    }
  }

  private static long bounded(long place) {
    return Math.clamp(place, -MAX_PLACE, MAX_PLACE);
  }

  /** Writes the code points after some, at most a number of them. */
  static void slice(long view, long[] data, long skip, long take, long output) {
    int length = StringViews.length(view);
    long text = StringViews.address(view, data);
    boolean endsWithin = skip < length && take < length - skip;
    if (Utf8.isAscii(text, endsWithin ? (int) (skip + take) : length)) {
      int from = (int) Math.min(skip, length);
      put(view, data, from, (int) Math.min(take, length - from), output);
      return;
    }
    int from = Utf8.offset(text, length, skip);
    put(view, data, from, Utf8.offset(text + from, length - from, take), output);
  }

  /** Which ends of a text are trimmed. */
  public enum Side {
    /** The start. */
    START,
    /** The end. */
    END,
    /** Both ends. */
    BOTH
  }

  /** Writes a text without the code points at its ends that occur in another text. */
  public static void trim(
      Side side, long view, long[] data, long characters, int charactersLength, long output) {
    long text = StringViews.address(view, data);
    int from = 0;
    int to = StringViews.length(view);
    while (side != Side.END && from < to) {
      int width = Utf8.width(Memory.getByte(text + from));
      if (!occurs(text + from, width, characters, charactersLength)) {
        break;
      }
      from += width;
    }
    while (side != Side.START && from < to) {
      int last = to - 1;
      while (last > from && Utf8.isContinuation(Memory.getByte(text + last))) {
        last--;
      }
      if (!occurs(text + last, to - last, characters, charactersLength)) {
        break;
      }
      to = last;
    }
    put(view, data, from, to - from, output);
  }

  private static boolean occurs(long codePoint, int width, long characters, int length) {
    for (int at = 0; at < length; at += Utf8.width(Memory.getByte(characters + at))) {
      if (at + width <= length && Memory.isEqual(codePoint, characters + at, width)) {
        return true;
      }
    }
    return false;
  }

  /** Writes the first code points; a negative count leaves out that many at the end. */
  public static void left(long view, long[] data, long count, long output) {
    long take = count >= 0 ? count : Math.max(0, codePoints(view, data) + count);
    slice(view, data, 0, take, output);
  }

  /** Writes the last code points; a negative count leaves out that many at the start. */
  public static void right(long view, long[] data, long count, long output) {
    long skip =
        count == Long.MIN_VALUE
            ? Long.MAX_VALUE
            : count >= 0 ? Math.max(0, codePoints(view, data) - count) : -count;
    slice(view, data, skip, Long.MAX_VALUE, output);
  }

  private static long codePoints(long view, long[] data) {
    return Utf8.codePoints(StringViews.address(view, data), StringViews.length(view));
  }

  /**
   * Writes the n-th part between separators, from 1, from the end if negative; empty if there is
   * none. With an empty separator each code point is a part.
   */
  public static void part(
      long view, long[] data, long separator, int separatorLength, long n, long output) {
    long text = StringViews.address(view, data);
    int length = StringViews.length(view);
    if (separatorLength == 0) {
      long place = n < 0 ? codePoints(view, data) + n : n - 1;
      slice(view, data, Math.max(0, place), place < 0 ? 0 : 1, output);
      return;
    }
    long wanted = n;
    if (n < 0) {
      long parts = 1;
      int at = find(text, length, 0, separator, separatorLength);
      while (at >= 0) {
        parts++;
        at = find(text, length, at + separatorLength, separator, separatorLength);
      }
      wanted = parts + n + 1;
    }
    int from = 0;
    for (long i = 1; ; i++) {
      int end = find(text, length, from, separator, separatorLength);
      if (i == wanted) {
        put(view, data, from, (end < 0 ? length : end) - from, output);
        return;
      }
      if (end < 0 || wanted < 1) {
        StringViews.putInline(output, text, 0);
        return;
      }
      from = end + separatorLength;
    }
  }

  /** Returns the first offset of a part from {@code from} on, or -1. */
  static int find(long text, int length, int from, long part, int partLength) {
    if (partLength == 0) {
      return -1;
    }
    byte first = Memory.getByte(part);
    long firsts = ByteSearch.ONES * (first & 0xff);
    int last = length - partLength;
    int at = from;
    for (; at <= last && at + 8 <= length; at += 8) {
      long equal = ByteSearch.zeros(Memory.getLong(text + at) ^ firsts) & ByteSearch.HIGHS;
      for (; equal != 0; equal &= equal - 1) {
        int found = at + (Long.numberOfTrailingZeros(equal) >>> 3);
        if (found <= last && isAt(text + found, first, part, partLength)) {
          return found;
        }
      }
    }
    for (; at <= last; at++) {
      if (isAt(text + at, first, part, partLength)) {
        return at;
      }
    }
    return -1;
  }

  private static boolean isAt(long text, byte first, long part, int partLength) {
    return Memory.getByte(text) == first
        && (partLength == 1 || Memory.isEqual(text, part, partLength));
  }
}
