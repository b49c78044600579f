package dev.heddle.physical.operator;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.Views;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.plan.SortOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Packs the sort keys of stored rows into one word a row, whose unsigned order never contradicts
 * the rows' order: of each key only the bits in which the rows differ, as far as 64 bits reach.
 *
 * <p>Immutable once made; threads encode different chunks at once.
 */
final class SortKeyEncoder {
  private static final int WORD_BITS = 64;

  /** Bytes of text that are looked at, for what they have in common. */
  private static final int TEXT_BYTES = 24;

  private final RowStore store;
  private final List<Part> parts = new ArrayList<>();
  private int bits;
  private boolean isExact = true;

  /** One key's share of the word. */
  private sealed interface Part {}

  /**
   * Ordinals less the smallest, or the largest less them; the lowest {@code dropped} bits left out.
   */
  private record Number(
      int column,
      Reading reading,
      boolean isDescending,
      int nullBit,
      long smallest,
      long largest,
      int bits,
      int dropped)
      implements Part {}

  /** Which ordinals stand for a column's values. */
  private enum Reading {
    /** Those of {@link SortOrdinals#read}. */
    USUAL,
    /** The low words of 128-bit numbers that all fit into 64 bits. */
    LOW_WORDS
  }

  /** Bytes less the smallest at each position, for {@code positions} of the text. */
  private record Text(int column, boolean isDescending, int nullBit, int[] smallest, int[] bits)
      implements Part {}

  SortKeyEncoder(RowStore store, List<SortOrder> order, TaskContext context) {
    this.store = store;
    for (SortOrder key : order) {
      if (bits >= WORD_BITS) {
        isExact = false;
      }
      if (!isExact) {
        break; // nothing may follow a key of which something is missing
      }
      add(key, context);
    }
  }

  /** Returns how many bits of a word are in use, from the lowest. */
  int bits() {
    return bits;
  }

  /** Returns whether rows with equal words are peers. */
  boolean isExact() {
    return isExact;
  }

  private void add(SortOrder key, TaskContext context) {
    int column = key.column();
    int nullBit = !store.mayHaveNulls(column) ? -1 : key.nulls() == NullPlacement.FIRST ? 0 : 1;
    int room = WORD_BITS - bits - (nullBit < 0 ? 0 : 1);
    boolean isDescending = key.direction() == SortDirection.DESCENDING;
    if (Layout.of(store.type(column)) == Layout.VIEW) {
      addText(column, isDescending, nullBit, room, context);
    } else {
      addNumber(column, isDescending, nullBit, room, context);
    }
  }

  private void addNumber(
      int column, boolean isDescending, int nullBit, int room, TaskContext context) {
    long[] smallest = new long[store.chunkCount()];
    long[] largest = new long[store.chunkCount()];
    Layout layout = Layout.of(store.type(column));
    Reading reading =
        layout == Layout.INT128 && fitsLong(column) ? Reading.LOW_WORDS : Reading.USUAL;
    context.parallel(
        store.chunkCount(),
        chunk -> rangeOfNumbers(column, reading, chunk, smallest, largest, context));
    long low = Arrays.stream(smallest).min().orElse(0);
    long high = Arrays.stream(largest).max().orElse(0);
    int needed = low >= high ? 0 : WORD_BITS - Long.numberOfLeadingZeros(high - low);
    int dropped = Math.max(0, needed - room);
    isExact &= dropped == 0 && (SortOrdinals.isExact(layout) || reading == Reading.LOW_WORDS);
    parts.add(
        new Number(column, reading, isDescending, nullBit, low, high, needed - dropped, dropped));
    bits += needed - dropped + (nullBit < 0 ? 0 : 1);
  }

  private boolean fitsLong(int column) {
    for (int chunk = 0; chunk < store.chunkCount(); chunk++) {
      Column values = store.chunk(column, chunk);
      int rows = store.chunkRows(chunk);
      for (int row = 0; row < rows; row++) {
        if (values.lowWordAt(row) >> 63 != values.highWordAt(row) && !values.isNull(row)) {
          return false;
        }
      }
    }
    return true;
  }

  private static void read(Column column, Reading reading, int rows, long target) {
    if (reading == Reading.USUAL) {
      SortOrdinals.read(column, 0, rows, target);
      return;
    }
    for (int i = 0; i < rows; i++) {
      Memory.putLong(target + 8L * i, Memory.getLong(column.values() + 16L * i));
    }
  }

