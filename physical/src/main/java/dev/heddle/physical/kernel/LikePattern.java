package dev.heddle.physical.kernel;

import dev.heddle.io.memory.Memory;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A compiled LIKE pattern over UTF-8 bytes: {@code %} stands for any text, {@code _} for one code
 * point.
 *
 * <p>The pattern is cut at its {@code %}: the first piece stands at the start, the last at the end,
 * those between are found from left to right, each as early as possible, which is enough.
 * Immutable.
 */
public final class LikePattern {
  /**
   * Text without {@code %}: runs of bytes with a number of single code points before each.
   *
   * @param text the only run, if there is nothing else
   */
  private record Piece(
      List<ByteSearch> runs,
      List<Integer> skips,
      int trailing,
      int minBytes,
      @Nullable ByteSearch text) {
    boolean isEmpty() {
      return runs.isEmpty() && trailing == 0;
    }

    /** Returns the offset behind a match that starts at an offset, or -1. */
    int match(long text, int length, int from) {
      if (isEmpty()) {
        return from;
      }
      int at = from;
      for (int i = 0; i < runs.size(); i++) {
        at = skip(text, length, at, skips.get(i));
        ByteSearch run = runs.get(i);
        if (at < 0 || at + run.length() > length || !run.isAt(text + at)) {
          return -1;
        }
        at += run.length();
      }
      return skip(text, length, at, trailing);
    }

    private static int skip(long text, int length, int from, int codePoints) {
      int at = from;
      for (int i = 0; i < codePoints; i++) {
        if (at < 0 || at >= length) {
          return -1;
        }
        at += Utf8.width(Memory.getByte(text + at));
      }
      return at;
    }

    /** Returns the offset behind the first match from an offset on, or -1. */
    int find(long text, int length, int from) {
      ByteSearch only = this.text;
      if (only != null) {
        int at = only.indexOf(text, length, from);
        return at < 0 ? -1 : at + only.length();
      }
      for (int at = from; at + minBytes <= length; ) {
        int end = match(text, length, at);
        if (end >= 0) {
          return end;
        }
        if (at == length) {
          return -1;
        }
        at += Utf8.width(Memory.getByte(text + at));
      }
      return -1;
    }

    /** Returns whether a match that starts at {@code from} or later ends at the end. */
    boolean matchesEnd(long text, int length, int from) {
      if (isEmpty()) {
        return true;
      }
      ByteSearch only = this.text;
      if (only != null) {
        int at = length - only.length();
        return at >= from && only.isAt(text + at);
      }
      for (int at = from; at + minBytes <= length; ) {
        if (match(text, length, at) == length) {
          return true;
        }
        if (at == length) {
          return false;
        }
        at += Utf8.width(Memory.getByte(text + at));
      }
      return false;
    }
  }

  private final List<Piece> pieces;
  private final Piece[] parts; // the same
  private final byte[] prefix;

  private LikePattern(List<Piece> pieces, byte[] prefix) {
    this.pieces = pieces;
    this.parts = pieces.toArray(Piece[]::new);
    this.prefix = prefix;
  }

  /**
   * Compiles a pattern.
   *
   * @param escape code point that takes the meaning of the next one away, or -1 for none
   * @throws dev.heddle.frame.error.HeddleException if the escape stands before anything but {@code
   *     %}, {@code _} or itself
   */
  public static LikePattern compile(String pattern, int escape) {
    List<Piece> pieces = new ArrayList<>();
    PieceBuilder piece = new PieceBuilder();
    byte[] prefix = null;
    for (int i = 0; i < pattern.length(); ) {
      int c = pattern.codePointAt(i);
      i += Character.charCount(c);
      if (c == escape) {
        int next = i < pattern.length() ? pattern.codePointAt(i) : -1;
        if (next != '%' && next != '_' && next != escape) {
          throw Failures.argument(
              "Cannot use LIKE pattern \""
                  + Failures.shorten(pattern)
                  + "\": the escape character must stand before %, _ or itself");
        }
        piece.add(next);
        i += Character.charCount(next);
      } else if (c == '%') {
        prefix = prefix == null ? piece.prefix() : prefix;
        pieces.add(piece.build());
        piece = new PieceBuilder();
      } else if (c == '_') {
        piece.skip();
      } else {
        piece.add(c);
      }
    }
    prefix = prefix == null ? piece.prefix() : prefix;
    pieces.add(piece.build());
    return new LikePattern(List.copyOf(pieces), prefix);
  }

  private static final class PieceBuilder {
    private final List<ByteSearch> runs = new ArrayList<>();
    private final List<Integer> skips = new ArrayList<>();
    private final ByteArrayOutputStream run = new ByteArrayOutputStream();
    private int skip;
    private int bytes;

    void add(int codePoint) {
      if (run.size() == 0) {
        skips.add(skip);
        skip = 0;
      }
      run.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
    }

    void skip() {
      flush();
      skip++;
      bytes++;
    }

    private void flush() {
      if (run.size() > 0) {
        bytes += run.size();
        runs.add(new ByteSearch(run.toByteArray()));
        run.reset();
      }
    }

    /** Returns the bytes before the first single code point. */
    byte[] prefix() {
      if ((!skips.isEmpty() && skips.getFirst() > 0) || (skip > 0 && runs.isEmpty())) {
        return new byte[0];
      }
      return runs.isEmpty() ? run.toByteArray() : runs.getFirst().toBytes();
    }

    Piece build() {
      flush();
      boolean isText = runs.size() == 1 && skips.getFirst() == 0 && skip == 0;
      ByteSearch text = isText ? runs.getFirst() : null;
      return new Piece(List.copyOf(runs), List.copyOf(skips), skip, bytes, text);
    }
  }

  /** Returns the bytes that every match starts with. */
  public byte[] prefix() {
    return prefix.clone();
  }

  /** Returns the only text that matches, if the pattern has no wildcard. */
  public Optional<byte[]> exact() {
    Piece piece = pieces.getFirst();
    if (pieces.size() > 1 || piece.trailing > 0) {
      return Optional.empty();
    }
    if (piece.runs.isEmpty()) {
      return Optional.of(new byte[0]);
    }
    return piece.text != null ? Optional.of(prefix.clone()) : Optional.empty();
  }

  /** Returns whether every text that starts with the prefix matches. */
  public boolean isPrefix() {
    if (pieces.size() == 1 || pieces.getFirst().text == null) {
      return false;
    }
    for (Piece piece : pieces.subList(1, pieces.size())) {
      if (!piece.runs.isEmpty() || piece.trailing > 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a text matches. May read up to 8 bytes behind it. */
  public boolean matches(long text, int length) {
    int at = parts[0].match(text, length, 0);
    int last = parts.length - 1;
    if (last == 0) {
      return at == length;
    }
    for (int i = 1; i < last && at >= 0; i++) {
      at = parts[i].find(text, length, at);
    }
    return at >= 0 && parts[last].matchesEnd(text, length, at);
  }
}
