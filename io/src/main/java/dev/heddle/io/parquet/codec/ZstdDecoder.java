package dev.heddle.io.parquet.codec;

import dev.heddle.io.memory.Memory;
import java.util.Arrays;

/**
 * Decompresses the zstd frames that pages of numbers become: many short sequences, and literals
 * that do not compress. On these it is faster than the library; all others it leaves to it,
 * malformed ones too.
 *
 * <p>A sequence is a number of literals and then a copy of earlier bytes. Those of a block, or of
 * two, are read first, see {@link ZstdBlock}, and then carried out, so that neither loop waits for
 * the other's loads. It is known in advance for how many of the usual ones, which are short, the
 * literals and the target certainly suffice.
 *
 * <p>Never writes outside of the target. The source may be over-read by 16 bytes. Used by one
 * thread.
 */
final class ZstdDecoder {
  private static final int MAGIC = 0xFD2FB528;
  private static final int MIN_BYTES = 18;
  private static final int HEADER_BYTES = 3;
  private static final int MAX_BLOCK_BYTES = 128 << 10;
  // sequences that make more bytes on the average are better copied by the library
  private static final int MAX_BYTES_PER_SEQUENCE = 24;

  // of a frame's header: a checksum, a dictionary, or what is reserved
  private static final int OTHER_FEATURES = 0x1f;

  // kinds of blocks; of literals
  static final int RAW = 0;
  private static final int RUN = 1;
  private static final int COMPRESSED = 2;

  // of a sequence that is not rare
  private static final int MAX_LITERALS = 15;
  private static final int MAX_BYTES = MAX_LITERALS + 34;
  private static final int LITERALS_MARGIN = 16;
  private static final int TARGET_MARGIN = 64;
  private static final int MIN_OFFSET = 8;

  private long[] shared = new long[ZstdBlock.SEQUENCES];
  private final ZstdBlock one = new ZstdBlock(0);
  private final ZstdBlock two = new ZstdBlock(1);
  private ZstdBlock tables = one; // that were read last

  // the frame at hand
  private long target;
  private long targetEnd;
  private long to;
  private long newest; // offset
  private long second; // that was the newest before
  private long third;

  // the block at hand
  private long literals;
  private long literalsEnd;

  /**
   * Decompresses a frame.
   *
   * @return {@code targetBytes}, or -1 if it is of another kind or malformed; then the target has
   *     any bytes
   */
  int decompress(long source, int sourceBytes, long newTarget, int targetBytes) {
    if (sourceBytes < MIN_BYTES) {
      return -1;
    }
    long start = frameHeader(source, targetBytes);
    long end = source + sourceBytes;
    if (start < 0 || !isSuitable(start, end, targetBytes)) {
      return -1;
    }
    target = newTarget;
    targetEnd = newTarget + targetBytes;
    to = newTarget;
    noteOffsets(1, 4, 8);
    tables = one;
    one.forget();
    long from = start;
    boolean isLast = false;
    boolean isWaiting = false; // the first block, for a second one
    while (!isLast) {
      int header = Memory.getInt(from) & 0xffffff;
      isLast = (header & 1) != 0;
      from += HEADER_BYTES;
      long next = from + storedBytes(header);
      boolean isCompressed = (header >>> 1 & 3) == COMPRESSED;
      if (isCompressed && !begin(isWaiting ? two : one, from, next)) {
        return -1;
      }
      if (isWaiting && !(isCompressed ? readTwo() : readOne())) {
        return -1;
      }
      if (!isCompressed && !plain(header, from)) {
        return -1;
      }
      isWaiting = isCompressed && !isWaiting;
      from = next;
    }
    return (!isWaiting || readOne()) && to == targetEnd ? targetBytes : -1;
  }

  /** Returns where the first block starts, or -1. */
  private static long frameHeader(long source, int targetBytes) {
    int descriptor = Memory.getByte(source + 4) & 0xff;
    if (Memory.getInt(source) != MAGIC || (descriptor & OTHER_FEATURES) != 0) {
      return -1;
    }
    boolean hasWindow = (descriptor & 0x20) == 0;
    long from = source + (hasWindow ? 6 : 5);
    long stated =
        switch (descriptor >>> 6) {
          case 0 -> hasWindow ? -1 : Memory.getByte(from) & 0xff;
          case 1 -> (Memory.getShort(from) & 0xffff) + 256;
          case 2 -> Memory.getInt(from) & 0xffffffffL;
          default -> Memory.getLong(from);
        };
    return stated == targetBytes ? from + (1 << (descriptor >>> 6)) : -1;
  }

