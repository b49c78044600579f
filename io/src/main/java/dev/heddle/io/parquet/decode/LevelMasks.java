package dev.heddle.io.parquet.decode;

import dev.heddle.io.memory.Memory;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.footer.NestedNode;

/**
 * Loops over definition and repetition levels, which are bytes from 0 to 127 in memory, eight at a
 * time. The memory may be over-read by 8 bytes.
 */
final class LevelMasks {
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  // moves the lowest bit of byte i to bit 56 + i
  private static final long GATHER = 0x0102040810204080L;

  private LevelMasks() {}

  /** Returns a bit for each of eight levels, set where it is at least so high. */
  private static int atLeast(long levels, int level) {
    return (int) ((((levels + (128 - level) * ONES & HIGH_BITS) >>> 7) * GATHER) >>> 56);
  }

  /** Returns the bits of those of the eight levels from {@code done} on that are there. */
  private static int within(int done, int count) {
    return count - done >= 8 ? 0xff : (1 << (count - done)) - 1;
  }

  /** Returns how many levels are at least so high. */
  static int count(long levels, int count, int level) {
    if (level == 0) {
      return count;
    }
    int found = 0;
    int done = 0;
    for (; done + 8 <= count; done += 8) {
      found += Long.bitCount(Memory.getLong(levels + done) + (128 - level) * ONES & HIGH_BITS);
    }
    return done == count
        ? found
        : found
            + Integer.bitCount(atLeast(Memory.getLong(levels + done), level) & within(done, count));
  }

  /**
   * Returns the position of the zero that follows {@code zeros} others, or {@code -1 - found} if
   * only {@code zeros} zeros are found.
   */
  static int positionOfZero(long levels, int count, int zeros) {
    int found = 0;
    for (int done = 0; done < count; done += 8) {
      int bits = ~atLeast(Memory.getLong(levels + done), 1) & within(done, count);
      int here = Integer.bitCount(bits);
      if (found + here > zeros) {
        for (int before = zeros - found; before > 0; before--) {
          bits &= bits - 1;
        }
        return done + Integer.numberOfTrailingZeros(bits);
      }
      found += here;
    }
    return -1 - found;
  }

  /**
   * Returns how many entries start a slot.
   *
   * @param repetitions where repetition levels start, or 0 if each entry starts a slot
   */
  static int countSlots(
      long definitions, long repetitions, int count, int definition, int repetition) {
    if (repetitions == 0) {
      return count(definitions, count, definition);
    }
    int found = 0;
    for (int done = 0; done < count; done += 8) {
      found +=
          Integer.bitCount(
              starts(definitions, repetitions, done, definition, repetition) & within(done, count));
    }
    return found;
  }

  private static int starts(
      long definitions, long repetitions, int done, int definition, int repetition) {
    int defined = atLeast(Memory.getLong(definitions + done), definition);
    return repetitions == 0
        ? defined
        : defined & ~atLeast(Memory.getLong(repetitions + done), repetition + 1);
  }

  /**
   * Appends a bit for each entry that starts a slot: whether its value is there.
   *
   * @param repetitions where repetition levels start, or 0 if each entry starts a slot
   * @param bitmap its bits from the offset on are zero; two bytes behind it may be touched
   */
  static void appendBits(
      long definitions, long repetitions, int count, NestedNode node, long bitmap, int offset) {
    int slotDefinition = node.slotDefinition();
    int slotRepetition = node.slotRepetition();
    int definition = node.definition();
    int at = offset;
    for (int done = 0; done < count; done += 8) {
      int slots =
          starts(definitions, repetitions, done, slotDefinition, slotRepetition)
              & within(done, count);
      int present = atLeast(Memory.getLong(definitions + done), definition);
      int bits = slots == 0xff ? present : Integer.compress(present, slots);
      long target = bitmap + (at >>> 3);
      Memory.putShort(target, (short) (Memory.getShort(target) | bits << (at & 7)));
      at += Integer.bitCount(slots);
    }
  }

  /**
   * As {@link #appendBits(long, long, int, NestedNode, long, int)} where each entry is a slot.
   *
   * @param definition the definition level from which on the value is there
   * @return how many values are there
   */
  static int appendBits(long definitions, int count, int definition, long bitmap, int offset) {
    int found = 0;
    for (int done = 0; done < count; done += 8) {
      int present = atLeast(Memory.getLong(definitions + done), definition) & within(done, count);
      long target = bitmap + ((offset + done) >>> 3);
      int bits = present << (offset & 7);
      Memory.putShort(target, (short) (Memory.getShort(target) | bits));
      found += Integer.bitCount(present);
    }
    return found;
  }

  /**
   * Writes the ranges of lists, see {@link dev.heddle.io.batch.Layout#LIST}.
   *
   * @param slots how many lists there must be
   * @return how many elements they have together
   * @throws CorruptDataException if there are more or fewer lists
   */
  static int ranges(
      long definitions,
      long repetitions,
      int count,
      NestedNode.Lists node,
      int slots,
      long target) {
    int slotDefinition = node.slotDefinition();
    int slotRepetition = node.slotRepetition();
    int elementDefinition = node.definition() + 1;
    long to = target;
    long end = target + 8L * slots;
    int elements = 0;
    for (int done = 0; done < count; done += 8) {
      long definitionLevels = Memory.getLong(definitions + done);
      long repetitionLevels = Memory.getLong(repetitions + done);
      int inRange = within(done, count);
      int newLists =
          atLeast(definitionLevels, slotDefinition)
              & ~atLeast(repetitionLevels, slotRepetition + 1)
              & inRange;
      int newElements =
          atLeast(definitionLevels, elementDefinition)
              & ~atLeast(repetitionLevels, slotRepetition + 2)
              & inRange;
      if (to + 8L * Integer.bitCount(newLists) > end) {
        throw unequalParts();
      }
      while (newLists != 0) {
        int before = (newLists & -newLists) - 1;
        Memory.putInt(to, elements + Integer.bitCount(newElements & before));
        to += 8;
        newLists &= newLists - 1;
      }
      elements += Integer.bitCount(newElements);
    }
    if (to != end) {
      throw unequalParts();
    }
    int next = elements;
    for (long range = end - 8; range >= target; range -= 8) {
      int start = Memory.getInt(range);
      Memory.putInt(range + 4, next - start);
      next = start;
    }
    return elements;
  }

  /** The error of parts of a nested column that do not fit together. */
  static CorruptDataException unequalParts() {
    return new CorruptDataException("its parts have different numbers of values");
  }

  /** Checks that no level, decoded from the bits that are needed, is higher than allowed. */
  static void check(long levels, int count, int most) {
    boolean fillsItsBits = (most & (most + 1)) == 0;
    if (!fillsItsBits && count(levels, count, most + 1) > 0) {
      throw new CorruptDataException("a level is above the schema's " + most);
    }
  }
}
