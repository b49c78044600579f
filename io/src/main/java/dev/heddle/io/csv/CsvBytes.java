package dev.heddle.io.csv;

import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.io.text.ByteParser;
import dev.heddle.io.text.TextStream;
import dev.heddle.io.text.Utf8Reader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Bytes split into fields without turning them into characters, for dialects of single bytes
 * without comments. Gives what the library gives: where a record breaks the rules of quoting the
 * library goes on from there. Used by one thread.
 */
final class CsvBytes implements CsvSource {
  private static final int FIRST_BYTES = 256 << 10;
  private static final int MAX_BYTES = 1 << 28; // the library has a limit, too
  private static final int MAX_ASCII = 0x7f;

  private final TextStream stream;
  private final CsvDialect dialect;
  private final CsvRecords records;
  private final BadRows badRows;
  private final byte delimiter;
  private final byte quote;
  private final boolean hasQuotes;
  private final boolean skipsBlanks; // around quotes
  private final boolean[] endsField = new boolean[256];
  private final boolean[] stopsQuoted = new boolean[256];
  private byte[] bytes = new byte[FIRST_BYTES + ByteParser.PADDING];
  private byte[] plain = new byte[256]; // of a field with doubled quotes
  private int start; // of the record
  private int limit;
  private int at; // where splitting is
  private long line = 1; // in which the record starts
  private boolean mayBeMarked; // by a byte-order mark
  private boolean isEnded; // the stream
  private @Nullable CsvInput<CsvRecords> library; // goes on in place of this

  /**
   * Starts on a stream.
   *
   * @param stream closed along with this
   */
  CsvBytes(TextStream stream, CsvDialect dialect, CsvReadOptions options, CsvRecords records) {
    this.stream = stream;
    this.dialect = dialect;
    this.records = records;
    this.badRows = options.badRows();
    this.delimiter = (byte) dialect.delimiter();
    this.quote = (byte) dialect.quote();
    this.hasQuotes = dialect.hasQuotes();
    this.skipsBlanks = hasQuotes && delimiter != ' ' && quote != ' ';
    endsField[dialect.delimiter()] = true;
    endsField['\n'] = true;
    endsField['\r'] = true;
    if (hasQuotes) {
      stopsQuoted[dialect.quote()] = true;
    }
    stopsQuoted['\n'] = true;
    stopsQuoted['\r'] = true;
  }

  /** Lets a byte-order mark come first: the stream is at the start of a file. */
  void expectByteOrderMark() {
    mayBeMarked = true;
  }

  /** Returns whether a dialect is plain enough, and nobody wants the text of bad rows. */
  static boolean takes(CsvDialect dialect, CsvReadOptions options) {
    return dialect.comment() == null
        && dialect.escape() == null
        && isPlain(dialect.delimiter())
        && (isPlain(dialect.quote()) || !dialect.hasQuotes())
        && dialect.delimiter() != dialect.quote()
        && !(options.badRows() instanceof BadRows.Collect)
        && options.nullTexts().stream().allMatch(text -> text.chars().allMatch(c -> c < 0x80));
  }

  private static boolean isPlain(char c) {
    return c <= MAX_ASCII && c != '\n' && c != '\r';
  }

  @Override
  public boolean advance() throws CsvInput.BrokenCsvException, IOException {
    while (library == null) {
      start = at;
      if (at == limit && !more()) {
        return false;
      }
      records.beginRecord(line);
      boolean isHeader = records.isHeader();
      int fields = 0;
      do {
        if (skipsBlanks && bytes[at] == ' ') {
          goToQuote();
        }
        boolean isWhole = hasQuotes && bytes[at] == quote && at < limit;
        isWhole = isWhole ? quoted(fields, isHeader) : unquoted(fields, isHeader);
        if (!isWhole) {
          handOver(fields);
          break;
        }
        fields++;
      } while (nextField());
      if (library == null && endRecord(fields)) {
        return true;
      }
    }
    return library.advance();
  }

  /** Goes behind blanks if a quote follows them. */
  private void goToQuote() throws IOException {
    int blanks = 0;
    while ((at + blanks < limit || more()) && bytes[at + blanks] == ' ') {
      blanks++;
    }
    if (at + blanks < limit && bytes[at + blanks] == quote) {
      at += blanks;
    }
  }

  /** Takes a field up to {@link #at}, where it ends. */
  private boolean unquoted(int field, boolean isHeader) throws IOException {
    int from = at - start;
    int end = at;
    while (true) {
      byte[] local = bytes;
      while (!endsField[local[end] & 0xff]) { // a line feed follows the last byte
        end++;
      }
      if (end < limit) {
        break;
      }
      int done = limit - start;
      if (!more()) {
        end = limit;
        break;
      }
      end = start + done;
    }
    if (isTooLong()) {
      return false;
    }
    at = end;
    boolean isEmptyRecord = at == start && (at == limit || bytes[at] != delimiter);
    if (!isHeader && !isEmptyRecord) {
      records.take(bytes, start + from, end - start - from, field);
    }
    return true;
  }

