package dev.heddle.physical.kernel.text;

import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Failures;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A compiled LIKE pattern over UTF-8 bytes: {@code %} matches any text, {@code _} one code point.
 *
 * <p>The pattern is cut at its {@code %}: the first piece is at the start, the last at the end,
 * those between are found from left to right, each as early as possible, which is enough.
 * Immutable.
 */
public final class LikePattern {
  /** Text without {@code %}: runs of bytes with a number of single code points before each. */
  static final class Piece {
    private final ByteSearch[] runs;
    private final int[] skips; // one a run
    private final int trailing; // single code points behind the last run
    private final @Nullable ByteSearch text; // the only run, if there is nothing else

    Piece(List<ByteSearch> runs, List<Integer> skips, int trailing) {
      this.runs = runs.toArray(ByteSearch[]::new);
      this.skips = skips.stream().mapToInt(Integer::intValue).toArray();
      this.trailing = trailing;
      boolean isText = this.runs.length == 1 && this.skips[0] == 0 && trailing == 0;
      this.text = isText ? this.runs[0] : null;
    }

    boolean isEmpty() {
      return runs.length == 0 && trailing == 0;
    }

    /** Returns whether single code points are among it. */
    boolean hasSkips() {
      return trailing > 0 || Arrays.stream(skips).anyMatch(skip -> skip > 0);
    }

    ByteSearch[] runs() {
      return runs;
    }

    /** Returns how many single code points precede each run. */
    int[] skips() {
      return skips;
    }

    int trailing() {
      return trailing;
    }

    /** Returns the offset behind a match that starts at an offset, or -1. */
    int match(long text, int length, int from) {
      int at = from;
      for (int i = 0; i < runs.length; i++) {
        at = skip(text, length, at, skips[i]);
        if (at < 0) {
          return -1;
        }
        at = matchRun(i, text, length, at);
      }
      return skip(text, length, at, trailing);
    }

    private int matchRun(int i, long text, int length, int at) {
      int behind = at + runs[i].length();
      return behind <= length && runs[i].isAt(text + at) ? behind : -1;
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

    private static int skipBack(long text, int from, int to, int codePoints) {
      int at = to;
      for (int i = 0; i < codePoints; i++) {
        do {
          if (at <= from) {
            return -1;
          }
          at--;
        } while (Utf8.isContinuation(Memory.getByte(text + at)));
      }
      return at;
    }

    /** Returns the offset behind the first match from an offset on, or -1. */
    int find(long text, int length, int from) {
      if (runs.length == 0) {
        return skip(text, length, from, trailing);
      }
      int at = skip(text, length, from, skips[0]);
      while (at >= 0) {
        at = runs[0].indexOf(text, length, at);
        if (at < 0) {
          return -1;
        }
        int end = at + runs[0].length();
        for (int i = 1; i < runs.length && end >= 0; i++) {
          end = skip(text, length, end, skips[i]);
          end = end < 0 ? -1 : matchRun(i, text, length, end);
        }
        end = skip(text, length, end, trailing);
        if (end >= 0) {
          return end;
        }
        at++;
      }
      return -1;
    }

    /** Returns whether a match that starts at {@code from} or later ends at the end. */
    boolean matchesEnd(long text, int length, int from) {
      int at = skipBack(text, from, length, trailing);
      for (int i = runs.length - 1; i >= 0 && at >= 0; i--) {
        at -= runs[i].length();
        if (at < from || !runs[i].isAt(text + at)) {
          return false;
        }
        at = skipBack(text, from, at, skips[i]);
      }
      return at >= 0;
    }
  }

  private final Piece[] pieces;
  private final byte[] prefix;
  private final @Nullable LikeMasks masks; // if there is a %

  private LikePattern(List<Piece> pieces, byte[] prefix, boolean ignoresCase) {
    this.pieces = pieces.toArray(Piece[]::new);
    this.masks =
        pieces.size() < 2
            ? null
            : ignoresCase ? LikeMasks.ignoringCase(pieces) : LikeMasks.of(pieces);
    this.prefix = prefix;
  }

  /**
   * Compiles a pattern.
   *
   * @param escape code point that takes the meaning of the next one away, or -1 for none
   * @throws dev.heddle.frame.error.HeddleException if the escape precedes anything but {@code %},
   *     {@code _} or itself
   */
  public static LikePattern compile(String pattern, int escape) {
    return compile(pattern, escape, false);
  }

  /**
   * Compiles a pattern of small letters that takes capitals of ASCII for small ones: in a text of
   * ASCII it matches what {@link #compile(String, int)} of it matches in the text in small letters.
   */
  public static LikePattern ignoringCase(String pattern, int escape) {
    return compile(pattern, escape, true);
  }

