package dev.heddle.physical.kernel.text;

import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import java.util.Arrays;

/**
 * Finds one byte string in others: it looks for two of its bytes at eight offsets at once, and
 * compares where both are.
 *
 * <p>Tests of whole columns write one bit a row, in whole words, and branch as little as they can:
 * where a text has what is looked for is as good as random. They may read up to 8 bytes behind a
 * text.
 */
@SuppressWarnings("ShortCircuitBoolean") // branch-free
public final class ByteSearch {
  static final long ONES = 0x0101010101010101L;
  static final long HIGHS = 0x8080808080808080L;
  private static final int BLOCK = 32; // offsets that are looked at before the next branch

  private final byte[] needle;
  private final long head;
  private final long mask;
  private final int distance; // of the two bytes
  private final long firsts; // the first byte eight times
  private final long seconds;
  private final byte[] folds; // the bit of each byte that is no matter
  private final long headFold;
  private final long firstFold;
  private final long secondFold;
  private final boolean isExact; // no byte has a fold
  private final boolean hasZeros; // among the two bytes

  /** Makes a search for a byte string. */
  public ByteSearch(byte[] needle) {
    this(needle, new byte[needle.length]);
  }

  private ByteSearch(byte[] needle, byte[] folds) {
    this.needle = needle;
    this.folds = folds;
    int bytes = Math.min(8, needle.length);
    this.mask = bytes == 8 ? -1L : (1L << (8 * bytes)) - 1;
    this.head = Memory.getLong(Arrays.copyOf(needle, Math.max(8, needle.length)), 0) & mask;
    this.distance = Math.max(0, bytes - 1);
    this.firsts = ONES * (head & 0xff);
    this.seconds = ONES * (head >>> (8 * distance) & 0xff);
    this.headFold = Memory.getLong(Arrays.copyOf(folds, Math.max(8, folds.length)), 0) & mask;
    this.firstFold = ONES * (headFold & 0xff);
    this.secondFold = ONES * (headFold >>> (8 * distance) & 0xff);
    this.isExact = (firstFold | secondFold) == 0;
    this.hasZeros = firsts == 0 || seconds == 0;
  }

  /**
   * Makes a search for small letters and other bytes that takes capitals of ASCII for small ones.
   */
  static ByteSearch ignoringCase(byte[] needle) {
    byte[] folds = new byte[needle.length];
    for (int i = 0; i < folds.length; i++) {
      folds[i] = fold(needle[i]);
    }
    return new ByteSearch(needle, folds);
  }

  /** Returns the bit in which a letter of ASCII and its capital differ, or 0 of other bytes. */
  static byte fold(byte small) {
    return (byte) (small >= 'a' && small <= 'z' ? 0x20 : 0);
  }

  /** Returns the length of what is looked for. */
  public int length() {
    return needle.length;
  }

  /** Returns what is looked for. */
  byte[] toBytes() {
    return needle.clone();
  }

  /**
   * Returns the first offset from {@code from} on at which the bytes occur, or -1. May read up to 8
   * bytes behind the text.
   */
  public int indexOf(long text, int length, int from) {
    int last = length - needle.length;
    if (needle.length == 0) {
      return from <= last ? from : -1;
    }
    for (int i = from; i <= last; i += 8) {
      while (last - i >= BLOCK && (inBlock(text + i) & HIGHS) == 0) {
        i += BLOCK;
      }
      // zero bytes of both, and maybe some bytes of 1 behind zeros
      long found = zeros(misses(text + i)) & HIGHS;
      for (; found != 0; found &= found - 1) {
        int at = i + (Long.numberOfTrailingZeros(found) >>> 3);
        if (at > last) {
          return -1;
        }
        if (isAt(text + at)) {
          return at;
        }
      }
    }
    return -1;
  }

  private long inBlock(long at) {
    // without the folds, which cost a sixth, where they are none
    return isExact ? inBlock(at, 0, 0) : inBlock(at, firstFold, secondFold);
  }

  private long inBlock(long at, long firstFold, long secondFold) {
    return zeros(misses(at, firstFold, secondFold))
        | zeros(misses(at + 8, firstFold, secondFold))
        | zeros(misses(at + 16, firstFold, secondFold))
        | zeros(misses(at + 24, firstFold, secondFold));
  }

  /** Returns whether the bytes are at an address that has at least that number of bytes. */
  public boolean isAt(long address) {
    return ((Memory.getLong(address) & mask) | headFold) == head && restMatches(address);
  }

  private boolean restMatches(long address) {
    for (int i = 8; i < needle.length; i++) {
      if ((Memory.getByte(address + i) | folds[i]) != needle[i]) {
        return false;
      }
    }
    return true;
  }

