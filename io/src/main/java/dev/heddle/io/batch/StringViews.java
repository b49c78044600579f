package dev.heddle.io.batch;

import dev.heddle.io.memory.Memory;

/**
 * Reads and writes the 16-byte views of {@link Layout#VIEW}. Inline views are zero-padded, so equal
 * ones are equal words.
 */
public final class StringViews {
  /** The longest text that is stored in the view itself. */
  public static final int MAX_INLINE = 12;

  private StringViews() {}

  /** Returns the length in bytes. */
  public static int length(long view) {
    return Memory.getInt(view);
  }

  /** Returns where the bytes of a view start. */
  public static long address(long view, long[] data) {
    return Memory.getInt(view) <= MAX_INLINE
        ? view + 4
        : data[Memory.getInt(view + 8)] + (Memory.getInt(view + 12) & 0xffffffffL);
  }

  /** Writes a view of bytes in a data buffer, or copies them into the view where they fit. */
  public static void put(long view, long bytes, int length, int bufferNumber, int offset) {
    if (length <= MAX_INLINE) {
      putInline(view, bytes, length);
    } else {
      Memory.putInt(view, length);
      Memory.putInt(view + 4, Memory.getInt(bytes));
      Memory.putInt(view + 8, bufferNumber);
      Memory.putInt(view + 12, offset);
    }
  }

  /** Copies up to {@link #MAX_INLINE} bytes into a view. Reads nothing beyond them. */
  public static void putInline(long view, long bytes, int length) {
    Memory.putLong(view, length);
    Memory.putLong(view + 8, 0);
    Memory.copy(bytes, view + 4, length);
  }

  /**
   * Copies up to {@link #MAX_INLINE} bytes into a view. May read up to that number of bytes from
   * their start, which are in a buffer of ours.
   */
  public static void putShort(long view, long bytes, int length) {
    long low = Memory.getLong(bytes);
    long high = 0;
    if (length < 8) {
      low &= (1L << (8 * length)) - 1;
    } else {
      high = Memory.getInt(bytes + 8) & ((1L << (8 * (length - 8))) - 1);
    }
    Memory.putLong(view, length | low << 32);
    Memory.putLong(view + 8, low >>> 32 | high << 32);
  }

  /** Returns whether two views hold the same bytes. */
  public static boolean isEqual(long left, long[] leftData, long right, long[] rightData) {
    long word = Memory.getLong(left);
    if (word != Memory.getLong(right)) {
      return false; // lengths or first four bytes differ
    }
    int length = (int) word;
    if (length <= MAX_INLINE) {
      return Memory.getLong(left + 8) == Memory.getLong(right + 8);
    }
    return Memory.isEqual(address(left, leftData), address(right, rightData), length);
  }

  /**
   * Returns the first four bytes as an unsigned number, which compares as the bytes do: a shorter
   * text is padded by zeros, the smallest byte.
   */
  public static long start(long view) {
    return Integer.toUnsignedLong(Integer.reverseBytes(Memory.getInt(view + 4)));
  }

  /** Compares two views as unsigned bytes. */
  public static int compare(long left, long[] leftData, long right, long[] rightData) {
    int a = Integer.reverseBytes(Memory.getInt(left + 4));
    int b = Integer.reverseBytes(Memory.getInt(right + 4));
    if (a != b) {
      return Integer.compareUnsigned(a, b);
    }
    return Memory.compare(
        address(left, leftData), length(left), address(right, rightData), length(right));
  }
}
