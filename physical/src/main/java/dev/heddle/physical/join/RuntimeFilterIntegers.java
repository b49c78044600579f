package dev.heddle.physical.join;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.PackedNumbers;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.SortedIntegers;
import dev.heddle.physical.kernel.SelectionVectors;
import dev.heddle.physical.kernel.number.NumericRange;
import dev.heddle.physical.kernel.number.RangeSelect;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.row.KeyWords;
import dev.heddle.physical.row.RowStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Wanted keys that are integers of at most 64 bits: their range, and which of it there are, as bits
 * where the range is small enough, else as a Bloom filter.
 */
final class RuntimeFilterIntegers implements RuntimeFilterKeys {
  /** Ranges up to 1 MiB of bits are always stored as bits ... */
  private static final long SMALL_RANGE = 1L << 23;

  /** ... larger ones if there are not many more bits than keys ... */
  private static final long BITS_A_KEY = 64;

  /** ... up to 16 MiB. */
  private static final long MAX_BITS = 1L << 27;

  /** Of this number of rows the values are listed, of more their range is known. */
  private static final int MAX_LISTED_ROWS = 1 << 16;

  private static final SortedIntegers NO_VALUES = new SortedIntegers(new long[0]);

  private final long smallest;
  private final long largest;
  private final @Nullable SortedIntegers values; // all of them, if there are not too many
  private final @Nullable Buffer bits; // one more than the range, which stays clear
  private final @Nullable KeyBloom bloom;

  private RuntimeFilterIntegers(
      long smallest,
      long largest,
      @Nullable SortedIntegers values,
      @Nullable Buffer bits,
      @Nullable KeyBloom bloom) {
    this.smallest = smallest;
    this.largest = largest;
    this.values = values;
    this.bits = bits;
    this.bloom = bloom;
  }

  /** Makes one of which only the range is known; nothing is wanted if the bounds have crossed. */
  static RuntimeFilterIntegers ofRange(long smallest, long largest) {
    return new RuntimeFilterIntegers(
        smallest, largest, smallest > largest ? NO_VALUES : null, null, null);
  }

  /** Makes one of a column of stored rows. */
  static RuntimeFilterIntegers of(RowStore store, int column, TaskContext context) {
    int chunks = store.chunkCount();
    long[] least = new long[chunks];
    long[] most = new long[chunks];
    context.parallel(
        chunks,
        chunk ->
            withWords(
                store,
                column,
                chunk,
                context,
                (words, validity, rows) -> {
                  least[chunk] = KeyWords.smallest(words, validity, rows);
                  most[chunk] = KeyWords.largest(words, validity, rows);
                }));
    long smallest = Arrays.stream(least).min().orElse(Long.MAX_VALUE);
    long largest = Arrays.stream(most).max().orElse(Long.MIN_VALUE);
    if (smallest > largest) {
      return new RuntimeFilterIntegers(smallest, largest, NO_VALUES, null, null);
    }
    long range = largest - smallest + 1; // wraps to below 1 where it does not fit
    MemoryAccount account = context.account();
    if (range > 0
        && range <= MAX_BITS
        && range <= Math.max(SMALL_RANGE, BITS_A_KEY * store.rows())) {
      Buffer bits = account.allocateZeroed(Bits.bytesFor(range + 1));
      try {
        for (int chunk = 0; chunk < chunks; chunk++) {
          withWords(
              store,
              column,
              chunk,
              context,
              (words, validity, rows) -> setBits(words, validity, rows, smallest, bits.address()));
        }
      } catch (Throwable e) {
        bits.release();
        throw e;
      }
      return new RuntimeFilterIntegers(
          smallest, largest, inBits(store, bits.address(), smallest, range), bits, null);
    }
    SortedIntegers values = sorted(store, column, context);
    if (store.rows() > KeyBloom.MAX_KEYS) {
      return new RuntimeFilterIntegers(smallest, largest, values, null, null);
    }
    KeyBloom bloom = new KeyBloom(store.rows(), account);
    try {
      for (int chunk = 0; chunk < chunks; chunk++) {
        withWords(
            store,
            column,
            chunk,
            context,
            (words, validity, rows) -> addAll(words, validity, rows, bloom));
      }
    } catch (Throwable e) {
      bloom.close();
      throw e;
    }
    return new RuntimeFilterIntegers(smallest, largest, values, null, bloom);
  }

