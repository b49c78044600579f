package dev.heddle.io.parquet;

import dev.heddle.io.memory.Memory;

/**
 * Decompresses the zstd frames that pages of numbers become: many short sequences, and literals
 * that do not compress. On these it is faster than the library, since a sequence is decoded without
 * a branch that depends on data; all others it leaves to the library, malformed ones too.
 *
 * <p>A sequence is a number of literals and then a copy of earlier bytes. Most have few literals, a
 * short copy, and an offset that is new or that of the sequence before. Some hundred of these are
 * read and then carried out, so that neither loop waits for the other's loads; it is known in
 * advance for how many of them the literals and the target certainly suffice.
 *
 * <p>Never writes outside of the target. The source may be over-read by 16 bytes. Used by one
 * thread.
 */
final class ZstdDecoder {
  private static final int MAGIC = 0xFD2FB528;
  private static final int LEAST_BYTES = 18;
  private static final int MOST_BLOCK_BYTES = 128 << 10;
  // sequences that make more bytes on the average are better copied by the library
  private static final int MOST_BYTES_PER_SEQUENCE = 24;

  // of a frame's header: a checksum, a dictionary, or what is reserved
  private static final int OTHER_FEATURES = 0x1f;

  // kinds of blocks; of literals
  private static final int RAW = 0;
  private static final int RUN = 1;
  private static final int COMPRESSED = 2;

  // of a sequence that is not rare
  private static final int MOST_LITERALS = 15;
  private static final int MOST_BYTES = MOST_LITERALS + 34;
  private static final int LITERALS_MARGIN = 16;
  private static final int TARGET_MARGIN = 64;
  private static final int LEAST_OFFSET = 8;

  // so many are decoded, then carried out
  private static final int MOST_AT_ONCE = 256;

  private final long[] entries = new long[ZstdCodes.ENTRIES];
  private final ZstdCodes lengths = new ZstdCodes(ZstdCodes.Kind.LITERALS, entries);
  private final ZstdCodes offsets = new ZstdCodes(ZstdCodes.Kind.OFFSETS, entries);
  private final ZstdCodes matches = new ZstdCodes(ZstdCodes.Kind.MATCHES, entries);

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
  private int sequences; // left
  private long sequencesStart;

  // where its bits are read
  private long least; // no word starts before
  private long at; // the word
  private long bits; // of it that are left, the next one first
  private int used; // of the word's
  private int stateBits; // of those that the last sequence was taken to have behind it
  private long lengthState;
  private long offsetState;
  private long matchState;

  // sequences that are decoded, by their number
  private final long[] sums = new long[MOST_AT_ONCE];
  private final long[] distances = new long[MOST_AT_ONCE];

  /**
   * Decompresses a frame.
   *
   * @return {@code targetBytes}, or -1 if it is of another kind or malformed; then the target has
   *     any bytes
   */
  int decompress(long source, int sourceBytes, long newTarget, int targetBytes) {
    if (sourceBytes < LEAST_BYTES) {
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
    lengths.forget();
    offsets.forget();
    matches.forget();
    long from = start;
    boolean isLast = false;
    while (!isLast) {
      int header = Memory.getInt(from) & 0xffffff;
      isLast = (header & 1) != 0;
      from += 3;
      long next = from + storedBytes(header);
      if (!block(header, from, next)) {
        return -1;
      }
      from = next;
    }
    return to == targetEnd ? targetBytes : -1;
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
      if (end - from < 3) {
        return false;
      }
      int header = Memory.getInt(from) & 0xffffff;
      int kind = header >>> 1 & 3;
      isLast = (header & 1) != 0;
      from += 3;
      long next = from + storedBytes(header);
      if (kind > COMPRESSED || header >>> 3 > MOST_BLOCK_BYTES || next > end) {
        return false;
      }
      if (kind == COMPRESSED) {
        if (!readSizes(from, next)) {
          return false;
        }
        all += sequences;
      }
      from = next;
    }
    return from == end && all * MOST_BYTES_PER_SEQUENCE >= targetBytes;
  }

  /** Reads how many literals and sequences a block has; returns false if it cannot be decoded. */
  private boolean readSizes(long start, long end) {
    int head = Memory.getInt(start) & 0xffffff;
    if (end - start < 4 || (head & 3) != RAW) {
      return false;
    }
    int form = head >>> 2 & 3;
    int headBytes = (form & 1) == 0 ? 1 : form == 1 ? 2 : 3;
    int bytes = (form & 1) == 0 ? head >>> 3 & 0x1f : form == 1 ? head >>> 4 & 0xfff : head >>> 4;
    literals = start + headBytes;
    literalsEnd = literals + bytes;
    if (literalsEnd >= end) {
      return false;
    }
    int count = Memory.getByte(literalsEnd) & 0xff;
    int more = count < 128 ? 0 : count < 255 ? 1 : 2;
    sequencesStart = literalsEnd + 1 + more;
    if (sequencesStart > end) {
      return false;
    }
    sequences =
        switch (more) {
          case 0 -> count;
          case 1 -> ((count - 128) << 8) + (Memory.getByte(literalsEnd + 1) & 0xff);
          default -> (Memory.getShort(literalsEnd + 1) & 0xffff) + 0x7f00;
        };
    return true;
  }

