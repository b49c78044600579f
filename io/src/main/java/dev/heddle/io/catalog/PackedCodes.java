package dev.heddle.io.catalog;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;

/**
 * Loops over unsigned codes of one, two or four bytes.
 *
 * <p>Tests write one bit a row, in whole words; the bits behind the last row are clear. Codes can
 * be read up to the next multiple of {@link #ROWS_A_WORD} rows. Codes of less than four bytes are
 * tested eight bytes at a time.
 */
final class PackedCodes {
  /** The rows of a word of bits. */
  static final int ROWS_A_WORD = 64;

  private static final int MIN_BYTEWISE_BITS = 12; // of a word's: then it is cheaper to go by bytes
  private static final long BYTE_SIGNS = 0x8080808080808080L;
  private static final long SHORT_SIGNS = 0x8000800080008000L;
  private static final long EACH_BYTE = 0x0101010101010101L;
  private static final long EACH_SHORT = 0x0001000100010001L;
  private static final long GATHER_BYTE_SIGNS = 0x0102040810204080L;
  private static final long GATHER_SHORT_SIGNS = 1L << 48 | 1L << 33 | 1L << 18 | 1L << 3;

  /** For each byte the positions of its bits, two in a word, then zeros. */
  private static final long[] POSITIONS = new long[4 * 256];

  static {
    for (int bits = 0; bits < 256; bits++) {
      int count = 0;
      for (int bit = 0; bit < 8; bit++) {
        if (((bits >>> bit) & 1) != 0) {
          POSITIONS[4 * bits + count / 2] |= (long) bit << (32 * (count % 2));
          count++;
        }
      }
    }
  }

  private PackedCodes() {}

  /** Returns the bytes that {@code rows} codes take, with those that loops may read behind them. */
  static long bytesFor(int rows, int width) {
    return (long) (rows + ROWS_A_WORD - 1) / ROWS_A_WORD * ROWS_A_WORD * width;
  }

  /** Returns a code. */
  static long at(long codes, int width, int row) {
    return switch (width) {
      case 1 -> Memory.getByte(codes + row) & 0xffL;
      case 2 -> Memory.getShort(codes + 2L * row) & 0xffffL;
      default -> Memory.getInt(codes + 4L * row) & 0xffffffffL;
    };
  }

  /** Writes a code. */
  static void put(long codes, int width, int row, long code) {
    switch (width) {
      case 1 -> Memory.putByte(codes + row, (byte) code);
      case 2 -> Memory.putShort(codes + 2L * row, (short) code);
      default -> Memory.putInt(codes + 4L * row, (int) code);
    }
  }

  /** Sets the first bits and clears the rest of their last word. */
  static void fill(int rows, long bits) {
    for (int row = 0; row < rows; row += ROWS_A_WORD) {
      Memory.putLong(bits + (row >>> 3), mask(rows - row));
    }
  }

  /** Clears the words of the first bits. */
  static void clear(int rows, long bits) {
    Memory.fill(bits, Bits.bytesFor(rows), (byte) 0);
  }

  /** Inverts the first bits, behind which the rest of their last word is clear. */
  static void invert(int rows, long bits) {
    for (int row = 0; row < rows; row += ROWS_A_WORD) {
      Memory.putLong(bits + (row >>> 3), Memory.getLong(bits + (row >>> 3)) ^ mask(rows - row));
    }
  }

  private static long mask(int rows) {
    return rows >= ROWS_A_WORD ? -1L : (1L << rows) - 1;
  }

  /** Takes away the bits that are not set in another bitmap; returns how many are left. */
  static int and(long bits, long others, int rows) {
    int left = 0;
    for (int row = 0; row < rows; row += ROWS_A_WORD) {
      long word = Memory.getLong(bits + (row >>> 3)) & Memory.getLong(others + (row >>> 3));
      Memory.putLong(bits + (row >>> 3), word);
      left += Long.bitCount(word);
    }
    return left;
  }

  /** Adds the bits that are set in another bitmap. */
  static void or(long bits, long others, int rows) {
    for (int row = 0; row < rows; row += ROWS_A_WORD) {
      long word = Memory.getLong(bits + (row >>> 3)) | Memory.getLong(others + (row >>> 3));
      Memory.putLong(bits + (row >>> 3), word);
    }
  }