  /** Returns the values that have been set as bits, unless there are too many. */
  private static @Nullable SortedIntegers inBits(
      RowStore store, long bits, long smallest, long range) {
    if (store.rows() > MAX_LISTED_ROWS) {
      return null;
    }
    long[] all = new long[store.rows()];
    int count = 0;
    for (long word = 0; word < (range + 63) / 64; word++) {
      long left = Memory.getLong(bits + 8 * word);
      while (left != 0) {
        all[count++] = smallest + 64 * word + Long.numberOfTrailingZeros(left);
        left &= left - 1;
      }
    }
    return new SortedIntegers(Arrays.copyOf(all, count));
  }

  /** Returns the values, unless there are too many. */
  private static @Nullable SortedIntegers sorted(RowStore store, int column, TaskContext context) {
    if (store.rows() > MAX_LISTED_ROWS) {
      return null;
    }
    long[] all = new long[store.rows()];
    int[] count = {0};
    for (int chunk = 0; chunk < store.chunkCount(); chunk++) {
      withWords(
          store,
          column,
          chunk,
          context,
          (words, validity, rows) -> {
            for (int row = 0; row < rows; row++) {
              if (validity == 0 || Bits.get(validity, row)) {
                all[count[0]++] = Memory.getLong(words + 8L * row);
              }
            }
          });
    }
    Arrays.sort(all, 0, count[0]);
    int distinct = 0;
    for (int i = 0; i < count[0]; i++) {
      if (i == 0 || all[i] != all[distinct - 1]) {
        all[distinct++] = all[i];
      }
    }
    return new SortedIntegers(Arrays.copyOf(all, distinct));
  }

  private interface WordsAction {
    void take(long words, long validity, int rows);
  }

  /** Calls an action with the words of a chunk, and which of them do not belong to nulls. */
  private static void withWords(
      RowStore store, int column, int chunk, TaskContext context, WordsAction action) {
    context.checkCancelled();
    int rows = store.chunkRows(chunk);
    Column keys = store.chunk(column, chunk);
    Buffer words = context.account().allocate(8L * Math.max(1, rows));
    try {
      KeyWords.read(keys, 0, rows, words.address());
      action.take(words.address(), keys.validity(), rows);
    } finally {
      words.release();
    }
  }

  private static void setBits(long words, long validity, int rows, long smallest, long bits) {
    for (int row = 0; row < rows; row++) {
      if (validity == 0 || Bits.get(validity, row)) {
        Bits.set(bits, (int) (Memory.getLong(words + 8L * row) - smallest));
      }
    }
  }

  private static void addAll(long words, long validity, int rows, KeyBloom bloom) {
    for (int row = 0; row < rows; row++) {
      if (validity == 0 || Bits.get(validity, row)) {
        bloom.add(RowHash.mix(0, Memory.getLong(words + 8L * row)));
      }
    }
  }

  @Override
  public PruningPredicate pruning(int column) {
    SortedIntegers known = values;
    if (known != null && known.size() > MAX_VALUES) {
      return new PruningPredicate.Among(column, known);
    }
    if (known != null) {
      List<ScanValue> all = new ArrayList<>(known.size());
      for (int i = 0; i < known.size(); i++) {
        all.add(ScanValue.Whole.of(known.at(i)));
      }
      return new PruningPredicate.In(column, all);
    }
    return new PruningPredicate.AllOf(
        List.of(
            new PruningPredicate.Compare(
                column, PruningPredicate.Operator.GREATER_OR_EQUAL, ScanValue.Whole.of(smallest)),
            new PruningPredicate.Compare(
                column, PruningPredicate.Operator.LESS_OR_EQUAL, ScanValue.Whole.of(largest))));
  }

