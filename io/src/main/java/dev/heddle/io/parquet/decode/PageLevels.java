package dev.heddle.io.parquet.decode;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.footer.ParquetColumn;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the definition and repetition levels of one page after the other. Owns the buffers that
 * it needs. Used by one thread.
 */
final class PageLevels implements AutoCloseable {
  private static final int PACKED_HEADER_BYTES = 5;
  // levels of structs around a value are unpacked in windows of this size, within the L1 cache
  private static final int WINDOW = 4096;

  private final MemoryAccount account;
  private final HybridDecoder repetitions = new HybridDecoder();
  private final HybridDecoder definitions = new HybridDecoder();
  private int maxRepetition;
  private int maxDefinition;
  private @Nullable Buffer window;

  // the page at hand
  private boolean hasNulls;
  private @Nullable Buffer packedRepetitions;
  private @Nullable Buffer packedDefinitions;

  PageLevels(MemoryAccount account) {
    this.account = account;
  }

  /** Turns to the pages of a column. */
  void start(ParquetColumn column) {
    maxRepetition = column.maxRepetition();
    maxDefinition = column.maxDefinition();
  }

  /**
   * Turns to a page of the first version, in which levels precede the values.
   *
   * @param start where its decompressed bytes start
   * @param end where they end
   * @return where its values start
   */
  long startFirstVersion(PageHeader header, long start, long end) {
    long at = start;
    if (maxRepetition > 0 && header.repetitionEncoding == PageHeader.BIT_PACKED) {
      packedRepetitions = repacked(header.values, at, end, maxRepetition, repetitions);
      at += packedBytes(header.values, maxRepetition);
    } else if (maxRepetition > 0) {
      at += startRuns(at, end, header.repetitionEncoding, maxRepetition, repetitions);
    }
    if (maxDefinition > 0 && header.levelEncoding == PageHeader.BIT_PACKED) {
      packedDefinitions = repacked(header.values, at, end, maxDefinition, definitions);
      at += packedBytes(header.values, maxDefinition);
    } else if (maxDefinition > 0) {
      at += startRuns(at, end, header.levelEncoding, maxDefinition, definitions);
    }
    findNulls(header.values);
    return at;
  }

  /**
   * Turns to a page of the second version, in which levels are never compressed.
   *
   * @param start where its levels start
   */
  void startSecondVersion(PageHeader header, long start) {
    if (maxRepetition > 0) {
      repetitions.reset(start, header.repetitionBytes, bitWidth(maxRepetition));
    }
    if (maxDefinition > 0) {
      long at = start + header.repetitionBytes;
      definitions.reset(at, header.definitionBytes, bitWidth(maxDefinition));
    }
    findNulls(header.values);
  }

  private void findNulls(int values) {
    hasNulls = maxDefinition > 0 && values > 0 && !definitions.startsWithRun(maxDefinition, values);
  }

  private static int bitWidth(int max) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(max);
  }

  /** Returns how many bytes the levels take, their length included. */
  private static int startRuns(long start, long end, int encoding, int max, HybridDecoder decoder) {
    if (encoding != PageHeader.RLE) {
      throw new CorruptDataException("levels have encoding " + encoding);
    }
    long left = end - start;
    int bytes = left < 4 ? -1 : Memory.getInt(start);
    if (bytes < 0 || bytes > left - 4) {
      throw new CorruptDataException("a page's levels are stated to take " + bytes + " bytes");
    }
    decoder.reset(start + 4, bytes, bitWidth(max));
    return 4 + bytes;
  }

  private static long packedBytes(int values, int max) {
    return ((long) values * bitWidth(max) + 7) / 8;
  }

  /** Turns levels of the oldest form, most significant bit first, into one run of the hybrid. */
  private Buffer repacked(int values, long start, long end, int max, HybridDecoder decoder) {
    int width = bitWidth(max);
    if (packedBytes(values, max) > end - start) {
      throw new CorruptDataException("a page's levels go beyond it");
    }
    int groups = (int) ((values + 7L) / 8);
    Buffer run = account.allocateZeroed(PACKED_HEADER_BYTES + (long) groups * width);
    long runHeader = (long) groups << 1 | 1;
    for (int i = 0; i < PACKED_HEADER_BYTES; i++) {
      int more = i < PACKED_HEADER_BYTES - 1 ? 0x80 : 0;
      Memory.putByte(run.address() + i, (byte) ((runHeader >>> (7 * i) & 0x7f) | more));
    }
    long target = run.address() + PACKED_HEADER_BYTES;
    for (long bit = 0; bit < (long) values * width; bit++) {
      int set = Memory.getByte(start + (bit >>> 3)) >>> (7 - (bit & 7)) & 1;
      // the bits of a value change their order, the values do not
      long to = bit - bit % width + (width - 1 - bit % width);
      long at = target + (to >>> 3);
      Memory.putByte(at, (byte) (Memory.getByte(at) | set << (to & 7)));
    }
    decoder.reset(run.address(), run.capacity(), width);
    return run;
  }

  /** Returns whether rows of the page at hand may be null. */
  boolean hasNulls() {
    return hasNulls;
  }

  /**
   * Reads which of the next rows have a value into a bitmap whose bits from the offset on are zero.
   *
   * @return how many have one
   */
  int read(long bitmap, int offset, int rows) {
    if (maxDefinition == 1) {
      return definitions.readBits(bitmap, offset, rows);
    }
    int found = 0;
    for (int done = 0; done < rows; done += WINDOW) {
      int n = Math.min(WINDOW, rows - done);
      long levels = unpack(n);
      found += LevelMasks.appendBits(levels, n, maxDefinition, bitmap, offset + done);
    }
    return found;
  }

  /** Steps over rows and returns how many of them have a value. */
  int skip(int rows) {
    if (maxDefinition == 1) {
      return definitions.skipBits(rows);
    }
    int found = 0;
    for (int done = 0; done < rows; done += WINDOW) {
      int n = Math.min(WINDOW, rows - done);
      found += LevelMasks.count(unpack(n), n, maxDefinition);
    }
    return found;
  }

  /** Reads the definition levels of the next entries as bytes, and returns their address. */
  private long unpack(int entries) {
    if (window == null) {
      window = account.allocate(WINDOW + 64);
    }
    readNested(0, window.address(), entries);
    return window.address();
  }

  /**
   * Reads the levels of the next entries, as bytes; up to 8 bytes behind them may be overwritten.
   *
   * @param repetitionTarget where repetition levels go, if the column has any
   * @param definitionTarget where definition levels go, if the column has any
   */
  void readNested(long repetitionTarget, long definitionTarget, int entries) {
    if (maxRepetition > 0) {
      repetitions.readBytes(repetitionTarget, entries);
      LevelMasks.check(repetitionTarget, entries, maxRepetition);
    }
    if (maxDefinition > 0) {
      definitions.readBytes(definitionTarget, entries);
      LevelMasks.check(definitionTarget, entries, maxDefinition);
    }
  }

  /** Frees what belongs to the page at hand. */
  void leavePage() {
    hasNulls = false;
    if (packedRepetitions != null) {
      packedRepetitions.release();
      packedRepetitions = null;
    }
    if (packedDefinitions != null) {
      packedDefinitions.release();
      packedDefinitions = null;
    }
  }

  @Override
  public void close() {
    leavePage();
    if (window != null) {
      window.release();
      window = null;
    }
  }
}
