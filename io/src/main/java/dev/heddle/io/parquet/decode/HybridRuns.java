package dev.heddle.io.parquet.decode;

import dev.heddle.io.memory.Memory;
import dev.heddle.io.parquet.codec.CorruptDataException;

/**
 * Walks over the hybrid of runs and bit-packed groups that holds levels and dictionary codes. Those
 * that decode or filter the values read its fields, and move them over the values that they take.
 *
 * <p>The bytes must be in memory that may be over-read by 8 bytes.
 */
abstract class HybridRuns {
  int bitWidth;
  int mask;

  // the run at hand: how many values are left, and either their one value or where they are packed
  int left;
  boolean isRun;
  int runValue;
  long packed;
  long packedBit;

  private long position; // of the next run header
  private long end;

  /** Starts at the first run header. */
  final void reset(long start, long bytes, int width) {
    if (width < 0 || width > 32) {
      throw new CorruptDataException("values are packed in " + width + " bits");
    }
    position = start;
    end = start + bytes;
    bitWidth = width;
    mask = width == 32 ? -1 : (1 << width) - 1;
    left = 0;
  }

  /** Returns how many bits a packed value has. */
  final int bitWidth() {
    return bitWidth;
  }

  /** Takes over where another one is. */
  final void goTo(HybridRuns other) {
    position = other.position;
    end = other.end;
    bitWidth = other.bitWidth;
    mask = other.mask;
    left = other.left;
    isRun = other.isRun;
    runValue = other.runValue;
    packed = other.packed;
    packedBit = other.packedBit;
  }

  /**
   * Returns whether the values from here on start with a single run of {@code count} equal ones.
   */
  final boolean startsWithRun(int value, int count) {
    if (left == 0 && count > 0) {
      nextRun();
    }
    return isRun && runValue == value && left >= count;
  }

  /** Goes to the next run; only when none of the last one is left. */
  final void nextRun() {
    long header = header();
    if ((header & 1) == 0) {
      long length = header >>> 1;
      int bytes = (bitWidth + 7) >>> 3;
      if (length == 0 || length > Integer.MAX_VALUE || bytes > end - position) {
        throw new CorruptDataException("a run of " + length + " values goes beyond its page");
      }
      isRun = true;
      left = (int) length;
      runValue =
          bytes == 0 ? 0 : Memory.getInt(position) & (bytes == 4 ? -1 : (1 << (8 * bytes)) - 1);
      if ((runValue & ~mask) != 0) {
        throw new CorruptDataException(
            "a run's value " + runValue + " has over " + bitWidth + " bits");
      }
      position += bytes;
      return;
    }
    long groups = header >>> 1;
    if (groups == 0 || groups > Integer.MAX_VALUE / 8) {
      throw new CorruptDataException("a bit-packed run has " + groups + " groups");
    }
    long bytes = Math.min(groups * bitWidth, end - position); // the last group may be cut short
    isRun = false;
    packed = position;
    packedBit = 0;
    left = bitWidth == 0 ? (int) groups * 8 : (int) Math.min(groups * 8, bytes * 8 / bitWidth);
    position += bytes;
    if (left == 0) {
      throw new CorruptDataException("a bit-packed run goes beyond its page");
    }
  }

  private long header() {
    long value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      if (position >= end) {
        throw new CorruptDataException("packed values end before the page's last one");
      }
      int b = Memory.getByte(position++);
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new CorruptDataException("the length of a packed run is malformed");
  }
}
