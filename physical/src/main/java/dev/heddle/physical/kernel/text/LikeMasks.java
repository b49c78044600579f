package dev.heddle.physical.kernel.text;

import dev.heddle.io.memory.Memory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A LIKE pattern as bytes at distances, for short texts: the positions of a byte in a text are one
 * word of bits, so that all places of a piece between two {@code %} come from a few shifts, and no
 * branch depends on a text.
 *
 * <p>Patterns with {@code _} are for ASCII texts only. Immutable.
 */
@SuppressWarnings("ShortCircuitBoolean") // branch-free
final class LikeMasks {
  /** How many texts are looked at in one call. */
  static final int ROWS = 64;

  /** The longest text: a bit is left for "nowhere". */
  static final int LONGEST = 63;

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long GATHER =
      0x0002040810204081L; // brings the high bits of 8 bytes together
  private static final int TWO_WORDS = 16;

  /**
   * A piece: where its bytes are, and the places that are looked for by masks.
   *
   * @param bytes from the start to the end of a match
   * @param runs texts in it
   * @param offsets where these are
   * @param probes which of the pattern's bytes is looked for
   * @param shifts where that byte is
   * @param isProven whether the probes are all of the piece
   */
  private record Piece(
      int bytes, ByteSearch[] runs, int[] offsets, int[] probes, int[] shifts, boolean isProven) {
    boolean isAt(long address) {
      for (int i = 0; i < runs.length; i++) {
        if (!runs[i].isAt(address + offsets[i])) {
          return false;
        }
      }
      return true;
    }
  }

  private final List<Piece> built = new ArrayList<>();
  private final List<Byte> distinct = new ArrayList<>();
  private final boolean isForAscii;
  private final Piece[] middle;
  private final Piece head;
  private final Piece tail;
  private final long[] repeated; // each byte looked for eight times
  private final long[] folds; // the bits of those that are no matter

  /** Makes a matcher of at least two pieces. */
  static LikeMasks of(List<LikePattern.Piece> pieces) {
    return new LikeMasks(pieces, false);
  }

  /** Makes a matcher of at least two pieces that takes capitals of ASCII for small letters. */
  static LikeMasks ignoringCase(List<LikePattern.Piece> pieces) {
    return new LikeMasks(pieces, true);
  }

  private LikeMasks(List<LikePattern.Piece> pieces, boolean ignoresCase) {
    boolean skips = false;
    for (int i = 0; i < pieces.size(); i++) {
      boolean isMiddle = i > 0 && i < pieces.size() - 1;
      Piece piece = piece(pieces.get(i), isMiddle);
      skips |= pieces.get(i).hasSkips();
      if (!isMiddle || piece.bytes > 0) {
        built.add(piece);
      }
    }
    this.isForAscii = skips;
    this.head = built.getFirst();
    this.tail = built.getLast();
    this.middle = built.subList(1, built.size() - 1).toArray(Piece[]::new);
    this.repeated = new long[distinct.size()];
    this.folds = new long[distinct.size()];
    for (int i = 0; i < repeated.length; i++) {
      repeated[i] = ONES * (distinct.get(i) & 0xff);
      folds[i] = ignoresCase ? ONES * ByteSearch.fold(distinct.get(i)) : 0;
    }
  }

  private Piece piece(LikePattern.Piece piece, boolean isLookedFor) {
    List<Integer> probes = new ArrayList<>();
    List<Integer> shifts = new ArrayList<>();
    ByteSearch[] runs = piece.runs();
    int[] offsets = new int[runs.length];
    int at = 0;
    boolean isProven = true;
    for (int i = 0; i < runs.length; i++) {
      at += piece.skips()[i];
      offsets[i] = at;
      byte[] bytes = runs[i].toBytes();
      if (isLookedFor) {
        probes.add(probe(bytes[0]));
        shifts.add(at);
        if (bytes.length > 1) {
          probes.add(probe(bytes[bytes.length - 1]));
          shifts.add(at + bytes.length - 1);
        }
        isProven &= bytes.length <= 2;
      }
      at += bytes.length;
    }
    int length = at + piece.trailing();
    return new Piece(
        length,
        runs,
        offsets,
        probes.stream().mapToInt(Integer::intValue).toArray(),
        shifts.stream().mapToInt(Integer::intValue).toArray(),
        isProven);
  }

  private int probe(byte value) {
    int known = distinct.indexOf(value);
    if (known < 0) {
      distinct.add(value);
      return distinct.size() - 1;
    }
    return known;
  }

  /** Texts of one call, and what is known of them: loops go over all of them, step by step. */
  static final class Texts {
    private final long[] addresses = new long[ROWS];
    private final int[] lengths = new int[ROWS];
    private final long[] masks;
    private final long[] starts = new long[ROWS];
    private final int[] ends = new int[ROWS]; // of the match so far, or more than the text has