  @Override
  public int narrow(Column column, long selection, int count, long output, MemoryAccount account) {
    if (smallest > largest) {
      return 0;
    }
    long from = selection;
    int left = count;
    if (column.mayHaveNulls()) {
      left = SelectionVectors.whereSet(column.validity(), selection, count, output);
      from = output;
    }
    if (!column.isDictionary() && bloom == null && column.layout() != Layout.BIT) {
      if (bits == null) {
        NumericRange all = NumericRange.between(smallest, largest);
        return RangeSelect.integers(column, all, from, left, output);
      }
      long range = largest - smallest + 1;
      if (column.layout() == Layout.INT64) {
        return longsInBits(bits.address(), smallest, range, column.values(), from, left, output);
      }
      if (column.layout() == Layout.INT32) {
        return intsInBits(bits.address(), smallest, range, column.values(), from, left, output);
      }
    }
    Buffer words = account.allocate(8L * Math.max(1, left));
    try {
      KeyWords.read(column, from, left, words.address());
      return wordsIn(words.address(), from, left, output);
    } finally {
      words.release();
    }
  }

  @Override
  public int narrowPacked(PackedNumbers numbers, long selection, int count, long output) {
    if (smallest > largest) {
      return 0;
    }
    if (bits == null) {
      return -1;
    }
    long bitmap = bits.address();
    long range = largest - smallest + 1;
    long from = numbers.base() - smallest;
    long codes = numbers.address();
    long step = numbers.step();
    return switch (numbers.width()) {
      case 1 -> bytesInBits(bitmap, range, codes, from, step, selection, count, output);
      case 2 -> shortsInBits(bitmap, range, codes, from, step, selection, count, output);
      default -> codesInBits(bitmap, range, codes, from, step, selection, count, output);
    };
  }

