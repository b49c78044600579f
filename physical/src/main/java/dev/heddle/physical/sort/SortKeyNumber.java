package dev.heddle.physical.sort;

import dev.heddle.frame.expr.SortDirection;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.KeyWords;
import dev.heddle.physical.row.RowStore;
import dev.heddle.physical.row.SortOrdinals;
import java.util.Arrays;

/**
 * Numbers as sort key: ordinals less the smallest, or the largest less them; the lowest {@code
 * dropped} bits left out where there is no room.
 */
record SortKeyNumber(
    int column,
    Layout layout,
    Reading reading,
    boolean isDescending,
    int nullBit,
    long smallest,
    long largest,
    int valueBits,
    int dropped)
    implements SortKeyPart {

  /** Which ordinals represent a column's values. */
  enum Reading {
    /** Those of {@link SortOrdinals#read}. */
    USUAL,
    /** The low words of 128-bit numbers that all fit into 64 bits. */
    LOW_WORDS
  }

  /** Looks at all values of a key and gives it up to {@code room} bits. */
  static SortKeyNumber of(
      RowStore store, SortOrder key, int nullBit, int room, TaskContext context) {
    int column = key.column();
    int chunks = store.chunkCount();
    long[] smallest = new long[chunks];
    long[] largest = new long[chunks];
    Layout layout = Layout.of(store.type(column));
    Reading reading =
        layout == Layout.INT128 && fitsLong(store, column, context)
            ? Reading.LOW_WORDS
            : Reading.USUAL;
    context.parallel(
        chunks,
        chunk -> {
          Column values = store.chunk(column, chunk);
          int rows = store.chunkRows(chunk);
          Buffer ordinals = context.account().allocate(8L * Math.max(1, rows));
          try {
            read(values, reading, rows, ordinals.address());
            long validity = values.validity();
            smallest[chunk] = KeyWords.smallest(ordinals.address(), validity, rows);
            largest[chunk] = KeyWords.largest(ordinals.address(), validity, rows);
          } finally {
            ordinals.release();
          }
        });
    long low = Arrays.stream(smallest).min().orElse(0);
    long high = Arrays.stream(largest).max().orElse(0);
    int needed = low >= high ? 0 : Long.SIZE - Long.numberOfLeadingZeros(high - low);
    int dropped = Math.max(0, needed - room);
    boolean isDescending = key.direction() == SortDirection.DESCENDING;
    return new SortKeyNumber(
        column, layout, reading, isDescending, nullBit, low, high, needed - dropped, dropped);
  }

  private static boolean fitsLong(RowStore store, int column, TaskContext context) {
    boolean[] fits = new boolean[store.chunkCount()];
    context.parallel(
        fits.length,
        chunk -> fits[chunk] = fitsLong(store.chunk(column, chunk), store.chunkRows(chunk)));
    for (boolean chunkFits : fits) {
      if (!chunkFits) {
        return false;
      }
    }
    return true;
  }

  private static boolean fitsLong(Column values, int rows) {
    for (int row = 0; row < rows; row++) {
      if (values.lowWordAt(row) >> 63 != values.highWordAt(row) && !values.isNull(row)) {
        return false;
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

  @Override
  public boolean isExact() {
    return dropped == 0 && (SortOrdinals.isExact(layout) || reading == Reading.LOW_WORDS);
  }

  @Override
  public int knownBytes() {
    return 0;
  }

  @Override
  public boolean canDecode() {
    return isExact() && (layout.isInteger() || layout == Layout.INT128);
  }

  @Override
  public void push(Column values, int rows, long scratch, long words) {
    int width = width();
    if (width == 0) {
      return;
    }
    long validity = values.validity();
    read(values, reading, rows, scratch);
    long present = presentBit();
    long absent = absentBit();
    for (int i = 0; i < rows; i++) {
      long ordinal = Memory.getLong(scratch + 8L * i);
      long offset = isDescending ? largest - ordinal : ordinal - smallest;
      offset = valueBits == 0 ? 0 : offset; // a shift by 64 would leave it
      long code = validity == 0 || Bits.get(validity, i) ? (offset >>> dropped) | present : absent;
      SortKeyPart.push(words + 8L * i, code, width);
    }
  }

  @Override
  public void decode(long codes, int count, long target) {
    for (int i = 0; i < count; i++) {
      long offset = Memory.getLong(codes + 8L * i);
      Memory.putLong(codes + 8L * i, isDescending ? largest - offset : smallest + offset);
    }
    switch (layout) {
      case INT8 -> {
        for (int i = 0; i < count; i++) {
          Memory.putByte(target + i, (byte) Memory.getLong(codes + 8L * i));
        }
      }
      case INT16 -> {
        for (int i = 0; i < count; i++) {
          Memory.putShort(target + 2L * i, (short) Memory.getLong(codes + 8L * i));
        }
      }
      case INT32 -> {
        for (int i = 0; i < count; i++) {
          Memory.putInt(target + 4L * i, (int) Memory.getLong(codes + 8L * i));
        }
      }
      case INT64 -> Memory.copy(codes, target, 8L * count);
      case INT128 -> {
        for (int i = 0; i < count; i++) {
          long word = Memory.getLong(codes + 8L * i);
          Memory.putLong(target + 16L * i, word);
          Memory.putLong(target + 16L * i + 8, word >> 63);
        }
      }
      default -> throw new IllegalStateException("Cannot decode " + layout);
    }
  }
}