    private Texts(int bytes) {
      this.masks = new long[ROWS * bytes];
    }

    void set(int row, long address, int length) {
      addresses[row] = address;
      lengths[row] = length;
    }
  }

  /** Returns room for texts. */
  Texts texts() {
    return new Texts(repeated.length);
  }

  /**
   * Returns how many of the first bytes of a text {@link #matches} may be asked about; up to 8
   * behind the text may be read.
   */
  int start(long text, int length) {
    int start = Math.min(length, LONGEST);
    return isForAscii && !Utf8.isAscii(text, start) ? 0 : start;
  }

  /** Returns whether a text matches as soon as a start of it does. */
  boolean isFreeAtEnd() {
    return tail.bytes == 0;
  }

  /** Returns which of up to {@link #ROWS} texts match. */
  long matches(Texts texts, int rows) {
    for (int k = 0; k < repeated.length; k++) {
      if (folds[k] == 0) {
        writeMasks(texts, rows, repeated[k], k * ROWS);
      } else {
        writeMasks(texts, rows, repeated[k], folds[k], k * ROWS);
      }
    }
    int[] ends = texts.ends;
    Arrays.fill(ends, head.bytes);
    for (Piece piece : middle) {
      for (int i = 0; i < ROWS; i++) {
        texts.starts[i] = -1L << Math.min(ends[i], LONGEST);
      }
      for (int k = 0; k < piece.probes.length; k++) {
        keep(texts.starts, texts.masks, piece.probes[k] * ROWS, piece.shifts[k]);
      }
      if (!piece.isProven) {
        for (int i = 0; i < rows; i++) {
          int end = texts.lengths[i] - tail.bytes;
          texts.starts[i] = proven(piece, texts.starts[i], texts.addresses[i], end);
        }
      }
      for (int i = 0; i < ROWS; i++) {
        // 64 and more if there is none; beyond the text there may be garbage
        ends[i] = Long.numberOfTrailingZeros(texts.starts[i]) + piece.bytes;
      }
    }
    long word = 0;
    for (int i = 0; i < rows; i++) {
      word |= (long) ((ends[i] + tail.bytes - 1 - texts.lengths[i]) >>> 31) << i;
    }
    return head.runs.length == 0 && tail.runs.length == 0 ? word : atEnds(texts, word);
  }

  private static void writeMasks(Texts texts, int rows, long repeated, int from) {
    for (int i = 0; i < rows; i++) {
      texts.masks[from + i] = mask(texts.addresses[i], texts.lengths[i], repeated);
    }
  }

  private static void writeMasks(Texts texts, int rows, long repeated, long fold, int from) {
    for (int i = 0; i < rows; i++) {
      long mask = 0;
      for (int at = 0; at < texts.lengths[i]; at += 8) {
        mask |= zeros((Memory.getLong(texts.addresses[i] + at) | fold) ^ repeated) << at;
      }
      texts.masks[from + i] = mask;
    }
  }

  private static void keep(long[] starts, long[] masks, int from, int shift) {
    for (int i = 0; i < ROWS; i++) {
      starts[i] &= masks[from + i] >>> shift;
    }
  }

  /** Returns which of the texts start and end as they should. */
  private long atEnds(Texts texts, long word) {
    long matched = word;
    for (long left = word; left != 0; left &= left - 1) {
      int i = Long.numberOfTrailingZeros(left);
      long text = texts.addresses[i];
      if (!head.isAt(text) || !tail.isAt(text + texts.lengths[i] - tail.bytes)) {
        matched &= ~(1L << i);
      }
    }
    return matched;
  }

  private static long proven(Piece piece, long starts, long text, int end) {
    long left = starts;
    while (left != 0) {
      int at = Long.numberOfTrailingZeros(left);
      if (at + piece.bytes > end || piece.isAt(text + at)) {
        break;
      }
      left &= left - 1;
    }
    return left;
  }

  /** Returns where a byte is: the bits beyond the text are unspecified. */
  private static long mask(long text, int length, long repeated) {
    if (length <= TWO_WORDS) {
      int second = Math.max(0, Math.min(8, length - 4));
      return bits(text, repeated) | bits(text + second, repeated) << second;
    }
    int last = length - 8;
    long mask =
        bits(text, repeated)
            | bits(text + 8, repeated) << 8
            | bits(text + last - 8, repeated) << (last - 8)
            | bits(text + last, repeated) << last;
    for (int i = 16; i < last - 8; i += 8) {
      mask |= bits(text + i, repeated) << i;
    }
    return mask;
  }

  private static long bits(long address, long repeated) {
    return zeros(Memory.getLong(address) ^ repeated);
  }

  /** Returns a bit for each byte that is zero. */
  private static long zeros(long bytes) {
    long zeros = ~((bytes & ~HIGHS) + ~HIGHS | bytes) & HIGHS;
    return (zeros * GATHER) >>> 56;
  }
}
