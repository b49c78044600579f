package dev.heddle.io.text;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.TextEncoding;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.storage.StoredInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A file from its start to its end, decompressed by the end of its name. */
public final class WholeFile extends TextStream {
  private static final int BUFFER_BYTES = 64 << 10;

  private final StoredInputStream stored;
  private final InputStream plain;
  private final int skippedLines;

  private WholeFile(StoredInputStream stored, InputStream plain, int skippedLines) {
    this.stored = stored;
    this.plain = plain;
    this.skippedLines = skippedLines;
  }

  /**
   * Opens a file.
   *
   * @param skippedLines lines at the start to leave out
   */
  public static WholeFile open(StoredFile file, int skippedLines) {
    return open(file, skippedLines, TextEncoding.UTF_8);
  }

  /**
   * Opens a file whose text becomes UTF-8.
   *
   * @param skippedLines lines at the start to leave out
   */
  public static WholeFile open(StoredFile file, int skippedLines, TextEncoding encoding) {
    StoredInputStream stored = StoredInputStream.open(file);
    try {
      InputStream plain = Utf8Stream.of(Compression.of(file.path()).decompress(stored), encoding);
      if (skippedLines > 0) {
        plain = new BufferedInputStream(plain, BUFFER_BYTES);
        skipLines(plain, skippedLines);
      }
      return new WholeFile(stored, plain, skippedLines);
    } catch (IOException e) {
      stored.close();
      throw corrupt(file, e);
    } catch (RuntimeException e) {
      stored.close();
      throw e;
    }
  }

  private static void skipLines(InputStream in, int lines) throws IOException {
    for (int i = 0; i < lines; i++) {
      int c = in.read();
      while (c >= 0 && c != '\n' && c != '\r') {
        c = in.read();
      }
      in.mark(1);
      if (c == '\r' && in.read() != '\n') {
        in.reset();
      }
    }
  }

  /** Returns the typed error of bytes that cannot be decompressed. */
  public static HeddleException corrupt(StoredFile file, IOException e) {
    return new HeddleException(
        ErrorCode.CORRUPT_FILE,
        "Cannot read "
            + file.path()
            + ": "
            + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage()),
        e);
  }

  @Override
  public int read() throws IOException {
    return plain.read();
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    return plain.read(target, offset, length);
  }

  @Override
  public long fetchedBytes() {
    return stored.fetchedBytes();
  }

  @Override
  public long waitedNanos() {
    return stored.waitedNanos();
  }

  @Override
  public long linesBefore() {
    return skippedLines;
  }

  @Override
  public void close() throws IOException {
    try {
      plain.close();
    } finally {
      stored.close();
    }
  }
}
