package dev.heddle.io.parquet.codec;

import dev.heddle.io.memory.Memory;
import java.util.Arrays;

/**
 * The sequences of a zstd block, as they are read from its bits: which literals and earlier bytes
 * there are to copy, not yet the bytes. Used by one thread.
 *
 * <p>Most sequences have few literals, a short copy, and an offset that is new or that of the
 * sequence before. What is read of these is not much more than three loads and some shifts, without
 * a branch that depends on data; but each one's position depends on the one before. So two blocks
 * are read side by side, which takes little longer than one.
 *
 * <p>Two blocks share an array: their tables are in front, and behind them are the usual sequences
 * of both in turns. Each has a word there: the upper half of its sum, see {@link ZstdCodes}, and
 * the code of its offset.
 */
final class ZstdBlock {
  /** How many sequences a block can have: each makes at least three bytes of it. */
  static final int MAX_SEQUENCES = (128 << 10) / 3 + 1;

  /** Where sequences start in the shared array. */
  static final int SEQUENCES = 2 * ZstdCodes.ENTRIES;

  /** The code of the newest offset. */
  static final int NEWEST = 1;

  // no usual sequence has more: those of an offset, and of three next states
  private static final int MAX_BITS = 30 + 26;
  private static final int OFFSET = Integer.BYTES; // of a sequence's word

  private final int place; // in the shared array: first or second
  private final ZstdCodes lengths;
  private final ZstdCodes offsets;
  private final ZstdCodes matches;
  private long literals;
  private long literalsEnd;
  private int sequences;
  private long sequencesStart;

  // where its bits are read, from their end to their start
  private long start;
  private long least; // no word starts before
  private long at; // the word
  private long bits; // of it that are left, the next one first
  private int used; // of the word's
  private int read; // sequences
  private int stateBits; // of those that the last sequence was taken to have behind it
  private long lengthState;
  private long offsetState;
  private long matchState;

  // sequences of any kind, by their order
  private int others;
  private int[] othersAt = new int[16];
  private long[] otherValues = new long[3 * 16]; // offset's value, literals, match

  /** Makes the first or the second block of an array. */
  ZstdBlock(int place) {
    this.place = place;
    int tables = place * ZstdCodes.ENTRIES;
    lengths = new ZstdCodes(ZstdCodes.Kind.LITERALS, tables);
    offsets = new ZstdCodes(ZstdCodes.Kind.OFFSETS, tables);
    matches = new ZstdCodes(ZstdCodes.Kind.MATCHES, tables);
  }

  /** Reads how many literals and sequences a block has; returns false if it cannot be decoded. */
  boolean readSizes(long from, long end) {
    int head = Memory.getInt(from) & 0xffffff;
    if (end - from < 4 || (head & 3) != ZstdDecoder.RAW) {
      return false;
    }
    int form = head >>> 2 & 3;
    int headBytes = (form & 1) == 0 ? 1 : form == 1 ? 2 : 3;
    int bytes = (form & 1) == 0 ? head >>> 3 & 0x1f : form == 1 ? head >>> 4 & 0xfff : head >>> 4;
    literals = from + headBytes;
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
    return sequences <= MAX_SEQUENCES;
  }

  /** Has no tables to repeat any more. */
  void forget() {
    lengths.forget();
    offsets.forget();
    matches.forget();
  }

  /**
   * Begins with the block whose sizes have been read.
   *
   * @param before the block that had tables before, maybe this one
   * @return false if it is malformed
   */
  boolean begin(long end, ZstdBlock before, long[] shared) {
    read = 0;
    others = 0;
    if (sequences == 0) {
      return sequencesStart == end;
    }
    long from = sequencesStart;
    int forms = from < end ? Memory.getByte(from++) & 0xff : -1;
    if ((forms & 3) != 0) {
      return false;
    }
    if (before != this) {
      lengths.copy(before.lengths, shared);
      offsets.copy(before.offsets, shared);
      matches.copy(before.matches, shared);
    }
    from = lengths.read(forms >>> 6, from, end, shared);
    from = from < 0 ? from : offsets.read(forms >>> 4 & 3, from, end, shared);
    from = from < 0 ? from : matches.read(forms >>> 2 & 3, from, end, shared);
    if (from < 0 || from >= end) {
      return false;
    }
    start = from;
    least = from - Long.BYTES;
    at = end - Long.BYTES;
    bits = Memory.getLong(at);
    if (bits >>> 56 == 0) {
      return false;
    }
    used = Long.numberOfLeadingZeros(bits) + 1;
    bits <<= used;
    lengthState = lengths.first(take(lengths.log()));
    offsetState = offsets.first(take(offsets.log()));
    matchState = matches.first(take(matches.log()));
    used += lengths.log() + offsets.log() + matches.log();
    stateBits = 0;
    return true;
  }

