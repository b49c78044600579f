package dev.heddle.physical.kernel.cast;

import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Memory;
import java.util.Arrays;

/**
 * Reads the outermost level of texts such as {@code [1, 2]}, {@code {a: 1, b: x}}, {@code (1, x)}
 * and {@code {k=v}} into their parts, which are texts again.
 *
 * <p>Blanks around a part are left out. Quotes of either kind keep what they hold as it is, but for
 * a backslash before a character, and are left out of a part; a quote behind a backslash is a
 * character. Brackets inside of a part, and what is between them, belong to it unchanged. {@code
 * NULL} without quotes, in either case, is null.
 *
 * <p>Holds the parts of the text read last. Used by one thread.
 */
public final class NestedTextParse {
  private static final byte[] NULL = {'n', 'u', 'l', 'l'};

  private byte[] text = new byte[64];
  private int length;
  private int at;

  private byte[] parts = new byte[64]; // of all parts, one after the other
  private int used;
  private int[] ends = new int[16];
  private boolean[] nulls = new boolean[16];
  private int count;
  private byte[] closers = new byte[16]; // of the brackets that are open inside of a part

  /** Reads {@code [a, b]}; returns whether it is one. */
  public boolean list(long address, int bytes) {
    if (!open(address, bytes, '[')) {
      return false;
    }
    if (isNext(']')) {
      return isEnd();
    }
    while (part((byte) ',', (byte) ']')) {
      if (text[at++] == ']') {
        return isEnd();
      }
    }
    return false;
  }

  /**
   * Reads {@code (a, b)}, whose last comma may have nothing behind it; returns whether it is one.
   */
  public boolean tuple(long address, int bytes) {
    if (!open(address, bytes, '(')) {
      return false;
    }
    while (!isNext(')')) {
      if (!part((byte) ',', (byte) ')')) {
        return false;
      }
      if (text[at] == ',') {
        at++;
      }
    }
    return isEnd();
  }

  /**
   * Reads {@code {k: a, l: b}} into keys and values in turn; returns whether it is one.
   *
   * @param separator what is between a key and its value
   */
  public boolean pairs(long address, int bytes, char separator) {
    if (!open(address, bytes, '{')) {
      return false;
    }
    if (isNext('}')) {
      return isEnd();
    }
    while (part((byte) separator, (byte) separator)) {
      at++;
      if (!part((byte) ',', (byte) '}')) {
        return false;
      }
      if (text[at++] == '}') {
        return isEnd();
      }
    }
    return false;
  }

  /** Returns the number of parts. */
  public int count() {
    return count;
  }

  /** Returns whether a part is null. */
  public boolean isNull(int part) {
    return nulls[part];
  }

  /** Returns whether a part is a text, in UTF-8. */
  public boolean is(int part, byte[] other) {
    return !nulls[part] && Arrays.equals(parts, start(part), ends[part], other, 0, other.length);
  }

  /** Appends a part to a column of texts. */
  public void append(int part, ColumnBuilder column) {
    if (nulls[part]) {
      column.appendNull();
    } else {
      column.appendBytes(parts, start(part), ends[part] - start(part));
    }
  }

  private int start(int part) {
    return part == 0 ? 0 : ends[part - 1];
  }

  private boolean open(long address, int bytes, char bracket) {
    if (text.length < bytes) {
      text = new byte[Math.max(bytes, text.length * 2)];
      parts = new byte[text.length];
    }
    Memory.copyToArray(address, text, 0, bytes);
    length = bytes;
    at = 0;
    used = 0;
    count = 0;
    return isNext(bracket);
  }

  /** Skips blanks, and takes a character if it is the next. */
  private boolean isNext(char expected) {
    skipBlanks();
    if (at < length && text[at] == expected) {
      at++;
      return true;
    }
    return false;
  }

  private boolean isEnd() {
    skipBlanks();
    return at == length;
  }

  private void skipBlanks() {
    while (at < length && isBlank(text[at])) {
      at++;
    }
  }

  private static boolean isBlank(byte character) {
    return character == ' ' || (character >= '\t' && character <= '\r');
  }

  /** Reads a part up to one of two characters, on which it stays; returns whether there is one. */
  private boolean part(byte end, byte otherEnd) {
    skipBlanks();
    int start = used;
    int kept = used; // where blanks begin that nothing follows
    boolean isQuoted = false;
    while (at < length) {
      byte character = text[at];
      if (character == end || character == otherEnd) {
        used = kept;
        note(!isQuoted && saysNull(start));
        return true;
      }
      at++;
      byte closer = closer(character);
      if (character == '\\' && at < length && isQuote(text[at])) {
        parts[used++] = text[at++];
        kept = used;
      } else if (isQuote(character)) {
        isQuoted = true;
        if (!quoted(character, false)) {
          return false;
        }
        kept = used;
      } else if (closer != 0) {
        parts[used++] = character;
        if (!bracketed(closer)) {
          return false;
        }
        kept = used;
      } else {
        parts[used++] = character;
        kept = isBlank(character) ? kept : used;
      }
    }
    return false;
  }

  /** Reads up to the quote that ends; returns whether there is one. */
  private boolean quoted(byte quote, boolean isRaw) {
    while (at < length) {
      byte character = text[at++];
      if (character == quote) {
        if (isRaw) {
          parts[used++] = character;
        }
        return true;
      }
      if (character == '\\' && at < length) {
        if (isRaw) {
          parts[used++] = character;
        }
        character = text[at++];
      }
      parts[used++] = character;
    }
    return false;
  }

  /** Reads up to the end of a bracket, and of those inside of it, unchanged. */
  private boolean bracketed(byte first) {
    int open = 0;
    closers[open++] = first;
    while (at < length) {
      byte character = text[at++];
      parts[used++] = character;
      byte closer = closer(character);
      if (character == closers[open - 1]) {
        if (--open == 0) {
          return true;
        }
      } else if (closer != 0) {
        if (open == closers.length) {
          closers = Arrays.copyOf(closers, open * 2);
        }
        closers[open++] = closer;
      } else if (character == '\\' && at < length && isQuote(text[at])) {
        parts[used++] = text[at++];
      } else if (isQuote(character) && !quoted(character, true)) {
        return false;
      }
    }
    return false;
  }

  private static boolean isQuote(byte character) {
    return character == '\'' || character == '"';
  }

  private static byte closer(byte character) {
    return switch (character) {
      case '[' -> ']';
      case '{' -> '}';
      case '(' -> ')';
      default -> 0;
    };
  }

  private boolean saysNull(int start) {
    if (used - start != NULL.length) {
      return false;
    }
    for (int i = 0; i < NULL.length; i++) {
      if ((parts[start + i] | 0x20) != NULL[i]) {
        return false;
      }
    }
    return true;
  }

  private void note(boolean isNull) {
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, count * 2);
      nulls = Arrays.copyOf(nulls, count * 2);
    }
    ends[count] = used;
    nulls[count++] = isNull;
  }
}
