package dev.heddle.physical.join;

import dev.heddle.io.batch.RowHash;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.JoinRange;
import dev.heddle.physical.row.KeyEquality;
import dev.heddle.physical.row.RowStore;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Makes the table of a hash join from the stored build rows, with all of the task's threads. Used
 * once.
 *
 * <p>Each thread fills a range of the table of its own: it looks at all keys and takes those that
 * fall into it, so no slot is written by two.
 */
final class JoinTableBuilder implements AutoCloseable {
  /** Direct arrays have at most this number of entries a row ... */
  private static final int DENSE_FACTOR = 8;

  /** ... or at most this number in all: 256 KiB, which stay in the L2 cache. */
  private static final long SMALL_RANGE = 1 << 16;

  /** This number of slots are read before the first of them is filled. */
  private static final int ROWS_AHEAD = 64;

  private static final int CHECKED_ROWS = (1 << 20) - 1;

  private final RowStore store;
  private final JoinKeys keys;
  private final int level;
  private final Optional<JoinRange> range;
  private final @Nullable Buffer nulls;
  private final TaskContext context;
  private final Reservation reservation;
  private final MemoryAccount account;
  private final int rows;
  private final AtomicBoolean chained = new AtomicBoolean();
  private @Nullable Buffer words; // or hashes
  private @Nullable Buffer chain;

  /**
   * Makes a builder; what it is given stays the caller's.
   *
   * @param level how often the rows have been divided
   * @param range the range of rows, among those with its keys, that a left row can match
   * @param nulls one byte a row, set for those that match nothing because of a null; may be missing
   */
  JoinTableBuilder(
      RowStore store,
      JoinKeys keys,
      int level,
      Optional<JoinRange> range,
      @Nullable Buffer nulls,
      Reservation reservation,
      TaskContext context) {
    this.store = store;
    this.keys = keys;
    this.level = level;
    this.range = range;
    this.nulls = nulls;
    this.context = context;
    this.reservation = reservation;
    this.account = reservation.account();
    this.rows = store.rows();
  }

  JoinTable build() {
    if (keys.count() == 0) {
      return range.isPresent()
          ? OrderedJoinTable.of(store, range.get(), account, context)
          : new CrossJoinTable(rows);
    }
    long flags = nulls == null ? 0 : nulls.address();
    KeyPacking packing = packing(flags);
    boolean isWord = keys.isSingleWord() || packing != null;
    Buffer keyWords = account.allocate(8L * Math.max(1, rows));
    words = keyWords;
    Buffer next = account.allocate(4L * Math.max(1, rows));
    chain = next;
    Memory.fill(next.address(), 4L * rows, (byte) -1);
    context.parallel(
        store.chunkCount(),
        chunk -> {
          long target = keyWords.address() + ((long) chunk << RowStore.CHUNK_SHIFT) * 8;
          if (isWord) {
            keys.rightWords(store, chunk, packing, target, account);
          } else {
            keys.rightHashes(store, chunk, target);
          }
        });
    JoinTable table = isWord ? wordTable(keyWords, packing, next) : rowTable(keyWords, next);
    chain = null;
    if (chained.get()) {
      table.setChain(next);
    } else {
      next.release();
    }
    boolean isOrdered = range.isPresent() && (chained.get() || range.get().isNearest());
    return isOrdered ? ordered(table, range.get(), flags) : table;
  }

  /**
   * Orders rows with equal keys: if these are many and if there is memory for it, unless the
   * nearest one is wanted.
   */
  private JoinTable ordered(JoinTable table, JoinRange bounds, long flags) {
    try {
      if (bounds.isNearest()) {
        return OrderedJoinTable.of(store, bounds, table, flags, account, context);
      }
      long bytes = OrderedJoinTable.bytes(rows);
      if (!OrderedJoinTable.pays(table, rows) || !reservation.tryTake(bytes)) {
        return table;
      }
      try {
        return OrderedJoinTable.of(store, bounds, table, flags, account, context);
      } finally {
        reservation.giveBack(bytes);
      }
    } catch (Throwable e) {
      table.close();
      throw e;
    }
  }

  private @Nullable KeyPacking packing(long flags) {
    if (keys.isDividedByWord() && level > 0) {
      return KeyPacking.without(level * KeyDivision.BITS);
    }
    return keys.isPackable() ? KeyPacking.of(store, keys, flags, account).orElse(null) : null;
  }