  /** Writes the positions of the bits that are set, and others in the 32 bytes behind them. */
  static void positions(long bits, int rows, long target) {
    int count = 0;
    for (int row = 0; row < rows; row += ROWS_A_WORD) {
      long word = Memory.getLong(bits + (row >>> 3));
      if (Long.bitCount(word) < MIN_BYTEWISE_BITS) {
        while (word != 0) {
          Memory.putInt(target + 4L * count++, row + Long.numberOfTrailingZeros(word));
          word &= word - 1;
        }
      } else {
        for (int i = 0; i < ROWS_A_WORD; i += 8) {
          int bits8 = (int) (word >>> i) & 0xff;
          long first = (row + i) * 0x1_0000_0001L;
          long to = target + 4L * count;
          Memory.putLong(to, first + POSITIONS[4 * bits8]);
          Memory.putLong(to + 8, first + POSITIONS[4 * bits8 + 1]);
          Memory.putLong(to + 16, first + POSITIONS[4 * bits8 + 2]);
          Memory.putLong(to + 24, first + POSITIONS[4 * bits8 + 3]);
          count += Integer.bitCount(bits8);
        }
      }
    }
  }

  /** Sets the bits of the codes in {@code [low, high]}. */
  static void inRange(long codes, int width, int rows, long low, long high, long bits) {
    switch (width) {
      case 1 -> bytesInRange(codes, rows, low * EACH_BYTE, high * EACH_BYTE, bits);
      case 2 -> shortsInRange(codes, rows, low * EACH_SHORT, high * EACH_SHORT, bits);
      default -> intsInRange(codes, rows, low, high, bits);
    }
  }

  private static void bytesInRange(long codes, int rows, long low, long high, long bits) {
    long lowRest = low & ~BYTE_SIGNS;
    long highSet = high | BYTE_SIGNS;
    for (int row = 0; row < rows; row += ROWS_A_WORD) {
      long word = 0;
      for (int i = 0; i < ROWS_A_WORD; i += 8) {
        long code = Memory.getLong(codes + row + i);
        long above = (code | BYTE_SIGNS) - lowRest; // each sign: the lower bits are not below
        long below = highSet - (code & ~BYTE_SIGNS);
        long hits =
            ((code & ~low) | (~(code ^ low) & above)) & ((high & ~code) | (~(code ^ high) & below));
        word |= ((((hits & BYTE_SIGNS) >>> 7) * GATHER_BYTE_SIGNS) >>> 56) << i;
      }
      Memory.putLong(bits + (row >>> 3), word & mask(rows - row));
    }
  }

  private static void shortsInRange(long codes, int rows, long low, long high, long bits) {
    long lowRest = low & ~SHORT_SIGNS;
    long highSet = high | SHORT_SIGNS;
    for (int row = 0; row < rows; row += ROWS_A_WORD) {
      long word = 0;
      for (int i = 0; i < ROWS_A_WORD; i += 4) {
        long code = Memory.getLong(codes + 2L * (row + i));
        long above = (code | SHORT_SIGNS) - lowRest;
        long below = highSet - (code & ~SHORT_SIGNS);
        long hits =
            ((code & ~low) | (~(code ^ low) & above)) & ((high & ~code) | (~(code ^ high) & below));
        word |= (((((hits & SHORT_SIGNS) >>> 15) * GATHER_SHORT_SIGNS) >>> 48) & 0xf) << i;
      }
      Memory.putLong(bits + (row >>> 3), word & mask(rows - row));
    }
  }

  private static void intsInRange(long codes, int rows, long low, long high, long bits) {
    long range = high - low;
    for (int row = 0; row < rows; row += ROWS_A_WORD) {
      long word = 0;
      for (int i = 0; i < ROWS_A_WORD; i++) {
        long code = Memory.getInt(codes + 4L * (row + i)) & 0xffffffffL;
        long offset = code - low;
        word |= (~(offset | (range - offset)) >>> 63) << i;
      }
      Memory.putLong(bits + (row >>> 3), word & mask(rows - row));
    }
  }

  /** Sets the bits of the values of an integer layout in {@code [low, high]}. */
  static void valuesInRange(Layout layout, long values, int rows, long low, long high, long bits) {
    clear(rows, bits);
    for (int row = 0; row < rows; row++) {
      long value =
          switch (layout) {
            case INT8 -> Memory.getByte(values + row);
            case INT16 -> Memory.getShort(values + 2L * row);
            case INT32 -> Memory.getInt(values + 4L * row);
            default -> Memory.getLong(values + 8L * row);
          };
      if (value >= low && value <= high) {
        Bits.set(bits, row);
      }
    }
  }

