package dev.heddle.physical.sort;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.row.RowStore;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a column's texts have at each of the first places behind their common beginning: the
 * smallest and the largest byte, eight places at a time.
 */
final class SortTextRange {
  static final int WORDS = 3;

  /** Places that are looked at. */
  static final int BYTES = 8 * WORDS;

  private static final long HIGH_BITS = 0x8080808080808080L;

  private final long[] smallest = new long[WORDS];
  private final long[] largest = new long[WORDS];
  private int longest;
  private int shortest = Integer.MAX_VALUE;

  private SortTextRange() {
    Arrays.fill(smallest, -1L);
  }

  /** Looks at all texts, from their byte {@code prefix} on, which none is shorter than. */
  static SortTextRange of(RowStore store, int column, int prefix, TaskContext context) {
    SortTextRange[] ranges = new SortTextRange[store.chunkCount()];
    context.parallel(
        ranges.length,
        chunk -> {
          SortTextRange range = new SortTextRange();
          range.add(store.chunk(column, chunk), store.chunkRows(chunk), prefix);
          ranges[chunk] = range;
        });
    for (int i = 1; i < ranges.length; i++) {
      ranges[0].add(ranges[i]);
    }
    return ranges[0];
  }

  /** Returns how many bytes all texts begin with, if that is worth a look; else 0. */
  static int commonPrefix(RowStore store, int column, TaskContext context) {
    long sample = 0; // a view
    for (int chunk = 0; chunk < store.chunkCount() && sample == 0; chunk++) {
      Column texts = store.chunk(column, chunk);
      for (int row = 0; row < store.chunkRows(chunk) && sample == 0; row++) {
        sample = texts.isNull(row) ? 0 : texts.values() + 16L * row;
      }
    }
    if (sample == 0 || StringViews.length(sample) <= StringViews.MAX_INLINE) {
      return 0;
    }
    long first = StringViews.address(sample, store.dataAddresses(column));
    AtomicInteger common = new AtomicInteger(StringViews.length(sample));
    context.parallel(
        store.chunkCount(),
        chunk -> {
          Column texts = store.chunk(column, chunk);
          int most = common.get();
          int least = commonPrefix(texts, store.chunkRows(chunk), first, most);
          common.accumulateAndGet(least, Math::min);
        });
    return common.get();
  }

  private static int commonPrefix(Column texts, int rows, long first, int most) {
    long[] data = texts.dataAddresses();
    long validity = texts.validity();
    int common = most;
    for (int row = 0; row < rows && common > 0; row++) {
      if (validity == 0 || Bits.get(validity, row)) {
        long view = texts.values() + 16L * row;
        long text = StringViews.address(view, data);
        common = Math.min(common, StringViews.length(view));
        if (!Memory.isEqual(first, text, common)) {
          common = mismatch(first, text, common);
        }
      }
    }
    return common;
  }

  private static int mismatch(long left, long right, int bytes) {
    int at = 0;
    while (at < bytes && Memory.getByte(left + at) == Memory.getByte(right + at)) {
      at++;
    }
    return at;
  }

  /** Reads up to 8 bytes as an integer of the same order, zeros behind the end. */
  static long word(long text, int length) {
    if (length <= 0) {
      return 0;
    }
    long word = Long.reverseBytes(Memory.getLong(text));
    return length >= 8 ? word : word & (-1L << (Long.SIZE - 8 * length));
  }

  private void add(Column texts, int rows, int prefix) {
    long[] data = texts.dataAddresses();
    long validity = texts.validity();
    for (int row = 0; row < rows; row++) {
      if (validity == 0 || Bits.get(validity, row)) {
        long view = texts.values() + 16L * row;
        add(StringViews.address(view, data) + prefix, StringViews.length(view) - prefix);
        longest = Math.max(longest, StringViews.length(view));
        shortest = Math.min(shortest, StringViews.length(view));
      }
    }
  }

  private void add(long text, int length) {
    for (int w = 0; w < WORDS && length > 8 * w; w++) {
      int left = length - 8 * w;
      long word = word(text + 8L * w, left);
      long behind = left >= 8 ? 0 : -1L >>> (8 * left);
      smallest[w] = smaller(smallest[w], word | behind);
      largest[w] = larger(largest[w], word);
    }
  }

  private void add(SortTextRange other) {
    for (int w = 0; w < WORDS; w++) {
      smallest[w] = smaller(smallest[w], other.smallest[w]);
      largest[w] = larger(largest[w], other.largest[w]);
    }
    longest = Math.max(longest, other.longest);
    shortest = Math.min(shortest, other.shortest);
  }

  /** Returns the smaller of each two bytes. */
  private static long smaller(long a, long b) {
    long isLess = isAtLeast(b, a);
    return (a & isLess) | (b & ~isLess);
  }

  /** Returns the larger of each two bytes. */
  private static long larger(long a, long b) {
    long isMore = isAtLeast(a, b);
    return (a & isMore) | (b & ~isMore);
  }

  /** Returns 0xff for each byte of {@code a} that is not below that of {@code b}, unsigned. */
  private static long isAtLeast(long a, long b) {
    long difference = (a | HIGH_BITS) - (b & ~HIGH_BITS);
    long high = ((a & ~b) | (~(a ^ b) & difference)) & HIGH_BITS;
    return (high >>> 7) * 0xff;
  }

  /** Returns the length of the longest text. */
  int longest() {
    return longest;
  }

  /** Returns the length of the shortest text. */
  int shortest() {
    return Math.min(shortest, longest);
  }

  /** Returns the smallest byte at a place, of the texts that reach so far. */
  int smallest(int place) {
    return byteAt(smallest, place);
  }

  /** Returns the largest byte at a place. */
  int largest(int place) {
    return byteAt(largest, place);
  }

  private static int byteAt(long[] words, int place) {
    return (int) (words[place >>> 3] >>> (56 - 8 * (place & 7))) & 0xff;
  }

  /** Returns whether one of the bytes looked at is zero. */
  boolean hasZeroBytes() {
    for (int place = 0; place < BYTES; place++) { // 0xff where no text reaches
      if (smallest(place) == 0) {
        return true;
      }
    }
    return false;
  }
}