  private boolean isTooLong() {
    return limit - start >= MAX_BYTES;
  }

  /** Takes a field in quotes; returns false if the quotes are broken. */
  private boolean quoted(int field, boolean isHeader) throws IOException {
    int from = at + 1 - start;
    int end = from; // from the record's start on
    int copied = -1;
    long lines = 0;
    while (true) {
      byte[] local = bytes;
      int i = start + end;
      while (!stopsQuoted[local[i] & 0xff]) {
        i++;
      }
      end = i - start;
      if (i >= limit) {
        end = limit - start;
        if (!more() || isTooLong()) {
          return false; // it is still open
        }
        continue;
      }
      if (local[i] != quote) {
        lines += local[i] == '\n' && end > from && local[i - 1] == '\r' ? 0 : 1;
        end++;
        continue;
      }
      if (i + 1 == limit && !more()) {
        break;
      }
      if (bytes[start + end + 1] != quote) {
        break;
      }
      // the first of two quotes belongs to the text
      int size = end + 1 - from;
      copied = Math.max(copied, 0);
      if (plain.length < copied + size + ByteParser.PADDING) {
        plain = Arrays.copyOf(plain, 2 * (copied + size) + ByteParser.PADDING);
      }
      System.arraycopy(bytes, start + from, plain, copied, size);
      copied += size;
      end += 2;
      from = end;
    }
    at = start + end + 1;
    while (skipsBlanks && bytes[at] == ' ' && at < limit) {
      at++;
      if (at == limit) {
        more();
      }
    }
    if (at < limit && !endsField[bytes[at] & 0xff]) {
      return false;
    }
    line += lines;
    if (isHeader) {
      return true;
    }
    int size = end - from;
    if (copied < 0) {
      records.takeQuoted(bytes, start + from, size, field);
      return true;
    }
    if (plain.length < copied + size + ByteParser.PADDING) {
      plain = Arrays.copyOf(plain, copied + size + ByteParser.PADDING);
    }
    System.arraycopy(bytes, start + from, plain, copied, size);
    records.takeQuoted(plain, 0, copied + size, field);
    return true;
  }

  /** Goes behind a delimiter; returns false if there is none here. */
  private boolean nextField() throws IOException {
    if (at == limit || bytes[at] != delimiter) {
      return false;
    }
    at++;
    if (at == limit) {
      more(); // if there is nothing the last field is empty
    }
    return true;
  }

  /** Goes behind the record's end; returns whether it counts. */
  private boolean endRecord(int fields) throws IOException {
    boolean isEmpty = at == start; // its one field has not been taken
    if (at < limit) {
      line++;
      if (bytes[at] == '\r') {
        if ((at + 1 < limit || more()) && bytes[at + 1] == '\n') {
          at++;
        }
      }
      at++;
    }
    if (isEmpty) {
      records.setEmpty();
    }
    records.at(isEmpty ? 0 : fields);
    return records.record();
  }

  /** Reads more, keeping the record; moves {@link #start} and {@link #at}. */
  private boolean more() throws IOException {
    if (isEnded) {
      return false;
    }
    int kept = limit - start;
    if (kept + ByteParser.PADDING >= bytes.length / 2) {
      byte[] larger = new byte[2 * bytes.length];
      System.arraycopy(bytes, start, larger, 0, kept);
      bytes = larger;
    } else {
      System.arraycopy(bytes, start, bytes, 0, kept);
    }
    at -= start;
    start = 0;
    limit = kept;
    do {
      int read = stream.read(bytes, limit, bytes.length - ByteParser.PADDING - limit);
      if (read < 0) {
        isEnded = true;
      } else {
        limit += read;
      }
    } while (mayBeMarked && !isEnded && limit < 3);
    if (mayBeMarked) {
      mayBeMarked = false;
      boolean isMarked =
          limit >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == -65;
      if (isMarked) {
        start = 3;
        at = 3;
        if (limit == 3) {
          return more();
        }
      }
    }
    bytes[limit] = '\n'; // whatever looks for the end of a field stops there
    return limit > kept;
  }

  /** Lets the library go on from the start of the record, of which some fields have been taken. */
  private void handOver(int taken) {
    records.goOn(taken, line - 1);
    Reader rest = Utf8Reader.within(new Rest());
    library = new CsvInput<>(CsvInput.text(rest, dialect, badRows), dialect, records);
  }

  @Override
  public void close() {
    try {
      if (library != null) {
        library.close();
      } else {
        stream.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What has been read and not split yet, then the stream, which stays open at its end. */
  private final class Rest extends InputStream {
    private int next = start;

    @Override
    public int read() throws IOException {
      return next < limit ? bytes[next++] & 0xff : stream.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (next == limit) {
        return stream.read(target, offset, length);
      }
      int size = Math.min(length, limit - next);
      System.arraycopy(bytes, next, target, offset, size);
      next += size;
      return size;
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }
}