  /** Reads all sequences; returns false if they are malformed. */
  boolean read(long[] shared) {
    while (read < sequences) {
      readUsual(shared);
      if (read < sequences && !readAny(shared)) {
        return false;
      }
    }
    return sequences == 0 || (at - start) * Byte.SIZE + Long.SIZE == used - stateBits;
  }

  /** Reads all sequences of two blocks; returns false if they are malformed. */
  static boolean read(ZstdBlock first, ZstdBlock second, long[] shared) {
    int both = Math.min(first.sequences, second.sequences);
    while (first.read < both) {
      readUsual(first, second, shared);
      if (first.read < both && !(first.readAny(shared) && second.readAny(shared))) {
        return false;
      }
    }
    return first.read(shared) && second.read(shared);
  }

  /** Reads usual sequences up to one that is not. */
  private void readUsual(long[] shared) {
    int from = position(read);
    int end = from + 2 * sure();
    long last = at;
    long consumed = used;
    long length = lengthState;
    long offset = offsetState;
    long match = matchState;
    int i = from;
    for (; i < end; i += 2) {
      long sum = Memory.at(shared, length) + Memory.at(shared, match) + Memory.at(shared, offset);
      if (sum >>> ZstdCodes.RARE_SHIFT != 0) {
        break;
      }
      int high = (int) (sum >>> 32);
      long word = word(last, consumed);
      consumed += high & 0xff;
      int offsetBits = offsetBits(shared, offset);
      Memory.putIntAt(shared, i, 0, high);
      Memory.putIntAt(shared, i, OFFSET, offsetValue(word, offsetBits));
      word <<= offsetBits;
      long matchWord = skipState(shared, length, word);
      long offsetWord = skipState(shared, match, matchWord);
      length = nextState(shared, length, word);
      match = nextState(shared, match, matchWord);
      offset = nextState(shared, offset, offsetWord);
    }
    settle((i - from) / 2, consumed, shared);
    lengthState = length;
    offsetState = offset;
    matchState = match;
  }

  /** Reads usual sequences of two blocks up to where one of them has another. */
  private static void readUsual(ZstdBlock a, ZstdBlock b, long[] shared) {
    int from = a.position(a.read);
    int end = from + 2 * Math.min(a.sure(), b.sure());
    long lastA = a.at;
    long consumedA = a.used;
    long lengthA = a.lengthState;
    long offsetA = a.offsetState;
    long matchA = a.matchState;
    long lastB = b.at;
    long consumedB = b.used;
    long lengthB = b.lengthState;
    long offsetB = b.offsetState;
    long matchB = b.matchState;
    int i = from;
    for (; i < end; i += 2) {
      long sumA =
          Memory.at(shared, lengthA) + Memory.at(shared, matchA) + Memory.at(shared, offsetA);
      long sumB =
          Memory.at(shared, lengthB) + Memory.at(shared, matchB) + Memory.at(shared, offsetB);
      if ((sumA | sumB) >>> ZstdCodes.RARE_SHIFT != 0) {
        break;
      }
      int highA = (int) (sumA >>> 32);
      long wordA = word(lastA, consumedA);
      consumedA += highA & 0xff;
      int offsetBitsA = offsetBits(shared, offsetA);
      Memory.putIntAt(shared, i, 0, highA);
      Memory.putIntAt(shared, i, OFFSET, offsetValue(wordA, offsetBitsA));
      wordA <<= offsetBitsA;
      long matchWordA = skipState(shared, lengthA, wordA);
      long offsetWordA = skipState(shared, matchA, matchWordA);
      lengthA = nextState(shared, lengthA, wordA);
      matchA = nextState(shared, matchA, matchWordA);
      offsetA = nextState(shared, offsetA, offsetWordA);

      int highB = (int) (sumB >>> 32);
      long wordB = word(lastB, consumedB);
      consumedB += highB & 0xff;
      int offsetBitsB = offsetBits(shared, offsetB);
      Memory.putIntAt(shared, i + 1, 0, highB);
      Memory.putIntAt(shared, i + 1, OFFSET, offsetValue(wordB, offsetBitsB));
      wordB <<= offsetBitsB;
      long matchWordB = skipState(shared, lengthB, wordB);
      long offsetWordB = skipState(shared, matchB, matchWordB);
      lengthB = nextState(shared, lengthB, wordB);
      matchB = nextState(shared, matchB, matchWordB);
      offsetB = nextState(shared, offsetB, offsetWordB);
    }
    int count = (i - from) / 2;
    a.settle(count, consumedA, shared);
    a.lengthState = lengthA;
    a.offsetState = offsetA;
    a.matchState = matchA;
    b.settle(count, consumedB, shared);
    b.lengthState = lengthB;
    b.offsetState = offsetB;
    b.matchState = matchB;
  }

