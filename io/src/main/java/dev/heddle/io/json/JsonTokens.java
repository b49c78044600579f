package dev.heddle.io.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.heddle.frame.option.JsonLayout;
import dev.heddle.io.memory.Memory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The tokens of the values of a file. Used by one thread.
 *
 * <p>Of one value a line, the parser is fed line by line, so that a line that breaks the rules
 * harms no other; in other layouts it is fed what has been read.
 */
final class JsonTokens implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int MAX_LINE_BYTES = 1 << 30;
  private static final int MAX_TEXT_CHARS = 1 << 28;
  private static final byte[] LINE_END = {'\n'};
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(MAX_TEXT_CHARS)
                  .maxNameLength(MAX_TEXT_CHARS)
                  .maxNumberLength(MAX_TEXT_CHARS)
                  .build())
          .build();

  private final InputStream in;
  private final JsonLayout layout;
  private byte[] bytes = new byte[BUFFER_BYTES];
  private int next;
  private int limit;
  private int lineStart;
  private int lineEnd;
  private boolean isEnded;
  private boolean isClosed; // whether the parser has seen the line's end, or the file's
  private long lines;
  private JsonParser parser;

  /**
   * Starts on some bytes.
   *
   * @param in closed along with this
   * @param layout how values follow each other, found out
   */
  JsonTokens(InputStream in, JsonLayout layout) throws IOException {
    this.in = in;
    this.layout = layout;
    this.parser = FACTORY.createNonBlockingByteArrayParser();
  }

  /**
   * Skips the byte-order mark, if there is one; at the start of a file, before anything is read.
   */
  void skipByteOrderMark() throws IOException {
    while (limit < 3 && !isEnded) {
      fill();
    }
    boolean isMarked =
        limit >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF;
    next = isMarked ? 3 : 0;
  }

  JsonParser parser() {
    return parser;
  }

  private boolean isByLine() {
    return layout == JsonLayout.NEWLINE_DELIMITED;
  }

  /** Returns the number of the line, from 1, counted from where this starts. */
  long line() {
    return isByLine() ? lines : parser.currentLocation().getLineNr();
  }

  /** Returns how many characters of the line have been looked at. */
  long character() {
    return Math.max(1, parser.currentLocation().getColumnNr() - 1L);
  }

  /** Returns the text of the line, for messages; nothing in other layouts. */
  String lineText() {
    int end = lineEnd;
    while (end > lineStart && (bytes[end - 1] == '\n' || bytes[end - 1] == '\r')) {
      end--;
    }
    return new String(bytes, lineStart, end - lineStart, StandardCharsets.UTF_8);
  }

  /** Goes to the next line that is not blank; returns false at the end. */
  boolean nextLine() throws IOException {
    while (true) {
      lineStart = next;
      int end = find(next);
      while (end == limit && !isEnded) {
        int seen = limit - lineStart;
        fill();
        end = find(lineStart + seen);
      }
      if (lineStart == limit) {
        return false;
      }
      lineEnd = Math.min(limit, end + 1);
      next = lineEnd;
      lines++;
      if (!isBlank()) {
        feed(bytes, lineStart, lineEnd);
        isClosed = lineEnd > end;
        return true;
      }
    }
  }

  private boolean isBlank() {
    for (int i = lineStart; i < lineEnd; i++) {
      if (bytes[i] != ' ' && bytes[i] != '\n' && bytes[i] != '\r' && bytes[i] != '\t') {
        return false;
      }
    }
    return true;
  }

  /** Reads on; moves the line to the front of the buffer, or makes it larger. */
  private void fill() throws IOException {
    if (lineStart > 0) {
      System.arraycopy(bytes, lineStart, bytes, 0, limit - lineStart);
      limit -= lineStart;
      next -= lineStart;
      lineStart = 0;
    } else if (limit == bytes.length) {
      if (bytes.length >= MAX_LINE_BYTES) {
        throw new IOException("line " + (lines + 1) + " is longer than " + MAX_LINE_BYTES);
      }
      bytes = Arrays.copyOf(bytes, bytes.length * 2);
    }
    int read = in.read(bytes, limit, bytes.length - limit);
    if (read < 0) {
      isEnded = true;
    } else {
      limit += read;
    }
  }

  /** Returns where the next line end is, or the end of what has been read. */
  private int find(int from) {
    int i = from;
    for (; i + 8 <= limit; i += 8) {
      long word = Memory.getLong(bytes, i) ^ (ONES * '\n');
      long hit = (word - ONES) & ~word & HIGH_BITS;
      if (hit != 0) {
        return i + (Long.numberOfTrailingZeros(hit) >>> 3);
      }
    }
    while (i < limit && bytes[i] != '\n') {
      i++;
    }
    return i;
  }

  private void feed(byte[] source, int from, int to) throws IOException {
    ((ByteArrayFeeder) parser.getNonBlockingInputFeeder()).feedInput(source, from, to);
  }

  /**
   * Returns the next token, or {@code NOT_AVAILABLE} where the line ends, or the file.
   *
   * @throws JsonProcessingException if the text is no JSON
   */
  JsonToken next() throws IOException {
    JsonToken token = parser.nextToken();
    while (token == JsonToken.NOT_AVAILABLE && feedMore()) {
      try {
        token = parser.nextToken();
      } catch (JsonEOFException e) {
        if (parser.getParsingContext().inRoot()) {
          throw e; // within a number or a name such as true
        }
        return JsonToken.NOT_AVAILABLE;
      }
    }
    return token == null ? JsonToken.NOT_AVAILABLE : token;
  }

  /** Feeds the parser; returns false if the line, or the file, has no more. */
  private boolean feedMore() throws IOException {
    if (isByLine()) {
      if (!isClosed) {
        isClosed = true;
        feed(LINE_END, 0, LINE_END.length); // the last line may have none, and numbers need one
        return true;
      }
      return false;
    }
    if (next == limit) {
      next = 0;
      limit = 0;
      while (limit == 0 && !isEnded) {
        fill();
      }
      if (limit == 0) {
        parser.getNonBlockingInputFeeder().endOfInput();
        boolean isFirst = !isClosed;
        isClosed = true;
        return isFirst;
      }
    }
    int from = next;
    next = limit;
    feed(bytes, from, limit);
    return true;
  }

  /** Forgets the rest of a line that breaks the rules. */
  void recover() throws IOException {
    parser.close();
    parser = FACTORY.createNonBlockingByteArrayParser();
  }

  /** Skips the rest of a value that starts with the token. */
  void skip(JsonToken token) throws IOException, BrokenJsonException {
    int depth = token.isStructStart() ? 1 : 0;
    while (depth > 0) {
      JsonToken next = nextWithin();
      depth += next.isStructStart() ? 1 : next.isStructEnd() ? -1 : 0;
    }
  }

  /** Returns the next token of a value that has begun. */
  JsonToken nextWithin() throws IOException, BrokenJsonException {
    JsonToken token = next();
    if (token == JsonToken.NOT_AVAILABLE) {
      throw BrokenJsonException.ofLayout(
          switch (layout) {
            case NEWLINE_DELIMITED -> "the line ends within a value";
            case ARRAY -> "the file ends within the array";
            case AUTO, UNSTRUCTURED -> "the file ends within a value";
          });
    }
    return token;
  }

  @Override
  public void close() {
    try {
      parser.close();
      in.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