  /** Writes whether the bytes occur in texts. */
  public void contained(long views, long[] data, int rows, long output) {
    boolean isByte = needle.length == 1;
    for (int base = 0; base < rows; base += 64) {
      long word = 0;
      int end = Math.min(64, rows - base);
      for (int i = 0; i < end; i++) {
        long view = views + 16L * (base + i);
        int length = StringViews.length(view);
        long hit;
        if (length <= StringViews.MAX_INLINE && !hasZeros) {
          hit = isExact ? occursInView(view, 0, 0) : occursInView(view, firstFold, secondFold);
        } else {
          long text = StringViews.address(view, data);
          hit = isByte ? hasByte(text, length) : occurs(text, length);
        }
        word |= hit << i;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  /** Returns 1 if the bytes occur in an inline text, which is followed by zeros, or else 0. */
  private long occursInView(long view, long firstFold, long secondFold) {
    long low = Memory.getLong(view + 4);
    long high = Memory.getInt(view + 12) & 0xffffffffL;
    long lowMisses = (low | firstFold) ^ firsts;
    long highMisses = (high | firstFold) ^ firsts;
    long found = zeros(lowMisses) | zeros(highMisses);
    if (needle.length > 1) {
      int shift = 8 * distance;
      long later = low >>> shift | high << -shift;
      found =
          zeros(lowMisses | ((later | secondFold) ^ seconds))
              | zeros(highMisses | ((high >>> shift | secondFold) ^ seconds));
      if (needle.length > 2 && (found & HIGHS) != 0) {
        return indexOf(view + 4, StringViews.length(view), 0) >= 0 ? 1 : 0;
      }
    }
    return isAny(found);
  }

  /** Returns 1 if the only byte occurs in a text, or else 0. As {@link #occurs}. */
  private long hasByte(long text, int length) {
    if (length < BLOCK) {
      return occursAtFew(text, length, length);
    }
    int last = length - BLOCK;
    for (int i = 0; ; i = Math.min(i + BLOCK, last)) {
      long at = text + i;
      long found = isExact ? byteInBlock(at, 0) : byteInBlock(at, firstFold);
      if (i == last) {
        return isAny(found);
      }
      if ((found & HIGHS) != 0) {
        return 1;
      }
    }
  }

  private long byteInBlock(long at, long fold) {
    return zeros((Memory.getLong(at) | fold) ^ firsts)
        | zeros((Memory.getLong(at + 8) | fold) ^ firsts)
        | zeros((Memory.getLong(at + 16) | fold) ^ firsts)
        | zeros((Memory.getLong(at + 24) | fold) ^ firsts);
  }

  /**
   * Returns 1 if the bytes occur in a text, or else 0.
   *
   * <p>Looks at whole blocks of offsets, the last of which overlaps the one before. What {@link
   * #misses} finds in a word is right if nothing is found, and its first find is where both bytes
   * are.
   */
  private long occurs(long text, int length) {
    int offsets = length - needle.length + 1;
    if (offsets < BLOCK || needle.length == 0) {
      return occursAtFew(text, length, offsets);
    }
    int last = offsets - BLOCK;
    for (int i = 0; ; i = Math.min(i + BLOCK, last)) {
      long found = inBlock(text + i);
      if (needle.length <= 2 && i == last) {
        return isAny(found);
      }
      if ((found & HIGHS) != 0) {
        return needle.length <= 2 || indexOf(text, length, i) >= 0 ? 1 : 0;
      }
      if (i == last) {
        return 0;
      }
    }
  }

  private long occursAtFew(long text, int length, int offsets) {
    if (offsets <= 0 || needle.length == 0) {
      return offsets > 0 ? 1 : 0;
    }
    long found;
    if (offsets < 8) {
      found = zeros(misses(text)) & ((1L << (8 * offsets)) - 1);
    } else {
      int last = offsets - 8;
      found =
          zeros(misses(text))
              | zeros(misses(text + Math.min(8, last)))
              | zeros(misses(text + Math.min(16, last)))
              | zeros(misses(text + last));
    }
    if (needle.length > 2 && (found & HIGHS) != 0) {
      return indexOf(text, length, 0) >= 0 ? 1 : 0;
    }
    return isAny(found);
  }

  private static long isAny(long found) {
    long bits = found & HIGHS;
    return (bits | -bits) >>> 63;
  }

  /** Returns bytes that are zero where both bytes are at the offset. */
  private long misses(long address) {
    return isExact ? misses(address, 0, 0) : misses(address, firstFold, secondFold);
  }

  private long misses(long address, long firstFold, long secondFold) {
    return ((Memory.getLong(address) | firstFold) ^ firsts)
        | ((Memory.getLong(address + distance) | secondFold) ^ seconds);
  }

  /** Returns bytes whose high bit is set where they are zero, and maybe if 1 behind zeros. */
  static long zeros(long bytes) {
    return (bytes - ONES) & ~bytes;
  }

  /** Writes whether texts start with the bytes. */
  void leading(long views, long[] data, int rows, long output) {
    int bytes = needle.length;
    long inView = mask & 0xffffffffL; // of the first four bytes, which a view has
    long wanted = head & 0xffffffffL;
    long fold = headFold & 0xffffffffL;
    for (int base = 0; base < rows; base += 64) {
      long word = 0;
      int end = Math.min(64, rows - base);
      for (int i = 0; i < end; i++) {
        long view = views + 16L * (base + i);
        long start = Memory.getLong(view);
        boolean hit = (int) start >= bytes & ((start >>> 32 & inView) | fold) == wanted;
        if (bytes > 4 && hit) {
          hit = isAt(StringViews.address(view, data));
        }
        word |= (hit ? 1L : 0L) << i;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  /** Writes whether texts end with the bytes. */
  void trailing(long views, long[] data, int rows, long output) {
    int bytes = needle.length;
    for (int base = 0; base < rows; base += 64) {
      long word = 0;
      int end = Math.min(64, rows - base);
      for (int i = 0; i < end; i++) {
        long view = views + 16L * (base + i);
        int length = StringViews.length(view);
        boolean hit = length >= bytes && isAt(StringViews.address(view, data) + length - bytes);
        word |= (hit ? 1L : 0L) << i;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }
}