  private static LikePattern compile(String pattern, int escape, boolean ignoresCase) {
    List<Piece> pieces = new ArrayList<>();
    PieceBuilder piece = new PieceBuilder(ignoresCase);
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
                  + "\": the escape character must precede %, _ or itself");
        }
        piece.add(next);
        i += Character.charCount(next);
      } else if (c == '%') {
        prefix = prefix == null ? piece.prefix() : prefix;
        pieces.add(piece.build());
        piece = new PieceBuilder(ignoresCase);
      } else if (c == '_') {
        piece.skip();
      } else {
        piece.add(c);
      }
    }
    prefix = prefix == null ? piece.prefix() : prefix;
    pieces.add(piece.build());
    return new LikePattern(pieces, prefix, ignoresCase);
  }

  private static final class PieceBuilder {
    private final List<ByteSearch> runs = new ArrayList<>();
    private final List<Integer> skips = new ArrayList<>();
    private final ByteArrayOutputStream run = new ByteArrayOutputStream();
    private final boolean ignoresCase;
    private int skip;

    PieceBuilder(boolean ignoresCase) {
      this.ignoresCase = ignoresCase;
    }

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
    }

    private void flush() {
      if (run.size() > 0) {
        byte[] bytes = run.toByteArray();
        runs.add(ignoresCase ? ByteSearch.ignoringCase(bytes) : new ByteSearch(bytes));
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
      return new Piece(runs, skips, skip);
    }
  }

  /** Returns the bytes that every match starts with. */
  public byte[] prefix() {
    return prefix.clone();
  }

  /** Returns the only text that matches, if the pattern has no wildcard. */
  public Optional<byte[]> exact() {
    Piece piece = pieces[0];
    if (pieces.length > 1 || piece.trailing > 0) {
      return Optional.empty();
    }
    if (piece.runs.length == 0) {
      return Optional.of(new byte[0]);
    }
    return piece.text != null ? Optional.of(prefix.clone()) : Optional.empty();
  }

  /** Returns whether every text that starts with the prefix matches. */
  public boolean isPrefix() {
    if (pieces.length == 1 || pieces[0].text == null) {
      return false;
    }
    for (int i = 1; i < pieces.length; i++) {
      if (!pieces[i].isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a text matches. May read up to 8 bytes behind it. */
  public boolean matches(long text, int length) {
    int at = pieces[0].match(text, length, 0);
    int last = pieces.length - 1;
    if (last == 0) {
      return at == length;
    }
    for (int i = 1; i < last && at >= 0; i++) {
      at = pieces[i].find(text, length, at);
    }
    return at >= 0 && pieces[last].matchesEnd(text, length, at);
  }

  /** Writes whether views match: one bit a row, in whole words. */
  public void test(long views, long[] data, int rows, long output) {
    if (pieces.length == 2 && pieces[1].isEmpty() && pieces[0].text != null) {
      pieces[0].text.leading(views, data, rows, output);
    } else if (pieces.length == 2 && pieces[0].isEmpty() && pieces[1].text != null) {
      pieces[1].text.trailing(views, data, rows, output);
    } else if (pieces.length == 3
        && pieces[0].isEmpty()
        && pieces[1].text != null
        && pieces[2].isEmpty()) {
      pieces[1].text.contained(views, data, rows, output);
    } else if (masks != null) {
      testByMasks(masks, views, data, rows, output);
    } else {
      testEach(views, data, rows, output);
    }
  }

  private void testEach(long views, long[] data, int rows, long output) {
    for (int base = 0; base < rows; base += 64) {
      long word = 0;
      int end = Math.min(64, rows - base);
      for (int i = 0; i < end; i++) {
        long view = views + 16L * (base + i);
        boolean hit = matches(StringViews.address(view, data), StringViews.length(view));
        word |= (hit ? 1L : 0L) << i;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  /** As {@link #testEach}, short texts together. */
  private void testByMasks(LikeMasks masks, long views, long[] data, int rows, long output) {
    LikeMasks.Texts texts = masks.texts();
    for (int base = 0; base < rows; base += LikeMasks.ROWS) {
      int count = Math.min(LikeMasks.ROWS, rows - base);
      long left = 0; // texts whose starts alone do not show that they do not match
      for (int i = 0; i < count; i++) {
        long view = views + 16L * (base + i);
        int length = StringViews.length(view);
        long text = StringViews.address(view, data);
        int start = masks.start(text, length);
        texts.set(i, text, start);
        left |= (start < length ? 1L : 0L) << i;
      }
      long word = masks.matches(texts, count);
      if (!masks.isFreeAtEnd()) {
        word &= ~left;
      }
      for (left &= ~word; left != 0; left &= left - 1) {
        int i = Long.numberOfTrailingZeros(left);
        long view = views + 16L * (base + i);
        boolean hit = matches(StringViews.address(view, data), StringViews.length(view));
        word |= (hit ? 1L : 0L) << i;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }
}
