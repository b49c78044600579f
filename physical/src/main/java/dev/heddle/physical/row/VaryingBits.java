package dev.heddle.physical.row;

import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import org.jspecify.annotations.Nullable;

/**
 * Finds the groups of short keys by an array over the bits in which the keys differ, put together
 * to a number: texts of digits, for example, differ in four bits of a few of their bytes. Keys that
 * differ in few bits need neither hash nor comparison, and neighbours are close together. Hashing
 * is left to the table where the array would be large beside the groups and rows, and where texts
 * are too long to be in their rows.
 *
 * <p>Keys may be added to the table by others meanwhile; the array catches up. Used by one thread.
 */
final class VaryingBits implements AutoCloseable {
  private static final int MAX_BITS = 24;
  private static final int SMALL_BITS = 12;
  private static final int MAX_SPARSE_BITS = 22;
  private static final int ENTRIES_PER_GROUP = 8;
  private static final int ENTRIES_PER_ROW = 32;
  private static final int MAX_REFUSALS = 64; // of batches, before bits are no longer looked at
  private static final int SHARE_OF_LIMIT = 32; // of all memory: an array cannot be given back
  private static final int CHUNK = 4096;

  private final GroupTable groups;
  private final int rowBytes;
  private final int firstText; // word from which on there are views
  private final MemoryAccount account;
  private final long[] first; // words of the first key
  private final long[] masks; // bits of each word in which some key differs from the first
  private final ScratchBuffer codes; // int32 of each row
  private @Nullable Buffer map; // int32 group + 1 by code; 0 for none
  private int looked; // groups of the table whose bits the masks have
  private int covered; // groups of the table that the map knows
  private boolean isBegun;
  private int refusals;
  private long rowsSeen;

  VaryingBits(GroupTable groups, KeyLayout layout, MemoryAccount account) {
    this.groups = groups;
    this.rowBytes = layout.rowBytes();
    this.firstText = layout.fixedBytes() / 8;
    this.account = account;
    this.first = new long[rowBytes / 8];
    this.masks = new long[rowBytes / 8];
    this.codes = new ScratchBuffer(account);
  }

  /**
   * Writes the groups of rows and returns true, or returns false if they have to be hashed.
   *
   * @param rows loose rows
   */
  boolean locate(long rows, int count, long numbers) {
    if (refusals >= MAX_REFUSALS || count == 0) {
      return false;
    }
    rowsSeen += count;
    if (!prepare(rows, count)) {
      refusals++;
      rest();
      return false;
    }
    long encoded = codes.reserve(4L * count);
    encode(rows, count, encoded);
    groups.reserve(count);
    long array = mapAddress();
    for (int i = 0; i < count; i++) {
      long at = array + 4L * Memory.getInt(encoded + 4L * i);
      int group = Memory.getInt(at) - 1;
      if (group < 0) {
        group = groups.append(rows + (long) i * rowBytes);
        Memory.putInt(at, group + 1);
      }
      Memory.putInt(numbers + 4L * i, group);
    }
    looked = groups.groupCount();
    covered = looked;
    return true;
  }

  private long mapAddress() {
    return map == null ? 0 : map.address();
  }

  /** Frees all room until it is needed again. */
  void rest() {
    forget();
    codes.close();
  }

  private void forget() {
    if (map != null) {
      map.release();
      map = null;
    }
  }

  /** Sees to it that the array knows all groups and has room for the rows. */
  private boolean prepare(long rows, int count) {
    if (!isBegun) {
      for (int word = 0; word < first.length; word++) {
        first[word] = Memory.getLong(rows + 8L * word);
      }
      isBegun = true;
    }
    int bits = bits();
    int known = groups.groupCount();
    boolean isShort = widen(rows, count);
    if (looked < known) {
      isShort &= widen(groups.rowAddress(looked), known - looked);
      looked = known;
    }
    int wanted = bits();
    if (!isShort || wanted > MAX_BITS) {
      refusals = MAX_REFUSALS;
      return false;
    }
    if (map == null || wanted > bits) {
      if (!isAllowed(wanted, known + count)) {
        return false;
      }
      forget();
      map =
          wanted <= SMALL_BITS
              ? account.allocateZeroed(4L << wanted)
              : account.allocateZeroedIfAmple(4L << wanted);
      covered = 0;
      if (map == null) {
        return false;
      }
    }
    catchUp(known);
    return true;
  }

