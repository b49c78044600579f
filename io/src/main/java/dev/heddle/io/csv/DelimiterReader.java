package dev.heddle.io.csv;

import static java.util.Objects.requireNonNull;

import dev.heddle.io.text.RecordScanner;
import java.io.IOException;
import java.io.Reader;

/**
 * Replaces delimiters of several characters, outside of quotes and comments, by {@link
 * CsvDialect#LONG_DELIMITER}: parsers know delimiters of one character.
 */
final class DelimiterReader extends Reader {
  private static final int BUFFER_CHARACTERS = 16 << 10;

  private final Reader in;
  private final CsvScanner scanner;
  private final char[] delimiter;
  private final char[] buffer = new char[BUFFER_CHARACTERS];
  private int next;
  private int limit;
  private int state = RecordScanner.START;
  private boolean isEnded;

  DelimiterReader(Reader in, CsvDialect dialect) {
    this.in = in;
    this.scanner = new CsvScanner(dialect);
    this.delimiter = requireNonNull(dialect.longDelimiter(), "longDelimiter is null").toCharArray();
  }

  /** Returns the characters of a dialect, those of others as they are. */
  static Reader of(Reader in, CsvDialect dialect) {
    return dialect.longDelimiter() == null ? in : new DelimiterReader(in, dialect);
  }

  @Override
  public int read(char[] target, int offset, int length) throws IOException {
    int at = offset;
    while (at == offset && length > 0) {
      if (limit - next < delimiter.length && !isEnded) {
        fill();
        continue;
      }
      if (next == limit) {
        return -1;
      }
      // what may begin a delimiter waits for what comes behind
      int end = isEnded ? limit : limit - delimiter.length + 1;
      while (next < end && at < offset + length) {
        char c = buffer[next];
        boolean isText = state != CsvScanner.QUOTED && state != CsvScanner.ESCAPED;
        if (c == delimiter[0] && isText && isDelimiter()) {
          c = CsvDialect.LONG_DELIMITER;
          next += delimiter.length;
        } else {
          next++;
        }
        state = scanner.step(state, c);
        target[at++] = c;
      }
    }
    return at - offset;
  }

  private boolean isDelimiter() {
    if (limit - next < delimiter.length) {
      return false;
    }
    for (int i = 1; i < delimiter.length; i++) {
      if (buffer[next + i] != delimiter[i]) {
        return false;
      }
    }
    return true;
  }

  private void fill() throws IOException {
    System.arraycopy(buffer, next, buffer, 0, limit - next);
    limit -= next;
    next = 0;
    int read = in.read(buffer, limit, buffer.length - limit);
    isEnded = read < 0;
    limit += Math.max(0, read);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