  /** Sets the bits of the codes whose entry in a table is 1; other entries are 0. */
  static void inTable(long codes, int width, int rows, byte[] table, long bits) {
    if (width == 1) {
      bytesInTable(codes, rows, table, bits);
      return;
    }
    for (int row = 0; row < rows; row += ROWS_A_WORD) {
      int last = Math.min(ROWS_A_WORD, rows - row);
      long word = 0;
      for (int i = 0; i < last; i++) {
        word |= (long) table[(int) at(codes, width, row + i)] << i;
      }
      Memory.putLong(bits + (row >>> 3), word);
    }
  }

  private static void bytesInTable(long codes, int rows, byte[] table, long bits) {
    for (int row = 0; row < rows; row += ROWS_A_WORD) {
      int last = Math.min(ROWS_A_WORD, rows - row);
      long word = 0;
      for (int i = 0; i < last; i++) {
        word |= (long) table[Memory.getByte(codes + row + i) & 0xff] << i;
      }
      Memory.putLong(bits + (row >>> 3), word);
    }
  }

  /**
   * Writes {@code base + step * code} for the first rows, as integers of a width in bytes; the last
   * one may be followed by more up to the next multiple of eight bytes.
   */
  static void decode(
      long codes, int width, int rows, long base, long step, int valueWidth, long target) {
    switch (valueWidth) {
      case 8 -> {
        switch (width) {
          case 1 -> {
            for (int i = 0; i < rows; i++) {
              Memory.putLong(target + 8L * i, base + step * (Memory.getByte(codes + i) & 0xffL));
            }
          }
          case 2 -> {
            for (int i = 0; i < rows; i++) {
              long code = Memory.getShort(codes + 2L * i) & 0xffffL;
              Memory.putLong(target + 8L * i, base + step * code);
            }
          }
          default -> intsToLongs(codes, rows, base, step, target);
        }
      }
      case 4 -> {
        int first = (int) base;
        int stride = (int) step;
        if (width == 1) {
          for (int i = 0; i < rows; i++) {
            Memory.putInt(target + 4L * i, first + stride * (Memory.getByte(codes + i) & 0xff));
          }
        } else {
          for (int i = 0; i < rows; i++) {
            int code = Memory.getShort(codes + 2L * i) & 0xffff;
            Memory.putInt(target + 4L * i, first + stride * code);
          }
        }
      }
      default -> {
        for (int i = 0; i < rows; i++) {
          Memory.putShort(target + 2L * i, (short) (base + step * at(codes, width, i)));
        }
      }
    }
  }

  private static void intsToLongs(long codes, int rows, long base, long step, long target) {
    if (step == 1) {
      for (int i = 0; i < rows; i++) {
        Memory.putLong(target + 8L * i, base + (Memory.getInt(codes + 4L * i) & 0xffffffffL));
      }
    } else {
      for (int i = 0; i < rows; i++) {
        long code = Memory.getInt(codes + 4L * i) & 0xffffffffL;
        Memory.putLong(target + 8L * i, base + step * code);
      }
    }
  }

  /** As {@link #decode} for the rows at some int32 positions, which are written densely. */
  static void decodeAt(
      long codes,
      int width,
      long positions,
      int count,
      long base,
      long step,
      int valueWidth,
      long target) {
    switch (valueWidth) {
      case 8 -> {
        switch (width) {
          case 1 -> {
            for (int i = 0; i < count; i++) {
              long code = Memory.getByte(codes + Memory.getInt(positions + 4L * i)) & 0xffL;
              Memory.putLong(target + 8L * i, base + step * code);
            }
          }
          case 2 -> {
            for (int i = 0; i < count; i++) {
              int row = Memory.getInt(positions + 4L * i);
              long code = Memory.getShort(codes + 2L * row) & 0xffffL;
              Memory.putLong(target + 8L * i, base + step * code);
            }
          }
          default -> {
            for (int i = 0; i < count; i++) {
              int row = Memory.getInt(positions + 4L * i);
              long code = Memory.getInt(codes + 4L * row) & 0xffffffffL;
              Memory.putLong(target + 8L * i, base + step * code);
            }
          }
        }
      }
      case 4 -> {
        int first = (int) base;
        int stride = (int) step;
        if (width == 1) {
          for (int i = 0; i < count; i++) {
            int code = Memory.getByte(codes + Memory.getInt(positions + 4L * i)) & 0xff;
            Memory.putInt(target + 4L * i, first + stride * code);
          }
        } else {
          for (int i = 0; i < count; i++) {
            int row = Memory.getInt(positions + 4L * i);
            int code = Memory.getShort(codes + 2L * row) & 0xffff;
            Memory.putInt(target + 4L * i, first + stride * code);
          }
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          int row = Memory.getInt(positions + 4L * i);
          Memory.putShort(target + 2L * i, (short) (base + step * at(codes, width, row)));
        }
      }
    }
  }
}
