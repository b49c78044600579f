package dev.heddle.physical.kernel.text;

import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Failures;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Functions that make new text from one row's texts and give it to a writer. */
public final class TextWrites {
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final int FIRST_BYTE_OF_MARKS = 0xcc;
  private static final int SHARP_S = 0xdf;
  private static final int CAPITAL_SHARP_S = 0x1e9e;
  private static final Pattern CLUSTER = Pattern.compile("\\X");

  private TextWrites() {}

  /** Writes a text in upper case by Unicode's simple mapping of code points; ß becomes ẞ. */
  public static void upper(long text, int length, ViewWriter writer, int row) {
    writer.set(row, changeCase(true, text, length, writer.reserve(roomFor(length))));
  }

  /** Writes a text in lower case by Unicode's simple mapping of code points. */
  public static void lower(long text, int length, ViewWriter writer, int row) {
    writer.set(row, changeCase(false, text, length, writer.reserve(roomFor(length))));
  }

  /** Returns how many bytes {@link #toSmall} may write for a text of a length. */
  public static long roomFor(int length) {
    return 2L * length + 8;
  }

  /** Writes a text in small letters to an address, and returns its length. */
  public static int toSmall(long text, int length, long to) {
    return changeCase(false, text, length, to);
  }

  private static int changeCase(boolean upper, long text, int length, long to) {
    long first = (0x80L - (upper ? 'a' : 'A')) * ONES;
    long behind = (0x7fL - (upper ? 'z' : 'Z')) * ONES;
    long all = 0;
    for (int i = 0; i < length; i += 8) {
      long word = Memory.getLong(text + i);
      word = length - i < 8 ? Utf8.firstBytes(word, length - i) : word;
      all |= word;
      // of ASCII, the high bits of bytes from the first letter on that are not behind the last one
      long letters = (word + first) & ~(word + behind) & HIGHS;
      Memory.putLong(to + i, word ^ letters >>> 2);
    }
    if ((all & HIGHS) == 0) {
      return length;
    }
    int written = 0;
    for (int at = 0; at < length; at += Utf8.width(Memory.getByte(text + at))) {
      int c = Utf8.codePoint(text, at);
      int mapped = upper ? upper(c) : Character.toLowerCase(c);
      written += Utf8.put(to + written, mapped);
    }
    return written;
  }

  private static int upper(int codePoint) {
    return codePoint == SHARP_S ? CAPITAL_SHARP_S : Character.toUpperCase(codePoint);
  }

  /** Writes a text with its characters in reverse order; marks stay with what they mark. */
  public static void reverse(long text, int length, ViewWriter writer, int row) {
    if (hasMarks(text, length)) {
      reverseClusters(text, length, writer, row);
      return;
    }
    long to = writer.reserve(length);
    int end = length;
    for (int at = 0; at < length; ) {
      int width = Utf8.width(Memory.getByte(text + at));
      end -= width;
      Memory.copy(text + at, to + end, width);
      at += width;
    }
    writer.set(row, length);
  }

  /** Returns whether some code point may belong to the one before it; all below U+0300 do not. */
  private static boolean hasMarks(long text, int length) {
    for (int i = 0; i < length; i++) {
      if ((Memory.getByte(text + i) & 0xff) >= FIRST_BYTE_OF_MARKS) {
        return true;
      }
    }
    return false;
  }

  private static void reverseClusters(long text, int length, ViewWriter writer, int row) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = Memory.getByte(text + i);
    }
    Matcher clusters = CLUSTER.matcher(new String(bytes, StandardCharsets.UTF_8));
    long to = writer.reserve(length);
    int at = 0;
    while (clusters.find()) {
      int width = clusters.group().getBytes(StandardCharsets.UTF_8).length;
      Memory.copy(text + at, to + length - at - width, width);
      at += width;
    }
    writer.set(row, length);
  }

  /** Writes a text with every occurrence of a part replaced; an empty part occurs nowhere. */
  public static void replace(
      long text,
      int length,
      long part,
      int partLength,
      long other,
      int otherLength,
      ViewWriter writer,
      int row) {
    long count = 0;
    for (int at = TextSlices.find(text, length, 0, part, partLength); at >= 0; ) {
      count++;
      at = TextSlices.find(text, length, at + partLength, part, partLength);
    }
    long to = writer.reserve(length + count * (otherLength - partLength));
    int from = 0;
    int written = 0;
    while (true) {
      int at = TextSlices.find(text, length, from, part, partLength);
      int end = at < 0 ? length : at;
      Memory.copy(text + from, to + written, end - from);
      written += end - from;
      if (at < 0) {
        break;
      }
      Memory.copy(other, to + written, otherLength);
      written += otherLength;
      from = at + partLength;
    }
    writer.set(row, written);
  }

  /** Writes a text this number of times; not at all for counts below 1. */
  public static void repeat(long text, int length, long count, ViewWriter writer, int row) {
    long times = Math.max(0, count);
    if (length != 0 && times > Integer.MAX_VALUE / length) {
      throw Failures.argument(
          "Cannot repeat a text of "
              + length
              + " bytes "
              + count
              + " times: a text holds at most"
              + " 2 GiB");
    }
    int total = (int) (length * (length == 0 ? 0 : times));
    long to = writer.reserve(total);
    for (int at = 0; at < total; at += length) {
      Memory.copy(text, to + at, length);
    }
    writer.set(row, total);
  }

  /** Writes a text filled up at its start to a number of code points, or cut to it. */
  public static void padStart(
      long text, int length, long wanted, long fill, int fillLength, ViewWriter writer, int row) {
    pad(true, text, length, wanted, fill, fillLength, writer, row);
  }

  /** Writes a text filled up at its end, as {@link #padStart} does at its start. */
  public static void padEnd(
      long text, int length, long wanted, long fill, int fillLength, ViewWriter writer, int row) {
    pad(false, text, length, wanted, fill, fillLength, writer, row);
  }

  private static void pad(
      boolean atStart,
      long text,
      int length,
      long wanted,
      long fill,
      int fillLength,
      ViewWriter writer,
      int row) {
    long missing = wanted - Utf8.codePoints(text, length);
    if (missing <= 0) {
      int kept = Utf8.offset(text, length, Math.max(0, wanted));
      writer.set(row, text, kept);
      return;
    }
    if (fillLength == 0) {
      throw Failures.argument("Cannot fill a text up to " + wanted + " characters with nothing");
    }
    int fillPoints = Utf8.codePoints(fill, fillLength);
    long whole = missing / fillPoints;
    int rest = Utf8.offset(fill, fillLength, missing % fillPoints);
    if (whole > Integer.MAX_VALUE / fillLength - 1) {
      throw Failures.argument(
          "Cannot fill a text up to " + wanted + " characters: a text holds at most 2 GiB");
    }
    int filled = (int) whole * fillLength + rest;
    long to = writer.reserve((long) filled + length);
    long at = atStart ? to : to + length;
    Memory.copy(text, atStart ? to + filled : to, length);
    for (long i = 0; i < whole; i++) {
      Memory.copy(fill, at, fillLength);
      at += fillLength;
    }
    Memory.copy(fill, at, rest);
    writer.set(row, filled + length);
  }
}
