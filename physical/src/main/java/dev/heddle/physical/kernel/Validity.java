package dev.heddle.physical.kernel;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import org.jspecify.annotations.Nullable;

/** Combines validity bitmaps word by word. Bits beyond the rows are unspecified. */
public final class Validity {
  private Validity() {}

  /** Returns the intersection of two bitmaps, which stay with their owners. */
  public static @Nullable Buffer both(
      @Nullable Buffer left, @Nullable Buffer right, int rows, MemoryAccount account) {
    if (left == null || right == null || left == right) {
      Buffer one = left == null ? right : left;
      return one == null ? null : one.retain();
    }
    Buffer result = account.allocate(Bits.bytesFor(rows));
    and(left.address(), right.address(), rows, result.address());
    return result;
  }

  /** Writes {@code left & right}. */
  public static void and(long left, long right, int rows, long output) {
    for (long i = 0; i < Bits.bytesFor(rows); i += 8) {
      Memory.putLong(output + i, Memory.getLong(left + i) & Memory.getLong(right + i));
    }
  }

  /** Writes {@code left | right}. */
  public static void or(long left, long right, int rows, long output) {
    for (long i = 0; i < Bits.bytesFor(rows); i += 8) {
      Memory.putLong(output + i, Memory.getLong(left + i) | Memory.getLong(right + i));
    }
  }

  /** Writes {@code left & ~right}. */
  public static void andNot(long left, long right, int rows, long output) {
    for (long i = 0; i < Bits.bytesFor(rows); i += 8) {
      Memory.putLong(output + i, Memory.getLong(left + i) & ~Memory.getLong(right + i));
    }
  }

  /** Writes {@code ~bits}. */
  public static void not(long bits, int rows, long output) {
    for (long i = 0; i < Bits.bytesFor(rows); i += 8) {
      Memory.putLong(output + i, ~Memory.getLong(bits + i));
    }
  }

  /** Sets all bits. */
  public static void fill(long bits, int rows) {
    Memory.fill(bits, Bits.bytesFor(rows), (byte) -1);
  }

  /** Returns the first row whose bit is set in {@code bits} and in {@code valid}, or -1. */
  public static int firstSet(long bits, long valid, int rows) {
    for (int base = 0; base < rows; base += 64) {
      long word = Memory.getLong(bits + (base >>> 3));
      if (valid != 0) {
        word &= Memory.getLong(valid + (base >>> 3));
      }
      if (rows - base < 64) {
        word &= (1L << (rows - base)) - 1;
      }
      if (word != 0) {
        return base + Long.numberOfTrailingZeros(word);
      }
    }
    return -1;
  }
}
