package dev.heddle.io.csv;

import dev.heddle.io.storage.StoredInputStream;
import dev.heddle.io.text.RecordScanner;
import dev.heddle.io.text.WholeFile;
import java.io.IOException;
import java.io.PushbackInputStream;

/** Finds the first row of a plain file: behind byte-order mark, lines to leave out and header. */
final class CsvStart {
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final PushbackInputStream in;
  private long at;

  private CsvStart(PushbackInputStream in) {
    this.in = in;
  }

  /** Returns where rows start; empty lines and comments may come before the first. */
  static long of(CsvInspected file, int skipLines) {
    try (PushbackInputStream in =
        new PushbackInputStream(StoredInputStream.open(file.file()), MARK.length)) {
      CsvStart start = new CsvStart(in);
      start.skipMark();
      start.skipLines(skipLines);
      if (file.hasHeader()) {
        start.skipHeader(new CsvScanner(file.dialect()));
      }
      return start.at;
    } catch (IOException e) {
      throw WholeFile.corrupt(file.file(), e);
    }
  }

  private void skipMark() throws IOException {
    byte[] first = in.readNBytes(MARK.length);
    if (java.util.Arrays.equals(first, MARK)) {
      at = MARK.length;
    } else {
      in.unread(first);
    }
  }

  private void skipLines(int lines) throws IOException {
    for (int i = 0; i < lines; i++) {
      int c = next();
      while (c >= 0 && c != '\n' && c != '\r') {
        c = next();
      }
      if (c == '\r') {
        int after = next();
        if (after >= 0 && after != '\n') {
          back(after);
        }
      }
    }
  }

  private void skipHeader(CsvScanner scanner) throws IOException {
    int state = RecordScanner.START;
    boolean isSeen = false;
    int c = next();
    while (c >= 0) {
      boolean isStart = scanner.isStart(state, c);
      if (isStart && isSeen) {
        back(c);
        return;
      }
      state = scanner.step(state, c);
      isSeen |= scanner.isContent(state);
      c = next();
    }
  }

  private int next() throws IOException {
    int c = in.read();
    at += c < 0 ? 0 : 1;
    return c;
  }

  private void back(int c) throws IOException {
    in.unread(c);
    at--;
  }
}