  /** Returns for how many usual sequences the bits certainly suffice. */
  private int sure() {
    return (int) Math.min(sequences - read, ((at - least) * Byte.SIZE - used) / MAX_BITS);
  }

  private static long word(long last, long consumed) {
    return Memory.getLong(last - (consumed >>> 3)) << (consumed & 7);
  }

  private static int offsetBits(long[] shared, long state) {
    return Memory.byteAt(shared, state, ZstdCodes.OFFSET_BITS) & ZstdCodes.OFFSET_BITS_MASK;
  }

  /** Returns the first bits of a word, behind a one. */
  private static int offsetValue(long word, int count) {
    return (int) (Long.rotateRight(word | 1, 1) >>> (63 - count));
  }

  private static long skipState(long[] shared, long state, long word) {
    return word << Memory.byteAt(shared, state, ZstdCodes.STATE_BITS);
  }

  private static long nextState(long[] shared, long state, long word) {
    return Memory.shortAt(shared, state, ZstdCodes.NEXT)
        + (word >>> 1 >>> Memory.byteAt(shared, state, ZstdCodes.STATE_SHIFT));
  }

  /** Notes that some usual sequences have been read. */
  private void settle(int count, long consumed, long[] shared) {
    at -= consumed >>> 3;
    used = (int) consumed & 7;
    if (count > 0) {
      read += count;
      long last = shared[position(read - 1)];
      stateBits = bitsOf(last) - offsetBitsOf(last);
    }
  }

  /** Reads a sequence of any kind; returns false if it is malformed. */
  private boolean readAny(long[] shared) {
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
    note(value, length, match);
    long matchWord = skipState(shared, lengthState, bits);
    long offsetWord = skipState(shared, matchState, matchWord);
    stateBits =
        Memory.byteAt(shared, lengthState, ZstdCodes.STATE_BITS)
            + Memory.byteAt(shared, matchState, ZstdCodes.STATE_BITS)
            + Memory.byteAt(shared, offsetState, ZstdCodes.STATE_BITS);
    lengthState = nextState(shared, lengthState, bits);
    matchState = nextState(shared, matchState, matchWord);
    offsetState = nextState(shared, offsetState, offsetWord);
    used += stateBits;
    return true;
  }

  private void note(long value, long length, long match) {
    if (others == othersAt.length) {
      othersAt = Arrays.copyOf(othersAt, 2 * others);
      otherValues = Arrays.copyOf(otherValues, 3 * 2 * others);
    }
    othersAt[others] = read++;
    otherValues[3 * others] = value;
    otherValues[3 * others + 1] = length;
    otherValues[3 * others + 2] = match;
    others++;
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

  /** Returns the next bits of the word, 63 at most. */
  private long take(int count) {
    long value = bits >>> 1 >>> ~count;
    bits <<= count;
    return value;
  }

  /** Returns where a usual sequence is in the shared array; the next one is two further. */
  int position(int sequence) {
    return SEQUENCES + 2 * sequence + place;
  }

  int sequences() {
    return sequences;
  }

  long literals() {
    return literals;
  }

  long literalsEnd() {
    return literalsEnd;
  }

  /** Returns how many sequences are not usual ones. */
  int others() {
    return others;
  }

  /** Returns which sequence another one is. */
  int otherAt(int other) {
    return othersAt[other];
  }

  /** Returns the code of the offset of another sequence. */
  long otherOffset(int other) {
    return otherValues[3 * other];
  }

  long otherLiterals(int other) {
    return otherValues[3 * other + 1];
  }

  long otherMatch(int other) {
    return otherValues[3 * other + 2];
  }

  private static int bitsOf(long sequence) {
    return (int) sequence & 0xff;
  }

  private static int offsetBitsOf(long sequence) {
    return (int) (sequence >>> 24) & ZstdCodes.OFFSET_BITS_MASK;
  }

  /** Returns how many literals a usual sequence of an array has. */
  static int literalsAt(long[] shared, long position) {
    return Memory.byteAt(shared, position, ZstdCodes.LITERALS);
  }

  /** Returns how many bytes a usual sequence of an array copies. */
  static int matchAt(long[] shared, long position) {
    return Memory.byteAt(shared, position, ZstdCodes.MATCH);
  }

  /** Returns the code of the offset of a usual sequence of an array, or the offset. */
  static int offsetAt(long[] shared, long position) {
    return Memory.intAt(shared, position, OFFSET);
  }

  /** Replaces an offset's code by the offset. */
  static void putOffset(long[] shared, long position, int offset) {
    Memory.putIntAt(shared, position, OFFSET, offset);
  }
}
