package dev.heddle.io.text;

import dev.heddle.io.memory.Memory;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;

/**
 * Characters of UTF-8 bytes. Never fails on bytes that are no UTF-8: each becomes a lone surrogate
 * ({@code U+DC00} plus the byte), which valid text cannot hold, so that whoever parses the text can
 * say where they are. A byte-order mark at the start is left out.
 *
 * <p>Used by one thread. Closing it closes the stream.
 */
public final class Utf8Reader extends Reader {
  private static final char STRAY = 0xDC00;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final int BUFFER_BYTES = 64 << 10;

  private final InputStream in;
  private final byte[] bytes = new byte[BUFFER_BYTES];
  private int next;
  private int limit;
  private boolean isBegun;
  private boolean isEnded;
  private char pending; // a low surrogate that found no room, or 0

  /** Reads a stream from its start, which may have a byte-order mark. */
  public Utf8Reader(InputStream in) {
    this.in = in;
  }

  /** Reads a stream that starts within a file, where a byte-order mark is a character. */
  public static Utf8Reader within(InputStream in) {
    Utf8Reader reader = new Utf8Reader(in);
    reader.isBegun = true;
    return reader;
  }

  /** Returns whether a character stands for a byte that is no UTF-8, if it is not in a pair. */
  public static boolean isStray(char c) {
    return (c & 0xff00) == STRAY && (c & 0x80) != 0;
  }

  @Override
  public int read(char[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    int at = offset;
    int end = offset + length;
    if (pending != 0) {
      target[at++] = pending;
      pending = 0;
    }
    while (at == offset) {
      if (!fill()) {
        return -1;
      }
      at = decode(target, at, end);
    }
    return at - offset;
  }

  /** Makes at least one whole character, or the last bytes, available. */
  private boolean fill() throws IOException {
    if (isEnded ? next < limit : limit - next >= 4) {
      return true;
    }
    System.arraycopy(bytes, next, bytes, 0, limit - next);
    limit -= next;
    next = 0;
    while (limit < 4 && !isEnded) {
      int read = in.read(bytes, limit, bytes.length - limit);
      if (read < 0) {
        isEnded = true;
      } else {
        limit += read;
      }
    }
    if (!isBegun) {
      isBegun = true;
      if (limit >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == -65) {
        next = 3;
        return fill();
      }
    }
    return next < limit;
  }

  private int decode(char[] target, int from, int end) {
    int at = from;
    while (next < limit && at < end) {
      int run = Math.min(limit - next, end - at);
      int i = 0;
      while (i + 8 <= run && (Memory.getLong(bytes, next + i) & HIGH_BITS) == 0) {
        for (int k = 0; k < 8; k++) {
          target[at + i + k] = (char) bytes[next + i + k];
        }
        i += 8;
      }
      while (i < run && bytes[next + i] >= 0) {
        target[at + i] = (char) bytes[next + i];
        i++;
      }
      at += i;
      next += i;
      if (i < run) {
        if (!isEnded && limit - next < 4) {
          return at; // maybe not all bytes of the character are here
        }
        at = decodeOne(target, at, end);
      }
    }
    return at;
  }

  private int decodeOne(char[] target, int at, int end) {
    int first = bytes[next] & 0xff;
    int size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    int point = first < 0xC2 || first > 0xF4 ? -1 : first & (0x7f >> size);
    if (size > limit - next) {
      point = -1;
    }
    for (int i = 1; i < size && point >= 0; i++) {
      int more = bytes[next + i];
      point = (more & 0xC0) == 0x80 ? point << 6 | (more & 0x3f) : -1;
    }
    boolean overlong = (size == 3 && point < 0x800) || (size == 4 && point < 0x10000);
    if (point < 0 || overlong || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) {
      target[at] = (char) (STRAY | first);
      next++;
      return at + 1;
    }
    next += size;
    if (size < 4) {
      target[at] = (char) point;
      return at + 1;
    }
    target[at] = Character.highSurrogate(point);
    if (at + 1 < end) {
      target[at + 1] = Character.lowSurrogate(point);
      return at + 2;
    }
    pending = Character.lowSurrogate(point);
    return at + 1;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
