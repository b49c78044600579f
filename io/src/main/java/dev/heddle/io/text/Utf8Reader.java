package dev.heddle.io.text;

import dev.heddle.io.memory.Memory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;

/**
 * Characters of UTF-8 bytes. Never fails on bytes that are no UTF-8: each becomes a lone surrogate
 * ({@code U+DC00} plus the byte), which valid text cannot hold, so that the parser of the text can
 * report where they are. A byte-order mark at the start is left out.
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

  /** Returns whether a character represents a byte that is no UTF-8, if it is not in a pair. */
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

  /** Returns whether bytes are UTF-8. */
  static boolean isValid(byte[] bytes, int from, int end) {
    int at = from;
    while (at < end) {
      if (bytes[at] >= 0) {
        at++;
      } else if (point(bytes, at, end) < 0) {
        return false;
      } else {
        at += size(bytes[at] & 0xff);
      }
    }
    return true;
  }

  /**
   * Decodes some bytes into characters, as reading them does; returns how many there are, at most
   * one a byte.
   */
  public static int decode(byte[] bytes, int offset, int length, char[] target) {
    for (int i = 0; i < length; i++) {
      if (bytes[offset + i] < 0) {
        return decodeAll(bytes, offset, length, target);
      }
      target[i] = (char) bytes[offset + i];
    }
    return length;
  }

  private static int decodeAll(byte[] bytes, int offset, int length, char[] target) {
    int size = 0;
    try (Utf8Reader reader = within(new ByteArrayInputStream(bytes, offset, length))) {
      for (int more = 0; more >= 0 && size < length; ) {
        size += more;
        more = size < length ? reader.read(target, size, length - size) : -1;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return size;
  }

  /** Returns how many bytes a character has whose first byte is no ASCII. */
  private static int size(int first) {
    return first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  }

  /** Returns the character that starts with a byte that is no ASCII, or -1 if it is none. */
  private static int point(byte[] bytes, int at, int end) {
    int first = bytes[at] & 0xff;
    int size = size(first);
    int point = first < 0xC2 || first > 0xF4 || size > end - at ? -1 : first & (0x7f >> size);
    for (int i = 1; i < size && point >= 0; i++) {
      int more = bytes[at + i];
      point = (more & 0xC0) == 0x80 ? point << 6 | (more & 0x3f) : -1;
    }
    boolean overlong = (size == 3 && point < 0x800) || (size == 4 && point < 0x10000);
    boolean isSurrogate = point >= 0xD800 && point <= 0xDFFF;
    return overlong || point > 0x10FFFF || isSurrogate ? -1 : point;
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
    int point = point(bytes, next, limit);
    if (point < 0) {
      target[at] = (char) (STRAY | (bytes[next] & 0xff));
      next++;
      return at + 1;
    }
    int size = size(bytes[next] & 0xff);
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