  private static int storedBytes(int header) {
    return (header >>> 1 & 3) == RUN ? 1 : header >>> 3;
  }

  /** Looks at all blocks' headers: whether they end where they should, and this is for them. */
  private boolean isSuitable(long start, long end, int targetBytes) {
    long from = start;
    long all = 0;
    boolean isLast = false;
    while (!isLast) {
      if (end - from < HEADER_BYTES) {
        return false;
      }
      int header = Memory.getInt(from) & 0xffffff;
      int kind = header >>> 1 & 3;
      isLast = (header & 1) != 0;
      from += HEADER_BYTES;
      long next = from + storedBytes(header);
      if (kind > COMPRESSED || header >>> 3 > MAX_BLOCK_BYTES || next > end) {
        return false;
      }
      if (kind == COMPRESSED) {
        if (!one.readSizes(from, next)) {
          return false;
        }
        all += one.sequences();
      }
      from = next;
    }
    return from == end && all * MAX_BYTES_PER_SEQUENCE >= targetBytes;
  }

  private boolean plain(int header, long from) {
    int bytes = header >>> 3;
    if (bytes > targetEnd - to) {
      return false;
    }
    if ((header >>> 1 & 3) == RAW) {
      Memory.copy(from, to, bytes);
    } else {
      Memory.fill(to, bytes, Memory.getByte(from));
    }
    to += bytes;
    return true;
  }

  private boolean begin(ZstdBlock block, long from, long end) {
    if (!block.readSizes(from, end)) {
      return false;
    }
    int words = block.position(block.sequences());
    if (words > shared.length) {
      shared = Arrays.copyOf(shared, words + words / 2);
    }
    boolean isGood = block.begin(end, tables, shared);
    tables = block.sequences() > 0 ? block : tables;
    return isGood;
  }

  private boolean readOne() {
    return one.read(shared) && carryOut(one);
  }

  private boolean readTwo() {
    return ZstdBlock.read(one, two, shared) && carryOut(one) && carryOut(two);
  }

  /** Carries out the sequences of a block; returns false if one is malformed. */
  private boolean carryOut(ZstdBlock block) {
    long start = to;
    literals = block.literals();
    literalsEnd = block.literalsEnd();
    int done = 0;
    for (int other = 0; other < block.others(); other++) {
      int at = block.otherAt(other);
      boolean isGood =
          carryOutUsual(block, done, at)
              && carryOutAny(
                  block.otherOffset(other), block.otherLiterals(other), block.otherMatch(other));
      if (!isGood) {
        return false;
      }
      done = at + 1;
    }
    if (!carryOutUsual(block, done, block.sequences())) {
      return false;
    }
    long rest = literalsEnd - literals;
    if (rest > targetEnd - to) {
      return false;
    }
    Memory.copy(literals, to, rest);
    to += rest;
    return to - start <= MAX_BLOCK_BYTES;
  }

  private boolean carryOutUsual(ZstdBlock block, int from, int end) {
    int done = from;
    while (done < end) {
      // this number certainly stays within the literals and the target
      long sure =
          Math.min(
              (literalsEnd - LITERALS_MARGIN - literals) / MAX_LITERALS,
              (targetEnd - TARGET_MARGIN - to) / MAX_BYTES);
      int count = (int) Math.min(end - done, sure);
      int start = block.position(done);
      if (count > 0 && newest >= MIN_OFFSET) {
        int next = block.position(done + count);
        resolveOffsets(start, next);
        if (!carryOutUsual(start, next)) {
          return false;
        }
        done += count;
      } else if (carryOutAny(
          ZstdBlock.offsetAt(shared, start),
          ZstdBlock.literalsAt(shared, start),
          ZstdBlock.matchAt(shared, start))) {
        done++;
      } else {
        return false;
      }
    }
    return true;
  }

