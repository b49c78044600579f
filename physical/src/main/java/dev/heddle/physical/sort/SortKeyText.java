package dev.heddle.physical.sort;

import dev.heddle.frame.expr.SortDirection;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.RowStore;
import java.util.Arrays;

/**
 * Text as sort key: behind what all texts begin with, of each byte the bits in which they differ,
 * as far as there is room.
 *
 * <p>A byte's code is what it is above the smallest one of its place, and one more at places where
 * texts may have ended, whose code is 0. Eight bytes are packed at a time where no zero byte is
 * found.
 */
final class SortKeyText implements SortKeyPart {
  private static final long HIGH_BITS = 0x8080808080808080L;

  private final int column;
  private final boolean isDescending;
  private final int nullBit;
  private final int prefix; // bytes that all texts begin with, and that are left out
  private final boolean isPlain; // no zero bytes
  private final int[] smallest; // what to take from the bytes at each position, at least -1
  private final int[] bits;
  private final int valueBits;
  private final boolean isExact;
  private final int longest;
  private final int shortest;
  private final long[] masks = new long[SortTextRange.WORDS];
  private final long[] bases = new long[SortTextRange.WORDS];
  private final long[] always = new long[SortTextRange.WORDS]; // positions where no text has ended
  private final long endBits; // of the code's last position, if texts may have ended there; else 0
  private final int[] wordBits = new int[SortTextRange.WORDS];

  private SortKeyText(SortOrder key, int nullBit, int room, int prefix, SortTextRange range) {
    this.column = key.column();
    this.isDescending = key.direction() == SortDirection.DESCENDING;
    this.nullBit = nullBit;
    this.prefix = prefix;
    this.isPlain = !range.hasZeroBytes();
    this.longest = range.longest();
    this.shortest = range.shortest();
    int most = Math.min(SortTextRange.BYTES, longest - prefix);
    int[] firstCodes = new int[most];
    int[] positionBits = new int[most];
    int used = 0;
    int positions = 0;
    for (; positions < most; positions++) {
      boolean mayEnd = prefix + positions >= shortest;
      int low = range.smallest(positions) - (mayEnd ? 1 : 0);
      int high = range.largest(positions);
      int needed = Integer.SIZE - Integer.numberOfLeadingZeros(high - low);
      if (used + needed > room) {
        break;
      }
      firstCodes[positions] = low;
      positionBits[positions] = needed;
      used += needed;
    }
    this.smallest = Arrays.copyOf(firstCodes, positions);
    this.bits = Arrays.copyOf(positionBits, positions);
    this.valueBits = used;
    this.isExact = positions >= longest - prefix;
    for (int p = 0; p < positions; p++) {
      int shift = 56 - 8 * (p & 7);
      bases[p >>> 3] |= smallest[p] < 0 ? 0 : (long) smallest[p] << shift;
      masks[p >>> 3] |= ((1L << Math.min(8, bits[p])) - 1) << shift;
      wordBits[p >>> 3] += bits[p];
      always[p >>> 3] |= prefix + p < shortest ? 0xffL << shift : 0;
    }
    boolean lastMayEnd = positions > 0 && prefix + positions - 1 >= shortest;
    this.endBits = lastMayEnd ? (1L << bits[positions - 1]) - 1 : 0;
  }

  /** Looks at all values of a key and gives it up to {@code room} bits. */
  static SortKeyText of(RowStore store, SortOrder key, int nullBit, int room, TaskContext context) {
    int column = key.column();
    int prefix = SortTextRange.commonPrefix(store, column, context);
    SortTextRange range = SortTextRange.of(store, column, prefix, context);
    return new SortKeyText(key, nullBit, room, prefix, range);
  }

  @Override
  public int column() {
    return column;
  }

  @Override
  public int nullBit() {
    return nullBit;
  }

  @Override
  public int valueBits() {
    return valueBits;
  }

  @Override
  public boolean isExact() {
    return isExact;
  }

  @Override
  public boolean isWhole(long code) {
    return isExact || (endBits != 0 && ((isDescending ? ~code : code) & endBits) == 0);
  }

  @Override
  public int knownBytes() {
    return prefix + bits.length;
  }