  private void rangeOfNumbers(
      int column,
      Reading reading,
      int chunk,
      long[] smallest,
      long[] largest,
      TaskContext context) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    int rows = store.chunkRows(chunk);
    Column values = store.chunk(column, chunk);
    long validity = values.validity();
    Buffer ordinals = context.account().allocate(8L * Math.max(1, rows));
    try {
      read(values, reading, rows, ordinals.address());
      for (int i = 0; i < rows; i++) {
        if (validity == 0 || Bits.get(validity, i)) {
          long ordinal = Memory.getLong(ordinals.address() + 8L * i);
          low = Math.min(low, ordinal);
          high = Math.max(high, ordinal);
        }
      }
    } finally {
      ordinals.release();
    }
    smallest[chunk] = low;
    largest[chunk] = high;
  }

  private void addText(
      int column, boolean isDescending, int nullBit, int room, TaskContext context) {
    TextRange[] ranges = new TextRange[store.chunkCount()];
    context.parallel(
        store.chunkCount(), chunk -> ranges[chunk] = new TextRange(store, column, chunk));
    TextRange all = ranges[0];
    for (int i = 1; i < ranges.length; i++) {
      all.add(ranges[i]);
    }
    int[] smallest = new int[Math.min(TEXT_BYTES, all.longest)];
    int[] positionBits = new int[Math.min(TEXT_BYTES, all.longest)];
    int used = 0;
    int positions = 0;
    for (; positions < positionBits.length; positions++) {
      int range = all.largest[positions] - all.smallest(positions);
      int needed = 32 - Integer.numberOfLeadingZeros(range);
      if (used + needed > room) {
        break;
      }
      smallest[positions] = all.smallest(positions);
      positionBits[positions] = needed;
      used += needed;
    }
    parts.add(
        new Text(
            column,
            isDescending,
            nullBit,
            Arrays.copyOf(smallest, positions),
            Arrays.copyOf(positionBits, positions)));
    bits += used + (nullBit < 0 ? 0 : 1);
    if (positions < all.longest) {
      isExact = false;
    }
  }

  /** What texts have at each of the first positions: 0 behind their end, else the byte + 1. */
  private static final class TextRange {
    private final int[] smallest = new int[TEXT_BYTES];
    private final int[] largest = new int[TEXT_BYTES];
    private int longest;
    private int shortest = Integer.MAX_VALUE;

    TextRange(RowStore store, int column, int chunk) {
      Arrays.fill(smallest, 256);
      Column texts = store.chunk(column, chunk);
      long[] data = texts.dataAddresses();
      long validity = texts.validity();
      int rows = store.chunkRows(chunk);
      for (int row = 0; row < rows; row++) {
        if (validity == 0 || Bits.get(validity, row)) {
          long view = texts.values() + 16L * row;
          add(Views.address(view, data), Views.length(view));
        }
      }
    }

    private void add(long text, int length) {
      int bytes = Math.min(length, TEXT_BYTES);
      for (int p = 0; p < bytes; p++) {
        int code = (Memory.getByte(text + p) & 0xff) + 1;
        smallest[p] = Math.min(smallest[p], code);
        largest[p] = Math.max(largest[p], code);
      }
      longest = Math.max(longest, length);
      shortest = Math.min(shortest, length);
    }

    void add(TextRange other) {
      for (int p = 0; p < TEXT_BYTES; p++) {
        smallest[p] = Math.min(smallest[p], other.smallest[p]);
        largest[p] = Math.max(largest[p], other.largest[p]);
      }
      longest = Math.max(longest, other.longest);
      shortest = Math.min(shortest, other.shortest);
    }

    /** Returns the smallest code at a position. */
    int smallest(int position) {
      return position < shortest ? smallest[position] : 0;
    }
  }

  /** Writes the words of a chunk's rows. */
  void encode(int chunk, long target, TaskContext context) {
    int rows = store.chunkRows(chunk);
    Memory.fill(target, 8L * rows, (byte) 0);
    Buffer codes = context.account().allocate(8L * Math.max(1, rows));
    try {
      for (Part part : parts) {
        switch (part) {
          case Number number -> encode(number, chunk, rows, codes.address(), target);
          case Text text -> encode(text, chunk, rows, target);
        }
      }
    } finally {
      codes.release();
    }
  }

  private void encode(Number part, int chunk, int rows, long codes, long target) {
    Column column = store.chunk(part.column(), chunk);
    long validity = column.validity();
    read(column, part.reading(), rows, codes);
    int width = part.bits() + (part.nullBit() < 0 ? 0 : 1);
    if (width == 0) {
      return;
    }
    long present = part.nullBit() == 0 ? bit(part.bits()) : 0;
    long absent = part.nullBit() == 1 ? bit(part.bits()) : 0;
    for (int i = 0; i < rows; i++) {
      long ordinal = Memory.getLong(codes + 8L * i);
      long offset = part.isDescending() ? part.largest() - ordinal : ordinal - part.smallest();
      long code =
          validity == 0 || Bits.get(validity, i) ? offset >>> part.dropped() | present : absent;
      push(target + 8L * i, code, width);
    }
  }

  private static long bit(int number) {
    return number == WORD_BITS ? 0 : 1L << number;
  }

  private static void push(long at, long code, int width) {
    Memory.putLong(at, width == WORD_BITS ? code : Memory.getLong(at) << width | code);
  }

  private void encode(Text part, int chunk, int rows, long target) {
    Column column = store.chunk(part.column(), chunk);
    long validity = column.validity();
    long[] data = column.dataAddresses();
    int valueBits = Arrays.stream(part.bits()).sum();
    int width = valueBits + (part.nullBit() < 0 ? 0 : 1);
    if (width == 0) {
      return;
    }
    long all = valueBits == 0 ? 0 : -1L >>> (WORD_BITS - valueBits);
    long present = part.nullBit() == 0 ? bit(valueBits) : 0;
    long absent = part.nullBit() == 1 ? bit(valueBits) : 0;
    for (int i = 0; i < rows; i++) {
      long code = absent;
      if (validity == 0 || Bits.get(validity, i)) {
        code = code(part, column.values() + 16L * i, data);
        code = (part.isDescending() ? all - code : code) | present;
      }
      push(target + 8L * i, code, width);
    }
  }

  private static long code(Text part, long view, long[] data) {
    long text = Views.address(view, data);
    int length = Views.length(view);
    int[] smallest = part.smallest();
    int[] bits = part.bits();
    long code = 0;
    for (int p = 0; p < bits.length; p++) {
      int value = p < length ? (Memory.getByte(text + p) & 0xff) + 1 : 0;
      code = code << bits[p] | value - smallest[p];
    }
    return code;
  }
}
