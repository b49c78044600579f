package dev.heddle.io.csv;

import dev.heddle.io.text.RecordScanner;
import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;

/**
 * Leaves out what the parser does not know: comments behind fields, and blanks in front of and
 * behind quotes. Comments that are lines of their own stay, as the parser counts lines.
 */
final class MarginReader extends Reader {
  private static final int BUFFER_CHARACTERS = 16 << 10;

  private final Reader in;
  private final CsvScanner scanner;
  private final char[] buffer = new char[BUFFER_CHARACTERS];
  private char[] kept = new char[BUFFER_CHARACTERS];
  private int next; // of what is kept
  private int limit;
  private int state = RecordScanner.START;
  private int blanks; // in front of what decides whether they count
  private boolean isRowEmpty = true;
  private boolean isWholeLine; // the comment at hand
  private boolean isEnded;

  MarginReader(Reader in, CsvDialect dialect) {
    this.in = in;
    this.scanner = new CsvScanner(dialect);
  }

  @Override
  public int read(char[] target, int offset, int length) throws IOException {
    while (next == limit && !isEnded) {
      fill();
    }
    if (next == limit) {
      return -1;
    }
    int size = Math.min(length, limit - next);
    System.arraycopy(kept, next, target, offset, size);
    next += size;
    return size;
  }

  private void fill() throws IOException {
    next = 0;
    limit = 0;
    int read = in.read(buffer, 0, buffer.length);
    if (read < 0) {
      isEnded = true;
      keepBlanks();
      return;
    }
    for (int i = 0; i < read; i++) {
      take(buffer[i]);
    }
  }

  private void take(char c) {
    int before = state;
    state = scanner.step(before, c);
    if (state == CsvScanner.BLANK) {
      blanks++;
      return;
    }
    if (before == CsvScanner.CLOSED && state == CsvScanner.CLOSED) {
      return;
    }
    if (state == CsvScanner.COMMENT && before != CsvScanner.COMMENT) {
      isWholeLine = isRowEmpty;
    }
    if (state == CsvScanner.QUOTED || (state == CsvScanner.COMMENT && isWholeLine)) {
      blanks = 0;
    }
    keepBlanks();
    if (state != CsvScanner.COMMENT || isWholeLine) {
      keep(c);
    }
    isRowEmpty = state == RecordScanner.START || state == CsvScanner.AFTER_CR;
  }

  private void keepBlanks() {
    for (; blanks > 0; blanks--) {
      keep(' ');
    }
  }

  private void keep(char c) {
    if (limit == kept.length) {
      kept = Arrays.copyOf(kept, 2 * limit);
    }
    kept[limit++] = c;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