  @Override
  public boolean canDecode() {
    return isExact && isPlain && prefix == 0 && longest <= StringViews.MAX_INLINE;
  }

  @Override
  public void push(Column values, int rows, long scratch, long words) {
    int width = width();
    if (width == 0) {
      return;
    }
    long validity = values.validity();
    long[] data = values.dataAddresses();
    if (isPlain) {
      packed(values.values(), data, rows, scratch);
    } else {
      byteByByte(values.values(), data, rows, scratch);
    }
    long all = valueBits == 0 ? 0 : -1L >>> (Long.SIZE - valueBits);
    long present = presentBit();
    long absent = absentBit() | (isDescending ? all : 0); // nulls are whole
    for (int i = 0; i < rows; i++) {
      long code = Memory.getLong(scratch + 8L * i);
      code = (isDescending ? all - code : code) | present;
      SortKeyPart.push(
          words + 8L * i, validity == 0 || Bits.get(validity, i) ? code : absent, width);
    }
  }

  private void packed(long views, long[] data, int rows, long codes) {
    int used = (bits.length + 7) >>> 3;
    long mask0 = masks[0];
    long base0 = bases[0];
    long mask1 = masks[1];
    long base1 = bases[1];
    for (int i = 0; i < rows; i++) {
      long view = views + 16L * i;
      long text = StringViews.address(view, data) + prefix;
      int length = StringViews.length(view) - prefix;
      long code = packed(text, length, base0, mask0);
      if (used > 1) {
        code = (code << wordBits[1]) | packed(text + 8, length - 8, base1, mask1);
      }
      for (int w = 2; w < used; w++) {
        code = (code << wordBits[w]) | packed(text + 8L * w, length - 8 * w, bases[w], masks[w]);
      }
      Memory.putLong(codes + 8L * i, code);
    }
  }

  /** Packs up to eight bytes; {@code length} of them are there. */
  private static long packed(long text, int length, long base, long mask) {
    if (length <= 0) {
      return 0;
    }
    long bytes = Long.reverseBytes(Memory.getLong(text));
    long there = length >= 8 ? -1L : -1L << (Long.SIZE - 8 * length);
    return Long.compress((bytes & there) - (base & there), mask);
  }

  private void byteByByte(long views, long[] data, int rows, long codes) {
    for (int i = 0; i < rows; i++) {
      long view = views + 16L * i;
      long text = StringViews.address(view, data) + prefix;
      int length = StringViews.length(view) - prefix;
      long code = 0;
      for (int p = 0; p < bits.length; p++) {
        int value = p < length ? (Memory.getByte(text + p) & 0xff) - smallest[p] : 0;
        code = (code << bits[p]) | value;
      }
      Memory.putLong(codes + 8L * i, code);
    }
  }

  @Override
  public void decode(long codes, int count, long target) {
    int used = (bits.length + 7) >>> 3;
    long all = valueBits == 0 ? 0 : -1L >>> (Long.SIZE - valueBits);
    int bits1 = used > 1 ? wordBits[1] : 0;
    for (int i = 0; i < count; i++) {
      long code = Memory.getLong(codes + 8L * i);
      code = isDescending ? all - code : code;
      // shifts by 64 only where the first word has no bits
      long high = wordBits[0] == 0 ? 0 : code >>> bits1;
      long first = unpacked(high, 0);
      long second = used > 1 ? unpacked(code, 1) : 0;
      int length = longest;
      if (shortest != longest) {
        length = second != 0 ? 16 - trailingZeroBytes(second) : 8 - trailingZeroBytes(first);
      }
      long bytes = Long.reverseBytes(first);
      long rest = Long.reverseBytes(second);
      Memory.putLong(target + 16L * i, length | (bytes << 32));
      Memory.putLong(target + 16L * i + 8, (bytes >>> 32) | (rest << 32));
    }
  }

  private long unpacked(long code, int word) {
    long codes = Long.expand(code, masks[word]);
    long isThere = ((((codes & ~HIGH_BITS) + ~HIGH_BITS) | codes) & HIGH_BITS) >>> 7;
    return codes + (bases[word] & (isThere * 0xff | always[word]));
  }

  private static int trailingZeroBytes(long word) {
    return Long.numberOfTrailingZeros(word) >>> 3;
  }
}
