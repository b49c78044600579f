package dev.heddle.io.text;

import dev.heddle.frame.option.TextEncoding;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Text of another encoding as UTF-8. Used by one thread. */
final class Utf8Stream extends InputStream {
  private static final int BUFFER_CHARS = 16 << 10;
  private static final int MAX_BYTES_OF_CHAR = 3;

  private final Charset charset;
  private final Reader characters;
  private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
  private final CharBuffer chars = CharBuffer.allocate(BUFFER_CHARS).flip();
  private final ByteBuffer bytes = ByteBuffer.allocate(MAX_BYTES_OF_CHAR * BUFFER_CHARS).flip();
  private boolean isEnded;

  private Utf8Stream(InputStream in, Charset charset) {
    this.charset = charset;
    this.characters =
        new InputStreamReader(
            in,
            charset
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT));
  }

  /** Returns a stream of UTF-8; what is malformed in the encoding is an error as it is read. */
  static InputStream of(InputStream in, TextEncoding encoding) throws IOException {
    return switch (encoding) {
      case UTF_8 -> in;
      case LATIN_1 -> new Utf8Stream(in, StandardCharsets.ISO_8859_1);
      case UTF_16 -> {
        PushbackInputStream start = new PushbackInputStream(in, 2);
        byte[] first = start.readNBytes(2);
        boolean isMark = first.length == 2 && (first[0] & first[1] & 0xff) == 0xfe;
        if (!isMark) {
          start.unread(first);
        }
        // by a mark, or else by the rule that most first characters are of one byte
        boolean isLittle = first.length == 2 && (isMark ? first[0] == (byte) 0xff : first[0] != 0);
        yield new Utf8Stream(
            start, isLittle ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE);
      }
    };
  }

  private boolean fill() throws IOException {
    while (!bytes.hasRemaining() && !isEnded) {
      chars.compact();
      try {
        isEnded = characters.read(chars) < 0;
      } catch (CharacterCodingException e) {
        throw new IOException("it is no " + charset.name(), e);
      }
      chars.flip();
      bytes.clear();
      if (encoder.encode(chars, bytes, isEnded).isError()) {
        throw new IOException("it is no " + charset.name() + ": half of a surrogate pair");
      }
      bytes.flip();
    }
    return bytes.hasRemaining();
  }

  @Override
  public int read() throws IOException {
    return fill() ? bytes.get() & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int size = Math.min(length, bytes.remaining());
    bytes.get(target, offset, size);
    return size;
  }

  @Override
  public void close() throws IOException {
    characters.close();
  }
}