  private static int bytesInBits(
      long bitmap,
      long range,
      long codes,
      long from,
      long step,
      long selection,
      int count,
      long output) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = selection == 0 ? i : Memory.getInt(selection + 4L * i);
      long offset = from + step * (Memory.getByte(codes + row) & 0xffL);
      Memory.putInt(output + 4L * kept, row);
      kept += bit(bitmap, Long.compareUnsigned(offset, range) < 0 ? offset : range);
    }
    return kept;
  }

  private static int shortsInBits(
      long bitmap,
      long range,
      long codes,
      long from,
      long step,
      long selection,
      int count,
      long output) {
    int kept = 0;
    if (selection == 0) {
      for (int row = 0; row < count; row++) {
        long offset = from + step * (Memory.getShort(codes + 2L * row) & 0xffffL);
        Memory.putInt(output + 4L * kept, row);
        kept += bit(bitmap, Long.compareUnsigned(offset, range) < 0 ? offset : range);
      }
      return kept;
    }
    for (int i = 0; i < count; i++) {
      int row = Memory.getInt(selection + 4L * i);
      long offset = from + step * (Memory.getShort(codes + 2L * row) & 0xffffL);
      Memory.putInt(output + 4L * kept, row);
      kept += bit(bitmap, Long.compareUnsigned(offset, range) < 0 ? offset : range);
    }
    return kept;
  }

  private static int codesInBits(
      long bitmap,
      long range,
      long codes,
      long from,
      long step,
      long selection,
      int count,
      long output) {
    int kept = 0;
    if (selection == 0) {
      for (int row = 0; row < count; row++) {
        long offset = from + step * (Memory.getInt(codes + 4L * row) & 0xffffffffL);
        Memory.putInt(output + 4L * kept, row);
        kept += bit(bitmap, Long.compareUnsigned(offset, range) < 0 ? offset : range);
      }
      return kept;
    }
    for (int i = 0; i < count; i++) {
      int row = Memory.getInt(selection + 4L * i);
      long offset = from + step * (Memory.getInt(codes + 4L * row) & 0xffffffffL);
      Memory.putInt(output + 4L * kept, row);
      kept += bit(bitmap, Long.compareUnsigned(offset, range) < 0 ? offset : range);
    }
    return kept;
  }

  private int wordsIn(long words, long selection, int count, long output) {
    if (bits != null) {
      long range = largest - smallest + 1;
      return inBits(bits.address(), smallest, range, words, selection, count, output);
    }
    return bloom == null
        ? inRange(smallest, largest, words, selection, count, output)
        : inBloom(bloom.address(), bloom.shift(), words, selection, count, output);
  }

  private static int longsInBits(
      long bitmap, long smallest, long range, long values, long selection, int count, long output) {
    int kept = 0;
    if (selection == 0) {
      for (int row = 0; row < count; row++) {
        long offset = Memory.getLong(values + 8L * row) - smallest;
        Memory.putInt(output + 4L * kept, row);
        kept += bit(bitmap, Long.compareUnsigned(offset, range) < 0 ? offset : range);
      }
      return kept;
    }
    for (int i = 0; i < count; i++) {
      int row = Memory.getInt(selection + 4L * i);
      long offset = Memory.getLong(values + 8L * row) - smallest;
      Memory.putInt(output + 4L * kept, row);
      kept += bit(bitmap, Long.compareUnsigned(offset, range) < 0 ? offset : range);
    }
    return kept;
  }

  private static int intsInBits(
      long bitmap, long smallest, long range, long values, long selection, int count, long output) {
    int kept = 0;
    if (selection == 0) {
      for (int row = 0; row < count; row++) {
        long offset = Memory.getInt(values + 4L * row) - smallest;
        Memory.putInt(output + 4L * kept, row);
        kept += bit(bitmap, Long.compareUnsigned(offset, range) < 0 ? offset : range);
      }
      return kept;
    }
    for (int i = 0; i < count; i++) {
      int row = Memory.getInt(selection + 4L * i);
      long offset = Memory.getInt(values + 4L * row) - smallest;
      Memory.putInt(output + 4L * kept, row);
      kept += bit(bitmap, Long.compareUnsigned(offset, range) < 0 ? offset : range);
    }
    return kept;
  }

  private static int bit(long bitmap, long bit) {
    return Memory.getByte(bitmap + (bit >>> 3)) >>> (bit & 7) & 1;
  }

  private static int inBits(
      long bitmap, long smallest, long range, long words, long selection, int count, long output) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      long offset = Memory.getLong(words + 8L * i) - smallest;
      int row = selection == 0 ? i : Memory.getInt(selection + 4L * i);
      Memory.putInt(output + 4L * kept, row);
      kept += bit(bitmap, Long.compareUnsigned(offset, range) < 0 ? offset : range);
    }
    return kept;
  }

  private static int inBloom(
      long address, int shift, long words, long selection, int count, long output) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      long hash = RowHash.mix(0, Memory.getLong(words + 8L * i));
      int row = selection == 0 ? i : Memory.getInt(selection + 4L * i);
      Memory.putInt(output + 4L * kept, row);
      kept += KeyBloom.mayContain(address, shift, hash);
    }
    return kept;
  }

  private static int inRange(
      long smallest, long largest, long words, long selection, int count, long output) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      long word = Memory.getLong(words + 8L * i);
      int row = selection == 0 ? i : Memory.getInt(selection + 4L * i);
      Memory.putInt(output + 4L * kept, row);
      kept += word >= smallest && word <= largest ? 1 : 0;
    }
    return kept;
  }

  @Override
  public void close() {
    if (bits != null) {
      bits.release();
    }
    if (bloom != null) {
      bloom.close();
    }
  }
}
