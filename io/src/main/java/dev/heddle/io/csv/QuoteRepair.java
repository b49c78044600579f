package dev.heddle.io.csv;

import dev.heddle.io.text.RecordScanner;
import java.io.IOException;
import java.io.Reader;

/**
 * Makes characters that the strict parser accepts of such as have broken quotes, and marks the
 * fields by {@link #BROKEN}: for readers that go on behind bad rows.
 *
 * <p>Text behind a closing quote becomes part of the quoted field; a quote that is still open at
 * the end is closed.
 */
final class QuoteRepair extends Reader {
  /** A lone surrogate, which neither text nor {@code Utf8Reader} contains. */
  static final char BROKEN = 0xDFFF;

  private static final int BUFFER_CHARACTERS = 16 << 10;
  private static final int MAX_INSERTED = 3;

  private final Reader in;
  private final CsvScanner scanner;
  private final char quote;
  private final char[] buffer = new char[BUFFER_CHARACTERS];
  private int next;
  private int limit;
  private int state = RecordScanner.START;
  private boolean isTrailing; // in text behind a closing quote
  private boolean isEnded;

  QuoteRepair(Reader in, CsvDialect dialect) {
    this.in = in;
    // quotes within quotes are doubled here, whatever precedes them in the file
    this.scanner =
        new CsvScanner(
            new CsvDialect(dialect.delimiter(), dialect.quote(), dialect.comment(), null, null));
    this.quote = dialect.quote();
  }

  @Override
  public int read(char[] target, int offset, int length) throws IOException {
    if (length <= MAX_INSERTED) {
      throw new IllegalArgumentException("Cannot repair into " + length + " characters");
    }
    if (isEnded) {
      return -1;
    }
    if (next == limit) {
      next = 0;
      limit = Math.max(0, in.read(buffer, 0, buffer.length));
    }
    return next == limit ? end(target, offset) : repair(target, offset, offset + length) - offset;
  }

  private int end(char[] target, int offset) {
    isEnded = true;
    int at = offset;
    if (state == CsvScanner.QUOTED) {
      target[at++] = BROKEN;
      target[at++] = quote;
    } else if (isTrailing) {
      target[at++] = quote;
    }
    return at == offset ? -1 : at - offset;
  }

  private int repair(char[] target, int from, int end) {
    int at = from;
    while (next < limit && at + MAX_INSERTED <= end) {
      char c = buffer[next++];
      int before = state;
      state = scanner.step(before, c);
      if (before == CsvScanner.CLOSED && state == CsvScanner.DATA) {
        isTrailing = true;
        target[at++] = quote; // with the closing one a character of the field
        target[at++] = BROKEN;
      } else if (isTrailing && state != CsvScanner.DATA) {
        isTrailing = false;
        target[at++] = quote;
      } else if (isTrailing && c == quote) {
        target[at++] = quote;
      }
      target[at++] = c;
    }
    return at;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