  private void catchUp(int known) {
    for (; covered < known; covered += Math.min(CHUNK, known - covered)) {
      int count = Math.min(CHUNK, known - covered);
      long encoded = codes.reserve(4L * CHUNK);
      encode(groups.rowAddress(covered), count, encoded);
      for (int i = 0; i < count; i++) {
        int code = Memory.getInt(encoded + 4L * i);
        Memory.putInt(mapAddress() + 4L * code, covered + i + 1);
      }
    }
  }

  private boolean isAllowed(int bits, long maxGroups) {
    if (bits <= SMALL_BITS) {
      return true;
    }
    long forRows = Math.min(ENTRIES_PER_ROW * rowsSeen, 1L << MAX_SPARSE_BITS);
    long allowed = Math.max(ENTRIES_PER_GROUP * maxGroups, forRows);
    long affordable = account.ledger().limitBytes() / SHARE_OF_LIMIT / 4;
    return 1L << bits <= Math.min(allowed, affordable);
  }

  private int bits() {
    int bits = 0;
    for (long mask : masks) {
      bits += Long.bitCount(mask);
    }
    return bits;
  }

  /** Notes the bits in which rows differ; returns whether all texts are in their rows. */
  private boolean widen(long rows, int count) {
    boolean isShort = true;
    for (int word = 0; word < first.length; word++) {
      long expected = first[word];
      long differing = 0;
      long at = rows + 8L * word;
      if (word >= firstText && (word - firstText) % 2 == 0) {
        long room = 0; // negative once a text is too long
        for (int i = 0; i < count; i++, at += rowBytes) {
          long value = Memory.getLong(at);
          differing |= value ^ expected;
          room |= StringViews.MAX_INLINE - (value & 0xffffffffL);
        }
        isShort &= room >= 0;
      } else {
        for (int i = 0; i < count; i++, at += rowBytes) {
          differing |= Memory.getLong(at) ^ expected;
        }
      }
      masks[word] |= inOrder(differing, word);
    }
    return isShort;
  }

  /** Turns the bytes of text round, so that the last one counts least. */
  private long inOrder(long value, int word) {
    return word < firstText ? value : Long.reverseBytes(value);
  }

  private void encode(long rows, int count, long target) {
    boolean isFirst = true;
    for (int word = 0; word < masks.length; word++) {
      if (masks[word] != 0) {
        encode(rows + 8L * word, count, word >= firstText, masks[word], isFirst, target);
        isFirst = false;
      }
    }
    if (isFirst) {
      Memory.fill(target, 4L * count, (byte) 0);
    }
  }

  private void encode(
      long words, int count, boolean isText, long mask, boolean isFirst, long target) {
    int shift = Long.bitCount(mask);
    long at = words;
    if (isText) {
      for (int i = 0; i < count; i++, at += rowBytes) {
        long bits = Long.compress(Long.reverseBytes(Memory.getLong(at)), mask);
        int before = isFirst ? 0 : Memory.getInt(target + 4L * i) << shift;
        Memory.putInt(target + 4L * i, before | (int) bits);
      }
    } else {
      for (int i = 0; i < count; i++, at += rowBytes) {
        long bits = Long.compress(Memory.getLong(at), mask);
        int before = isFirst ? 0 : Memory.getInt(target + 4L * i) << shift;
        Memory.putInt(target + 4L * i, before | (int) bits);
      }
    }
  }

  @Override
  public void close() {
    rest();
  }
}
