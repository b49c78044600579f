package dev.heddle.io.parquet.decode;

import dev.heddle.io.memory.Memory;
import dev.heddle.io.parquet.codec.CorruptDataException;

/**
 * Decodes DELTA_BINARY_PACKED integers, a miniblock at a time.
 *
 * <p>The bytes must be in memory that may be over-read by 16 bytes. Sums wrap, as the format
 * specifies.
 */
final class DeltaDecoder {
  // bits that a word is sure to have, at whichever bit of a byte it starts
  private static final int MAX_BITS_IN_WORD = 57;

  private static final int MAX_MINIBLOCKS = 4096;
  private static final int MAX_BLOCK_VALUES = 1 << 20;

  private long position;
  private long end;
  private int miniblocks;
  private int miniblockValues;
  private int values;
  private int left;
  private long last;
  private boolean firstPending;

  // the block being read
  private long minimumDelta;
  private long widths;
  private int miniblock;
  private long packed;
  private long packedBit;
  private int width;
  private int miniblockLeft;

  /** Starts at the header. */
  void reset(long start, long bytes) {
    position = start;
    end = start + bytes;
    long blockValues = varint();
    long blockMiniblocks = varint();
    long total = varint();
    if (blockValues <= 0
        || blockValues > MAX_BLOCK_VALUES
        || blockMiniblocks <= 0
        || blockMiniblocks > MAX_MINIBLOCKS
        || blockValues % blockMiniblocks != 0
        || total < 0
        || total > Integer.MAX_VALUE) {
      throw new CorruptDataException(
          "deltas come in blocks of "
              + blockValues
              + " values, "
              + blockMiniblocks
              + " parts, "
              + total
              + " in all");
    }
    miniblocks = (int) blockMiniblocks;
    miniblockValues = (int) (blockValues / blockMiniblocks);
    values = (int) total;
    left = values;
    last = zigzag(varint());
    firstPending = true;
    miniblock = miniblocks;
    miniblockLeft = 0;
  }

  /** Returns how many values there are in all. */
  int values() {
    return values;
  }

  /** Decodes to int64, or to their low halves as int32. */
  void read(long target, int count, int byteWidth) {
    if (count > left) {
      throw new CorruptDataException("deltas end before the page's last value");
    }
    left -= count;
    long to = target;
    int wanted = count;
    if (firstPending && wanted > 0) {
      put(to, byteWidth, last);
      to += byteWidth;
      wanted--;
      firstPending = false;
    }
    while (wanted > 0) {
      if (miniblockLeft == 0) {
        nextMiniblock();
      }
      int n = Math.min(wanted, miniblockLeft);
      if (byteWidth == 8) {
        readLongs(to, n);
      } else {
        readInts(to, n);
      }
      miniblockLeft -= n;
      wanted -= n;
      to += (long) byteWidth * n;
    }
  }

  private static void put(long target, int byteWidth, long value) {
    if (byteWidth == 8) {
      Memory.putLong(target, value);
    } else {
      Memory.putInt(target, (int) value);
    }
  }

  private void readLongs(long target, int count) {
    long sum = last;
    long minimum = minimumDelta;
    if (width == 0) {
      for (int i = 0; i < count; i++) {
        sum += minimum;
        Memory.putLong(target + 8L * i, sum);
      }
    } else if (width <= MAX_BITS_IN_WORD) {
      sum = readPacked(target, count);
    } else {
      for (int i = 0; i < count; i++) {
        sum += minimum + unpack(i);
        Memory.putLong(target + 8L * i, sum);
      }
    }
    packedBit += (long) count * width;
    last = sum;
  }

  /** Decodes int64 values whose deltas fit into a word each, short ones in pairs. */
  private long readPacked(long target, int count) {
    long sum = last;
    long minimum = minimumDelta;
    long base = packed;
    long bit = packedBit;
    int bitWidth = width;
    long bits = (1L << bitWidth) - 1;
    int i = 0;
    if (bitWidth <= MAX_BITS_IN_WORD / 2) {
      for (; i + 2 <= count; i += 2) {
        long word = Memory.getLong(base + (bit >>> 3)) >>> (bit & 7);
        sum += minimum + (word & bits);
        Memory.putLong(target + 8L * i, sum);
        sum += minimum + (word >>> bitWidth & bits);
        Memory.putLong(target + 8L * i + 8, sum);
        bit += 2L * bitWidth;
      }
    }
    for (; i < count; i++) {
      sum += minimum + (Memory.getLong(base + (bit >>> 3)) >>> (bit & 7) & bits);
      Memory.putLong(target + 8L * i, sum);
      bit += bitWidth;
    }
    return sum;
  }

  private void readInts(long target, int count) {
    long sum = last;
    long minimum = minimumDelta;
    if (width <= 32) {
      long bit = packedBit;
      long bits = (1L << width) - 1;
      for (int i = 0; i < count; i++) {
        sum += minimum + (Memory.getLong(packed + (bit >>> 3)) >>> (bit & 7) & bits);
        Memory.putInt(target + 4L * i, (int) sum);
        bit += width;
      }
    } else {
      for (int i = 0; i < count; i++) {
        sum += minimum + unpack(i);
        Memory.putInt(target + 4L * i, (int) sum);
      }
    }
    packedBit += (long) count * width;
    last = sum;
  }

  private long unpack(int index) {
    long bit = packedBit + (long) index * width;
    long from = packed + (bit >>> 3);
    int shift = (int) (bit & 7);
    long value = Memory.getLong(from) >>> shift;
    if (shift + width > 64) {
      value |= (long) Memory.getByte(from + 8) << (64 - shift);
    }
    return width == 64 ? value : value & (1L << width) - 1;
  }

  private void nextMiniblock() {
    if (miniblock == miniblocks) {
      minimumDelta = zigzag(varint());
      widths = position;
      if (miniblocks > end - position) {
        throw new CorruptDataException("a block of deltas goes beyond its page");
      }
      position += miniblocks;
      miniblock = 0;
    }
    width = Memory.getByte(widths + miniblock) & 0xff;
    if (width > 64) {
      throw new CorruptDataException("deltas are packed in " + width + " bits");
    }
    miniblock++;
    long bytes = ((long) miniblockValues * width + 7) >>> 3;
    packed = position;
    packedBit = 0;
    miniblockLeft = miniblockValues;
    if (bytes > end - position) { // the last one may be cut short
      bytes = end - position;
      miniblockLeft = (int) (bytes * 8 / width);
      if (miniblockLeft == 0) {
        throw new CorruptDataException("a block of deltas goes beyond its page");
      }
    }
    position += bytes;
  }

  /** Returns where the bytes after all deltas start; all of them must have been read. */
  long positionAfterAll() {
    if (left != 0) {
      throw new IllegalStateException("Deltas are left");
    }
    return position;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (position >= end) {
        throw new CorruptDataException("the header of deltas is cut off");
      }
      int b = Memory.getByte(position++);
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new CorruptDataException("the header of deltas is malformed");
  }

  private static long zigzag(long value) {
    return value >>> 1 ^ -(value & 1);
  }
}
