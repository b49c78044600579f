package dev.heddle.io.csv;

import static java.util.Objects.requireNonNull;

import dev.heddle.io.text.RecordScanner;
import java.io.IOException;
import java.io.Reader;

/**
 * Doubles the quotes that have an escape in front of them within quotes, which is all that the
 * parser knows, and leaves other escapes out, behind which characters are what they are.
 */
final class EscapeReader extends Reader {
  private static final int BUFFER_CHARACTERS = 16 << 10;
  private static final int MAX_WRITTEN = 2; // for one character

  private final Reader in;
  private final CsvScanner scanner;
  private final char quote;
  private final char escape;
  private final char[] buffer = new char[BUFFER_CHARACTERS];
  private int next;
  private int limit;
  private int state = RecordScanner.START;
  private boolean isEnded;

  EscapeReader(Reader in, CsvDialect dialect) {
    this.in = in;
    this.scanner = new CsvScanner(dialect);
    this.quote = dialect.quote();
    this.escape = requireNonNull(dialect.escape(), "escape is null");
  }

  @Override
  public int read(char[] target, int offset, int length) throws IOException {
    if (length < MAX_WRITTEN) {
      throw new IllegalArgumentException("Cannot double quotes into " + length + " characters");
    }
    int at = offset;
    while (at == offset && !isEnded) {
      if (next == limit) {
        next = 0;
        limit = in.read(buffer, 0, buffer.length);
        isEnded = limit < 0;
        limit = Math.max(0, limit);
      }
      if (isEnded && state == CsvScanner.ESCAPED) {
        target[at++] = escape;
      }
      while (next < limit && at + MAX_WRITTEN <= offset + length) {
        char c = buffer[next++];
        int before = state;
        state = scanner.step(before, c);
        if (before == CsvScanner.ESCAPED) {
          if (c == quote) {
            target[at++] = quote;
          }
        }
        if (state != CsvScanner.ESCAPED) {
          target[at++] = c;
        }
      }
    }
    return at == offset && isEnded ? -1 : at - offset;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