  /** Has usual sequences have their offsets, and notes the last ones. */
  private void resolveOffsets(int start, int end) {
    int last = lastNew(start, end);
    int before = lastNew(start, last);
    int first = lastNew(start, before);
    long newestAfter = last < start ? newest : newOffset(last);
    long secondAfter = last < start ? second : before < start ? newest : newOffset(before);
    long thirdAfter =
        last < start ? third : before < start ? second : first < start ? newest : newOffset(first);
    long[] words = shared;
    int latest = (int) newest;
    for (int i = start; i < end; i += 2) {
      int offset = ZstdBlock.offsetAt(words, i) - ZstdCodes.BEYOND_OFFSET;
      latest = offset < 0 ? latest : offset;
      ZstdBlock.putOffset(words, i, latest);
    }
    noteOffsets(newestAfter, secondAfter, thirdAfter);
  }

  /** Returns where the last of some usual sequences is that has a new offset, or before start. */
  private int lastNew(int start, int end) {
    int i = end - 2;
    while (i >= start && ZstdBlock.offsetAt(shared, i) == ZstdBlock.NEWEST) {
      i -= 2;
    }
    return i;
  }

  private long newOffset(int position) {
    return ZstdBlock.offsetAt(shared, position) - ZstdCodes.BEYOND_OFFSET;
  }

  /** Carries out usual sequences whose offsets are known; returns false if one is malformed. */
  private boolean carryOutUsual(int start, int end) {
    long[] words = shared;
    long first = target;
    long from = literals;
    long out = to;
    for (int i = start; i < end; i += 2) {
      long length = ZstdBlock.literalsAt(words, i);
      long match = ZstdBlock.matchAt(words, i);
      long copied = out + length;
      long back = copied - ZstdBlock.offsetAt(words, i);
      if (back < first) {
        return false;
      }
      Memory.putLong(out, Memory.getLong(from));
      if (length > 8) {
        Memory.putLong(out + 8, Memory.getLong(from + 8));
      }
      from += length;
      Memory.putLong(copied, Memory.getLong(back));
      if (match > 8) {
        copyRest(copied, back, match);
      }
      out = copied + match;
    }
    literals = from;
    to = out;
    return true;
  }

  private static void copyRest(long copied, long back, long match) {
    for (int done = 8; done < match; done += 8) {
      Memory.putLong(copied + done, Memory.getLong(back + done));
    }
  }

  /**
   * Carries out a sequence of any kind; returns false if it is malformed.
   *
   * @param offset the code of the offset
   */
  private boolean carryOutAny(long offset, long length, long match) {
    noteOffset(offset, length == 0);
    long copied = to + length;
    long room = targetEnd - copied - match;
    if ((literalsEnd - literals - length | room | copied - target - newest | newest - 1) < 0) {
      return false;
    }
    Memory.copy(literals, to, length);
    literals += length;
    copyMatch(copied, newest, match, room);
    to = copied + match;
    return true;
  }

  /**
   * Notes the offset of a sequence.
   *
   * @param value the code of the offset
   */
  private void noteOffset(long value, boolean noLiterals) {
    if (value > ZstdCodes.BEYOND_OFFSET) {
      noteOffsets(value - ZstdCodes.BEYOND_OFFSET, newest, second);
      return;
    }
    switch ((int) value + (noLiterals ? 1 : 0)) {
      case 1 -> {} // the newest again
      case 2 -> noteOffsets(second, newest, third);
      case 3 -> noteOffsets(third, newest, second);
      default -> noteOffsets(newest - 1, newest, second);
    }
  }

  private void noteOffsets(long first, long next, long last) {
    newest = first;
    second = next;
    third = last;
  }

  /** Copies earlier bytes; more than the length may be written if there is room behind. */
  private static void copyMatch(long start, long offset, long length, long room) {
    long end = start + length;
    long to = start;
    if (room < 16) {
      for (; to < end; to++) {
        Memory.putByte(to, Memory.getByte(to - offset));
      }
      return;
    }
    long distance = offset;
    if (distance < 8) { // bytes that repeat do so at some distance of 8 or more, too
      for (int i = 0; i < 8; i++, to++) {
        Memory.putByte(to, Memory.getByte(to - offset));
      }
      distance *= (7 + offset) / offset;
    } else if (length > 64 && offset >= length) {
      Memory.copy(start - offset, start, length);
      return;
    }
    for (; to < end; to += 8) {
      Memory.putLong(to, Memory.getLong(to - distance));
    }
  }
}
