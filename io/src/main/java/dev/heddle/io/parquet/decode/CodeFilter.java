package dev.heddle.io.parquet.decode;

import dev.heddle.io.memory.Memory;
import dev.heddle.io.scan.ConjunctState;

/** Filters packed dictionary codes without unpacking them to memory. Used by one thread. */
final class CodeFilter {
  // the bitmap being masked: the word's place, its new bits, how many, and bits left before it
  private long maskAt;
  private long maskWord;
  private int maskFilled;
  private int maskKept;

  /**
   * Goes over codes and clears the bits of those that fail in a bitmap, from its first one on.
   *
   * @param test of all codes of their width
   * @param bitmap of {@code count} bits, in whole words
   * @return how many bits are left, or -1 if there is a code that must not be there
   */
  int mask(HybridRuns codes, int count, CodePredicate test, long bitmap) {
    byte[] outcomes = test.outcomes();
    int step = 4 * test.codes();
    int seen = 0;
    maskAt = bitmap;
    maskWord = 0;
    maskFilled = 0;
    maskKept = 0;
    int wanted = count;
    while (wanted > 0) {
      if (codes.left == 0) {
        codes.nextRun();
      }
      int n = Math.min(wanted, codes.left);
      if (codes.isRun) {
        seen |= outcomes[codes.runValue];
        maskRun(n, -(long) (outcomes[codes.runValue] & 1));
      } else {
        int grouped = step == 0 ? 0 : n - n % step;
        seen |= maskGroups(codes, grouped, test) | maskPacked(codes, n - grouped, outcomes);
      }
      codes.left -= n;
      wanted -= n;
    }
    if (maskFilled > 0) {
      putMask(maskWord);
    }
    return seen >= ConjunctState.BEYOND ? -1 : maskKept;
  }

  private void putMask(long word) {
    long passing = Memory.getLong(maskAt) & word;
    Memory.putLong(maskAt, passing);
    maskKept += Long.bitCount(passing);
    maskAt += 8;
  }

  private void maskRun(int count, long bits) {
    int filled = maskFilled + count;
    if (filled < Long.SIZE) { // as of most runs
      maskWord |= (bits & (1L << count) - 1) << maskFilled;
      maskFilled = filled;
      return;
    }
    maskLongRun(count, bits);
  }

  private void maskLongRun(int count, long bits) {
    for (int done = 0; done < count; ) {
      int n = Math.min(count - done, Long.SIZE - maskFilled);
      maskWord |= (bits & -1L >>> (Long.SIZE - n)) << maskFilled;
      maskFilled += n;
      done += n;
      if (maskFilled == Long.SIZE) {
        putMask(maskWord);
        maskWord = 0;
        maskFilled = 0;
      }
    }
  }

  /**
   * Looks at four groups at a time.
   *
   * @param count a multiple of the codes in four groups
   * @return {@link ConjunctState#BEYOND} if there is one that must not be
   */
  private int maskGroups(HybridRuns packed, int count, CodePredicate test) {
    byte[] groups = test.groups();
    int codes = test.codes();
    int step = 4 * codes;
    int width = codes * packed.bitWidth;
    long bits = groups.length - 1; // there is a group of each number of that width
    long ofStep = (1L << step) - 1;
    long base = packed.packed;
    long bit = packed.packedBit;
    long word = maskWord;
    int filled = maskFilled;
    long to = maskAt;
    int kept = 0;
    int seen = 0;
    for (int i = 0; i < count; i += step) {
      long four = Memory.getLong(base + (bit >>> 3)) >>> (bit & 7);
      int group0 = Memory.at(groups, four & bits);
      int group1 = Memory.at(groups, four >>> width & bits);
      int group2 = Memory.at(groups, four >>> (2 * width) & bits);
      int group3 = Memory.at(groups, four >>> (3 * width) & bits);
      seen |= group0 | group1 | group2 | group3;
      int low = group0 | group1 << codes;
      int high = group2 | group3 << codes;
      long found = (low | (long) high << (2 * codes)) & ofStep;
      word |= found << filled;
      filled += step;
      if (filled >= Long.SIZE) {
        word &= Memory.getLong(to);
        Memory.putLong(to, word);
        kept += Long.bitCount(word);
        to += 8;
        filled -= Long.SIZE;
        word = found >>> (step - filled);
      }
      bit += 4L * width;
    }
    maskWord = word;
    maskFilled = filled;
    maskAt = to;
    maskKept += kept;
    packed.packedBit = bit;
    return seen < 0 ? ConjunctState.BEYOND : 0;
  }

  /** Returns all outcomes together. */
  private int maskPacked(HybridRuns packed, int count, byte[] outcomes) {
    int width = packed.bitWidth;
    int bits = packed.mask;
    long base = packed.packed;
    long bit = packed.packedBit;
    int filled = maskFilled;
    long word = maskWord;
    int seen = 0;
    for (int i = 0; i < count; i++) {
      int code = (int) (Memory.getLong(base + (bit >>> 3)) >>> (bit & 7)) & bits;
      int outcome = outcomes[code];
      seen |= outcome;
      word |= (long) (outcome & 1) << filled;
      bit += width;
      if (++filled == Long.SIZE) {
        putMask(word);
        word = 0;
        filled = 0;
      }
    }
    maskWord = word;
    maskFilled = filled;
    packed.packedBit = bit;
    return seen;
  }

  /**
   * Goes over codes and writes which of some of them pass.
   *
   * @param test of all codes of their width
   * @param positions where {@code count} ascending int32 positions start
   * @param base the position of the first value gone over
   * @param span how many values to go over
   * @param first the number of the first position
   * @param output where to write numbers of positions, int32; there is room for {@code count}
   * @return how many pass, or -1 if there is a code that must not be there
   */
  static int pick(
      HybridRuns codes,
      long positions,
      int base,
      int count,
      int span,
      CodePredicate test,
      int first,
      long output) {
    byte[] outcomes = test.outcomes();
    int kept = 0;
    int passed = 0;
    int seen = 0;
    int i = 0;
    while (passed < span) {
      if (codes.left == 0) {
        codes.nextRun();
      }
      int n = Math.min(span - passed, codes.left);
      int runEnd = base + passed + n;
      if (codes.isRun) {
        int outcome = outcomes[codes.runValue];
        for (; i < count && Memory.getInt(positions + 4L * i) < runEnd; i++) {
          Memory.putInt(output + 4L * kept, first + i);
          kept += outcome & 1;
          seen |= outcome;
        }
      } else {
        int width = codes.bitWidth;
        int bits = codes.mask;
        long start = codes.packed;
        long bit = codes.packedBit - (long) (base + passed) * width;
        for (; i < count; i++) {
          int position = Memory.getInt(positions + 4L * i);
          if (position >= runEnd) {
            break;
          }
          long at = bit + (long) position * width;
          int outcome = outcomes[(int) (Memory.getLong(start + (at >>> 3)) >>> (at & 7)) & bits];
          Memory.putInt(output + 4L * kept, first + i);
          kept += outcome & 1;
          seen |= outcome;
        }
        codes.packedBit += (long) n * width;
      }
      codes.left -= n;
      passed += n;
    }
    return seen >= ConjunctState.BEYOND ? -1 : kept;
  }
}
