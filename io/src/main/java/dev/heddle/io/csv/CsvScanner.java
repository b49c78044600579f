package dev.heddle.io.csv;

import dev.heddle.io.memory.Memory;
import dev.heddle.io.text.RecordScanner;

/**
 * Follows quotes, comments and line ends: a quote counts at the start of a field only, perhaps
 * behind blanks, a doubled one inside is a character, what follows a closing quote up to the next
 * delimiter is not quoted. A comment starts anywhere outside of quotes.
 */
final class CsvScanner implements RecordScanner {
  static final int AFTER_CR = 1; // a record starts here, or behind a line feed
  static final int FIELD = 2;
  static final int DATA = 3;
  static final int QUOTED = 4;
  static final int CLOSED = 5; // behind a quote within quotes
  static final int COMMENT = 6;
  static final int ESCAPED = 7; // behind an escape within quotes
  static final int BLANK = 8; // behind blanks at the start of a field
  private static final int NONE = 256; // no byte
  private static final int MAX_BYTE = 255;
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  private final int delimiter;
  private final int quote;
  private final int comment;
  private final int escape;
  private final int blank;

  CsvScanner(CsvDialect dialect) {
    this.delimiter = dialect.delimiter();
    this.quote = dialect.quote();
    this.comment = dialect.comment() == null ? NONE : dialect.comment();
    this.escape = dialect.escape() == null ? NONE : dialect.escape();
    boolean isBlankPlain = delimiter != ' ' && quote != ' ' && comment != ' ' && escape != ' ';
    this.blank = isBlankPlain ? ' ' : NONE;
  }

  @Override
  public boolean needsAllBefore() {
    return true;
  }

  /** Returns the state behind one character. */
  int step(int state, int c) {
    if (state == QUOTED) {
      return c == escape ? ESCAPED : c == quote ? CLOSED : QUOTED;
    }
    if (state == ESCAPED) {
      return QUOTED;
    }
    if (c == '\n') {
      return START;
    }
    if (c == '\r') {
      return AFTER_CR;
    }
    if (state == COMMENT) {
      return COMMENT;
    }
    if (c == delimiter) {
      return FIELD;
    }
    if (c == quote && state != DATA) {
      return QUOTED;
    }
    if (c == comment) {
      return COMMENT;
    }
    if (c == blank && state != DATA) {
      return state == CLOSED ? CLOSED : BLANK;
    }
    return DATA;
  }

  /** Returns whether a record starts in front of a character. */
  boolean isStart(int state, int c) {
    return state == START || (state == AFTER_CR && c != '\n');
  }

  /**
   * Returns whether a state is within a record that is neither a comment nor without characters.
   */
  boolean isContent(int state) {
    boolean isBlank = state == BLANK && comment != NONE; // a comment may follow
    return state != START && state != AFTER_CR && state != COMMENT && !isBlank;
  }

  @Override
  public int skip(int state, byte[] bytes, int from, int to) {
    if (comment != NONE || escape != NONE) {
      int now = state;
      for (int i = from; i < to; i++) {
        now = step(now, bytes[i] & 0xff);
      }
      return now;
    }
    int now = state;
    int at = from;
    while (at < to) {
      int found = quote > MAX_BYTE ? to : find(bytes, at, to);
      if (now == QUOTED) {
        if (found == to) {
          return QUOTED;
        }
        now = CLOSED;
      } else {
        now = found > at ? behind(now, bytes, at, found) : now;
        if (found == to) {
          return now;
        }
        now = step(now, quote);
      }
      at = found + 1;
    }
    return now;
  }

  /** Returns the state behind bytes without quotes: the last that is no blank decides. */
  private int behind(int state, byte[] bytes, int from, int to) {
    int last = to - 1;
    while (last >= from && bytes[last] == blank) {
      last--;
    }
    int now = last < from ? state : step(DATA, bytes[last] & 0xff);
    return last == to - 1 ? now : step(now, blank);
  }

  /** Returns where the next quote is, or {@code to}. */
  private int find(byte[] bytes, int from, int to) {
    long pattern = ONES * quote;
    int i = from;
    for (; i + 8 <= to; i += 8) {
      long word = Memory.getLong(bytes, i) ^ pattern;
      long hit = word - ONES & ~word & HIGH_BITS;
      if (hit != 0) {
        return i + (Long.numberOfTrailingZeros(hit) >>> 3);
      }
    }
    while (i < to && (bytes[i] & 0xff) != quote) {
      i++;
    }
    return i;
  }

  @Override
  public int firstStart(int state, byte[] bytes, int from, int to) {
    int now = state;
    for (int i = from; i < to; i++) {
      int c = bytes[i] & 0xff;
      if (isStart(now, c)) {
        return i;
      }
      now = step(now, c);
    }
    return -1;
  }
}