  private boolean block(int header, long from, long end) {
    int kind = header >>> 1 & 3;
    if (kind == COMPRESSED) {
      long start = to;
      return readSizes(from, end) && compressed(end) && to - start <= MOST_BLOCK_BYTES;
    }
    int bytes = header >>> 3;
    if (bytes > targetEnd - to) {
      return false;
    }
    if (kind == RAW) {
      Memory.copy(from, to, bytes);
    } else {
      Memory.fill(to, bytes, Memory.getByte(from));
    }
    to += bytes;
    return true;
  }

  private boolean compressed(long end) {
    long from = sequencesStart;
    if (sequences > 0) {
      int forms = from < end ? Memory.getByte(from++) & 0xff : -1;
      if ((forms & 3) != 0) {
        return false;
      }
      from = lengths.read(forms >>> 6, from, end);
      from = from < 0 ? from : offsets.read(forms >>> 4 & 3, from, end);
      from = from < 0 ? from : matches.read(forms >>> 2 & 3, from, end);
      if (from < 0 || from >= end || !decode(from, end)) {
        return false;
      }
    } else if (from != end) {
      return false;
    }
    long rest = literalsEnd - literals;
    if (rest > targetEnd - to) {
      return false;
    }
    Memory.copy(literals, to, rest);
    to += rest;
    return true;
  }

  /** Carries out the sequences, whose bits are read from their end to their start. */
  private boolean decode(long start, long end) {
    least = start - 8;
    at = end - 8;
    bits = Memory.getLong(at);
    if (bits >>> 56 == 0) {
      return false;
    }
    used = Long.numberOfLeadingZeros(bits) + 1;
    bits <<= used;
    lengthState = take(lengths.log());
    offsetState = take(offsets.log());
    matchState = take(matches.log());
    used += lengths.log() + offsets.log() + matches.log();
    stateBits = 0;
    while (sequences > 0) {
      // so many usual ones certainly stay within the literals and the target
      long sure =
          Math.min(
              (literalsEnd - LITERALS_MARGIN - literals) / MOST_LITERALS,
              (targetEnd - TARGET_MARGIN - to) / MOST_BYTES);
      int most = (int) Math.min(Math.min(sequences, MOST_AT_ONCE), sure);
      int usual = most > 0 && newest >= LEAST_OFFSET ? readUsual(most) : 0;
      if ((usual > 0 && !carryOut(usual)) || (usual < Math.max(most, 1) && !decodeAny())) {
        return false;
      }
    }
    return (at - start) * Byte.SIZE + Long.SIZE == used - stateBits;
  }

  /** Returns the next bits of the word, 63 at most. */
  private long take(int count) {
    long value = bits >>> 1 >>> ~count;
    bits <<= count;
    return value;
  }

  /**
   * Reads usual sequences up to one that is not. Nothing in it but the end depends on data:
   * processors cannot foresee which sequences repeat an offset.
   *
   * @return how many it has read
   */
  private int readUsual(int most) {
    long[] table = entries;
    long[] sumsRead = sums;
    long[] distancesRead = distances;
    long lowest = least;
    long word = bits;
    long bitsAt = at;
    int bitsUsed = used;
    long length = lengthState;
    long offset = offsetState;
    long match = matchState;
    long latest = newest;
    int read = 0;
    for (; read < most; read++) {
      long lengthEntry = Memory.at(table, length);
      long offsetEntry = Memory.at(table, offset + ZstdCodes.OFFSETS_BASE);
      long matchEntry = Memory.at(table, match + ZstdCodes.MATCHES_BASE);
      long lengths = lengthEntry + matchEntry;
      long sum = lengths + offsetEntry;
      if ((sum & ZstdCodes.RARE_MASK) != 0) {
        break;
      }
      int step = (int) (sum >>> ZstdCodes.BITS_SHIFT) & 0xff;
      // a word is nearly always enough for two, so that they need not wait for it
      if ((read & 1) == 0 || bitsUsed + step > Long.SIZE) {
        long next = bitsAt - (bitsUsed >>> 3);
        if (next < lowest) {
          break;
        }
        bitsAt = next;
        bitsUsed &= 7;
        word = Memory.getLong(bitsAt) << bitsUsed;
      }
      bitsUsed += step;
      long distance =
          ((word >>> 1 | Long.MIN_VALUE) >>> (offsetEntry >>> ZstdCodes.OFFSET_SHIFT))
              - ZstdCodes.BEYOND_OFFSET;
      distance += (latest - distance) & (distance >> 63); // below zero if it is the latest
      latest = distance;
      sumsRead[read] = sum;
      distancesRead[read] = distance;
      word <<= offsetEntry >>> ZstdCodes.OFFSET_BITS_SHIFT;
      length = next(lengthEntry, word);
      match = next(matchEntry, word << lengthEntry);
      offset = next(offsetEntry, word << lengths);
      word <<= sum;
    }
    bits = word;
    at = bitsAt;
    used = bitsUsed;
    lengthState = length;
    offsetState = offset;
    matchState = match;
    sequences -= read;
    return read;
  }

