package dev.heddle.s3lab;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The first line and the headers of an HTTP/1.1 message. Used by one thread. */
final class HttpHead {
  private static final int MAX_BYTES = 64 << 10;

  private final String firstLine;
  private final List<String> headers;

  HttpHead(String firstLine, List<String> headers) {
    this.firstLine = firstLine;
    this.headers = new ArrayList<>(headers);
  }

  /** Reads a head; null if the connection ends before it begins. */
  static @Nullable HttpHead read(InputStream in) throws IOException {
    String first = line(in, true);
    if (first == null) {
      return null;
    }
    List<String> headers = new ArrayList<>();
    for (String line = line(in, false); !line.isEmpty(); line = line(in, false)) {
      headers.add(line);
    }
    return new HttpHead(first, headers);
  }

  private static @Nullable String line(InputStream in, boolean mayEnd) throws IOException {
    StringBuilder text = new StringBuilder();
    while (true) {
      int b = in.read();
      if (b < 0) {
        if (mayEnd && text.isEmpty()) {
          return null;
        }
        throw new EOFException("the connection ended in a head");
      }
      if (b == '\n') {
        return text.toString();
      }
      if (b != '\r') {
        text.append((char) b);
      }
      if (text.length() > MAX_BYTES) {
        throw new IOException("a head of more than " + MAX_BYTES + " bytes");
      }
    }
  }

  void write(OutputStream out) throws IOException {
    StringBuilder text = new StringBuilder(firstLine).append("\r\n");
    headers.forEach(header -> text.append(header).append("\r\n"));
    out.write(text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Returns a word of the first line. */
  String word(int index) {
    return firstLine.split(" ")[index];
  }

  @Nullable String header(String name) {
    String start = name.toLowerCase(Locale.ROOT) + ":";
    for (String header : headers) {
      if (header.toLowerCase(Locale.ROOT).startsWith(start)) {
        return header.substring(start.length()).strip();
      }
    }
    return null;
  }

  /** Returns the head with a header set. */
  HttpHead with(String name, String value) {
    HttpHead changed = without(name);
    changed.headers.add(name + ": " + value);
    return changed;
  }

  /** Returns the head without a header. */
  HttpHead without(String name) {
    String start = name.toLowerCase(Locale.ROOT) + ":";
    List<String> changed = new ArrayList<>(headers);
    changed.removeIf(header -> header.toLowerCase(Locale.ROOT).startsWith(start));
    return new HttpHead(firstLine, changed);
  }

  boolean isChunked() {
    return "chunked".equalsIgnoreCase(header("Transfer-Encoding"));
  }

  /** Returns the length of the body, or 0 if none is stated. */
  long contentLength() {
    String length = header("Content-Length");
    return length == null ? 0 : Long.parseLong(length);
  }

  @Override
  public String toString() {
    return firstLine;
  }
}