  /** Looks once in a million rows whether the query goes on. */
  private void checkCancelled(int row) {
    if ((row & CHECKED_ROWS) == 0) {
      context.checkCancelled();
    }
  }

  private static boolean isLeftOut(long flags, int row) {
    return flags != 0 && Memory.getByte(flags + row) != 0;
  }

  private JoinTable wordTable(Buffer keyWords, @Nullable KeyPacking packing, Buffer next) {
    long flags = nulls == null ? 0 : nulls.address();
    boolean nullMatches = keys.isNullSafe(0) && store.mayHaveNulls(keys.right(0));
    KeyBitmap bitmap = null;
    if ((keys.isSingleInteger() && !keys.isNullSafe(0)) || packing != null) {
      long smallest = Long.MAX_VALUE;
      long largest = Long.MIN_VALUE;
      for (int row = 0; row < rows; row++) {
        checkCancelled(row);
        if (!isLeftOut(flags, row)) {
          long word = Memory.getLong(keyWords.address() + 8L * row);
          smallest = Math.min(smallest, word);
          largest = Math.max(largest, word);
        }
      }
      long range = largest - smallest + 1; // wraps to below 1 where it does not fit
      if (smallest > largest) {
        smallest = 0;
        range = 1;
      }
      if (range > 0 && range <= Math.max(SMALL_RANGE, (long) DENSE_FACTOR * rows)) {
        long more = 4 * range - JoinSlots.bytes(rows); // than has been asked for
        if (more <= 0) {
          return denseTable(keyWords.address(), packing, flags, smallest, range, next.address());
        }
        if (reservation.tryTake(more)) {
          try {
            return denseTable(keyWords.address(), packing, flags, smallest, range, next.address());
          } finally {
            reservation.giveBack(more);
          }
        }
      }
      if (range > 0 && range <= KeyBitmap.MAX_KEYS) {
        bitmap = bitmap(keyWords.address(), smallest, range, flags);
      }
    }
    JoinSlots slots = null;
    int[] nullHead = {JoinTable.NONE};
    try {
      slots = new JoinSlots(rows, context.threads(), account);
      JoinSlots table = slots;
      context.parallel(
          table.regions(),
          region -> {
            int head =
                fillWords(keyWords.address(), flags, nullMatches, table, region, next.address());
            if (region == 0) {
              nullHead[0] = head;
            }
          });
    } catch (Throwable e) {
      if (slots != null) {
        slots.close();
      }
      if (bitmap != null) {
        bitmap.close();
      }
      throw e;
    }
    words = null;
    return new WordJoinTable(keys, packing, bitmap, keyWords, slots, nullHead[0]);
  }

  /** Makes a bitmap of the keys, or none if it does not fit. */
  private @Nullable KeyBitmap bitmap(long keyWords, long smallest, long range, long flags) {
    long bytes = KeyBitmap.bytes(range);
    if (!reservation.tryTake(bytes)) {
      return null;
    }
    try {
      KeyBitmap bitmap = new KeyBitmap(smallest, range, account);
      bitmap.addAll(keyWords, rows, flags);
      return bitmap;
    } finally {
      reservation.giveBack(bytes);
    }
  }

  private JoinTable denseTable(
      long keyWords,
      @Nullable KeyPacking packing,
      long flags,
      long smallest,
      long range,
      long next) {
    Buffer array = account.allocateZeroed(4 * range);
    try {
      int parts = rows < RowStore.CHUNK_ROWS ? 1 : context.threads();
      long partRange = (range + parts - 1) / parts;
      context.parallel(
          parts,
          part -> {
            long from = partRange * part;
            long size = Math.min(range, from + partRange) - from;
            fillDense(keyWords, flags, smallest, from, size, array.address(), next);
          });
    } catch (Throwable e) {
      array.release();
      throw e;
    }
    return new DenseJoinTable(packing, array, smallest, range);
  }

  private void fillDense(
      long keyWords, long flags, long smallest, long from, long size, long array, long next) {
    boolean repeats = false;
    for (int row = 0; row < rows; row++) {
      checkCancelled(row);
      long offset = Memory.getLong(keyWords + 8L * row) - smallest;
      if (Long.compareUnsigned(offset - from, size) >= 0 || isLeftOut(flags, row)) {
        continue;
      }
      int head = Memory.getInt(array + 4 * offset) - 1;
      if (head >= 0) {
        Memory.putInt(next + 4L * row, head);
        repeats = true;
      }
      Memory.putInt(array + 4 * offset, row + 1);
    }
    if (repeats) {
      chained.set(true);
    }
  }