  /** Carries out usual sequences; returns false if one is malformed. */
  private boolean carryOut(int count) {
    long[] sumsRead = sums;
    long[] distancesRead = distances;
    long first = target;
    long from = literals;
    long out = to;
    for (int i = 0; i < count; i++) {
      long sum = sumsRead[i];
      long length = sum >>> ZstdCodes.LITERALS_SHIFT & ZstdCodes.LITERALS_MASK;
      long match = sum >>> ZstdCodes.MATCH_SHIFT & ZstdCodes.MATCH_MASK;
      long copied = out + length;
      long back = copied - distancesRead[i];
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
    stateBits = stateBits(sums[count - 1]);
    noteDistances(count);
    return true;
  }

  /** Notes the last offsets of usual sequences. */
  private void noteDistances(int count) {
    int i = lastNew(count);
    if (i < 0) {
      return;
    }
    int before = lastNew(i);
    if (before < 0) {
      noteOffsets(distances[i], newest, second);
      return;
    }
    int first = lastNew(before);
    noteOffsets(distances[i], distances[before], first < 0 ? newest : distances[first]);
  }

  /** Returns which of the first usual sequences is the last one that has a new offset, or -1. */
  private int lastNew(int count) {
    int i = count - 1;
    while (i >= 0 && (sums[i] >>> ZstdCodes.OFFSET_BITS_SHIFT & 63) == 0) {
      i--;
    }
    return i;
  }

  private static void copyRest(long copied, long back, long match) {
    for (int done = 8; done < match; done += 8) {
      Memory.putLong(copied + done, Memory.getLong(back + done));
    }
  }

  /** Carries out a sequence of any kind; returns false if it is malformed. */
  private boolean decodeAny() {
    if (!refill()) {
      return false;
    }
    long value = value(offsets, offsetState);
    if (!refill()) {
      return false;
    }
    long match = value(matches, matchState);
    long length = value(lengths, lengthState);
    if (!refill()) {
      return false;
    }
    long lengthEntry = lengths.entryAt(lengthState);
    long offsetEntry = offsets.entryAt(offsetState);
    long matchEntry = matches.entryAt(matchState);
    lengthState = next(lengthEntry, bits);
    bits <<= lengthEntry;
    matchState = next(matchEntry, bits);
    bits <<= matchEntry;
    offsetState = next(offsetEntry, bits);
    bits <<= offsetEntry;
    stateBits = stateBits(lengthEntry + offsetEntry + matchEntry);
    used += stateBits;
    noteOffset(value, length == 0);
    long copied = to + length;
    long room = targetEnd - copied - match;
    if ((literalsEnd - literals - length | room | copied - target - newest | newest - 1) < 0) {
      return false;
    }
    Memory.copy(literals, to, length);
    literals += length;
    copyMatch(copied, newest, match, room);
    to = copied + match;
    sequences--;
    return true;
  }

  /** Has at least 57 bits come, which may be those before the first one. */
  private boolean refill() {
    at -= used >>> 3;
    used &= 7;
    if (at < least) {
      return false;
    }
    bits = Memory.getLong(at) << used;
    return true;
  }

  private long value(ZstdCodes codes, long state) {
    int extra = codes.extraAt(state);
    used += extra;
    return codes.valueAt(state) + take(extra);
  }

  private static long next(long entry, long bits) {
    return (entry >>> ZstdCodes.NEXT_SHIFT) + (bits >>> 1 >>> (entry >>> ZstdCodes.STATE_SHIFT));
  }

  /** Returns how many bits the next states of three summed entries have. */
  private static int stateBits(long sum) {
    return (int) sum & ZstdCodes.STATE_BITS_MASK;
  }

  /**
   * Notes the offset of a sequence.
   *
   * @param value what stands for it
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
