package dev.heddle.physical.sort;

import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Memory;

/**
 * One key's share of the words that {@link SortKeyEncoder} makes: some bits in the order of the
 * key's values, with one above them for null where there are nulls. Immutable.
 */
sealed interface SortKeyPart permits SortKeyNumber, SortKeyText {
  /** Returns the key's column. */
  int column();

  /** Returns where nulls are: 0 before, 1 behind all values, -1 if there are none. */
  int nullBit();

  /** Returns the bits of a value, without the null bit. */
  int valueBits();

  /** Returns whether different values have different bits. */
  boolean isExact();

  /** Returns whether different values never have these bits, which may be below others. */
  default boolean isWhole(long code) {
    return isExact();
  }

  /** Returns of how many bytes of a text, from its first one, equal bits prove that they agree. */
  int knownBytes();

  /** Returns whether {@link #decode} gives back the values, to the bit. */
  boolean canDecode();

  /**
   * Shifts the words of a chunk's rows up and puts this key's bits below.
   *
   * @param scratch room for a word a row
   */
  void push(Column values, int rows, long scratch, long words);

  /**
   * Writes values of the column's layout; that of a null is unspecified.
   *
   * @param codes the {@link #valueBits} of each row, which may be overwritten
   */
  void decode(long codes, int count, long target);

  /** Returns all bits of this key. */
  default int width() {
    return valueBits() + (nullBit() < 0 ? 0 : 1);
  }

  /** Returns the null bit of a value that is there. */
  default long presentBit() {
    return nullBit() == 0 ? bit(valueBits()) : 0;
  }

  /** Returns the null bit of a null. */
  default long absentBit() {
    return nullBit() == 1 ? bit(valueBits()) : 0;
  }

  private static long bit(int number) {
    return number == Long.SIZE ? 0 : 1L << number;
  }

  /** Shifts a word up and puts a code below. */
  static void push(long word, long code, int width) {
    Memory.putLong(word, width == Long.SIZE ? code : (Memory.getLong(word) << width) | code);
  }
}