  private int fillWords(
      long keyWords, long flags, boolean nullMatches, JoinSlots table, int region, long next) {
    long slots = table.address();
    long mask = table.regionMask();
    int nullHead = JoinTable.NONE;
    boolean repeats = false;
    int[] chosen = new int[ROWS_AHEAD];
    long[] hashes = new long[ROWS_AHEAD];
    long[] ahead = new long[ROWS_AHEAD];
    for (int first = 0; first < rows; first += ROWS_AHEAD) {
      checkCancelled(first);
      int count = 0;
      int end = Math.min(rows, first + ROWS_AHEAD);
      for (int row = first; row < end; row++) {
        if (nullMatches && store.isNull(keys.right(0), row)) {
          if (region == 0) {
            repeats |= nullHead != JoinTable.NONE;
            Memory.putInt(next + 4L * row, nullHead);
            nullHead = row;
          }
          continue;
        }
        long hash = RowHash.mix(0, Memory.getLong(keyWords + 8L * row));
        chosen[count] = row;
        hashes[count] = hash;
        // without a branch, which nobody could foretell
        count += ((table.regionOf(hash >>> table.shift()) ^ region) - 1) >>> 31;
      }
      for (int i = 0; i < count; i++) { // reads that do not wait for each other
        ahead[i] = Memory.getLong(slots + 8 * (hashes[i] >>> table.shift()));
      }
      for (int i = 0; i < count; i++) {
        int row = chosen[i];
        if (isLeftOut(flags, row)) {
          continue;
        }
        long word = Memory.getLong(keyWords + 8L * row);
        long hash = hashes[i];
        long index = hash >>> table.shift();
        long slot = Memory.getLong(slots + 8 * index); // others of these rows may have come
        if (slot == 0 && ahead[i] != 0) {
          throw new IllegalStateException("A slot has been cleared");
        }
        while (slot != 0
            && ((int) (slot >>> 32) != (int) hash
                || Memory.getLong(keyWords + 8L * ((int) slot - 1)) != word)) {
          index = (index & ~mask) | ((index + 1) & mask);
          slot = Memory.getLong(slots + 8 * index);
        }
        if (slot != 0) {
          Memory.putInt(next + 4L * row, (int) slot - 1);
          repeats = true;
        }
        Memory.putLong(slots + 8 * index, hash << 32 | row + 1);
      }
    }
    if (repeats) {
      chained.set(true);
    }
    return nullHead;
  }

  private JoinTable rowTable(Buffer hashes, Buffer next) {
    JoinSlots slots = new JoinSlots(rows, context.threads(), account);
    int[] columns = new int[keys.count()];
    for (int k = 0; k < columns.length; k++) {
      columns[k] = keys.right(k);
    }
    try {
      context.parallel(
          slots.regions(),
          region -> fillRows(hashes.address(), columns, slots, region, next.address()));
    } catch (Throwable e) {
      slots.close();
      throw e;
    }
    return new RowJoinTable(keys, store, slots);
  }

  private void fillRows(long hashes, int[] columns, JoinSlots table, int region, long next) {
    long slots = table.address();
    long mask = table.regionMask();
    long flags = nulls == null ? 0 : nulls.address();
    boolean repeats = false;
    for (int row = 0; row < rows; row++) {
      checkCancelled(row);
      long hash = Memory.getLong(hashes + 8L * row);
      long index = hash >>> table.shift();
      if (table.regionOf(index) != region || isLeftOut(flags, row)) {
        continue;
      }
      long slot = Memory.getLong(slots + 8 * index);
      while (slot != 0
          && ((int) (slot >>> 32) != (int) hash
              || !KeyEquality.isEqual(store, columns, (int) slot - 1, row))) {
        index = (index & ~mask) | ((index + 1) & mask);
        slot = Memory.getLong(slots + 8 * index);
      }
      if (slot != 0) {
        Memory.putInt(next + 4L * row, (int) slot - 1);
        repeats = true;
      }
      Memory.putLong(slots + 8 * index, hash << 32 | row + 1);
    }
    if (repeats) {
      chained.set(true);
    }
  }

  /** Frees what the table has not taken over. */
  @Override
  public void close() {
    if (words != null) {
      words.release();
    }
    if (chain != null) {
      chain.release();
    }
  }
}
