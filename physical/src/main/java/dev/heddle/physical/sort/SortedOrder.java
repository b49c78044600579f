package dev.heddle.physical.sort;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.row.RowGather;
import dev.heddle.physical.row.RowStore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of stored rows: their ids, or what was sorted to find it, the words of their keys with
 * the ids, or both. From the words keys are read back, which is cheaper than fetching them from all
 * over the store; the other columns are laid side by side first if there are several.
 *
 * <p>Threads read different parts, those with positions one at a time. {@link #close} frees it; the
 * store is not its own.
 */
final class SortedOrder implements AutoCloseable {
  private final RowStore store;
  private final @Nullable Buffer elements;
  private final @Nullable Buffer rowIds; // null if those in the elements are in order
  private final @Nullable SortKeyEncoder encoder; // of the elements
  private final @Nullable RowLines lines;
  private RowStore.@Nullable Arrival arrival; // of the store's rows, once somebody has asked
  private int[] firstRuns = {}; // of the store's chunks; set with the arrival
  private final int idBits; // of the lowest, in elements of one word; 0 if elements have two

  private SortedOrder(
      RowStore store,
      @Nullable Buffer elements,
      @Nullable Buffer rowIds,
      @Nullable SortKeyEncoder encoder,
      int idBits,
      TaskContext context) {
    this.store = store;
    this.elements = elements;
    this.rowIds = rowIds;
    this.encoder = encoder;
    this.idBits = idBits;
    List<Integer> fetched = new ArrayList<>();
    for (int column = 0; column < store.columnCount(); column++) {
      if (encoder == null || encoder.decoderOf(column) == null) {
        fetched.add(column);
      }
    }
    try {
      this.lines = RowLines.of(store, fetched, context);
    } catch (Throwable e) {
      release(elements, rowIds);
      throw e;
    }
  }

  /** Makes an order of int32 ids, which are taken over. */
  static SortedOrder ofIds(RowStore store, Buffer ids, TaskContext context) {
    return new SortedOrder(store, null, ids, null, 0, context);
  }

  /** Makes an order of sorted elements, which are taken over. */
  static SortedOrder ofElements(
      RowStore store, Buffer elements, SortKeyEncoder encoder, int idBits, TaskContext context) {
    return new SortedOrder(store, elements, null, encoder, idBits, context);
  }

  /**
   * Makes an order of int32 ids, and of elements whose words are those of the rows; both are taken
   * over.
   */
  static SortedOrder ofElementsAndIds(
      RowStore store,
      Buffer elements,
      Buffer ids,
      SortKeyEncoder encoder,
      int idBits,
      TaskContext context) {
    return new SortedOrder(store, elements, ids, encoder, idBits, context);
  }

  private static void release(@Nullable Buffer elements, @Nullable Buffer rowIds) {
    if (elements != null) {
      elements.release();
    }
    if (rowIds != null) {
      rowIds.release();
    }
  }

  /** Returns rows in order, from the one at the given place on. */
  Batch rows(long first, int count, MemoryAccount account) {
    return rows(first, count, false, account);
  }

  /** Returns rows with their positions in the pipeline's source behind them. */
  Batch rowsWithPositions(long first, int count, MemoryAccount account) {
    return rows(first, count, true, account);
  }

  private Batch rows(long first, int count, boolean withPositions, MemoryAccount account) {
    SortKeyEncoder keys = encoder;
    Buffer sorted = elements;
    long knownIds = rowIds == null ? 0 : rowIds.address() + 4L * first;
    if (keys == null || sorted == null) {
      return gather(knownIds, 0, null, count, withPositions, account);
    }
    Buffer scratch = account.allocate(20L * count);
    try {
      long words = scratch.address();
      long ids = words + 16L * count;
      for (int i = 0; i < count; i++) {
        if (idBits == 0) {
          long element = sorted.address() + 16L * (first + i);
          Memory.putLong(words + 8L * i, Memory.getLong(element));
          Memory.putInt(ids + 4L * i, (int) Memory.getLong(element + 8));
        } else {
          long element = Memory.getLong(sorted.address() + 8L * (first + i));
          Memory.putLong(words + 8L * i, element >>> idBits);
          Memory.putInt(ids + 4L * i, (int) (element & ((1L << idBits) - 1)));
        }
      }
      return gather(knownIds == 0 ? ids : knownIds, words, keys, count, withPositions, account);
    } finally {
      scratch.release();
    }
  }

  private Batch gather(
      long ids,
      long words,
      @Nullable SortKeyEncoder keys,
      int count,
      boolean withPositions,
      MemoryAccount account) {
    int stored = store.columnCount();
    Buffer fetched = lines == null ? null : lines.fetch(ids, count, account);
    try {
      Column[] columns =
          Column.makeAll(
              stored + (withPositions ? 1 : 0),
              i -> {
                if (i == stored) {
                  return positions(ids, count, account);
                }
                SortKeyPart key = keys == null ? null : keys.decoderOf(i);
                return key == null || keys == null
                    ? gather(i, fetched, ids, count, account)
                    : decode(key, keys, ids, words, count, account);
              });
      return Batch.of(account, count, columns);
    } finally {
      if (fetched != null) {
        fetched.release();
      }
    }
  }

  private Column gather(
      int column, @Nullable Buffer fetched, long ids, int count, MemoryAccount account) {
    int field = lines == null ? -1 : lines.fieldOf(column);
    if (lines == null || fetched == null || field < 0) {
      return store.gather(column, ids, count, account);
    }
    Buffer values = account.allocate(Layout.of(store.type(column)).bytesFor(count));
    Buffer bits = null;
    try {
      lines.read(field, fetched, count, values.address());
      if (store.mayHaveNulls(column)) {
        bits = account.allocate(Bits.bytesFor(count));
        RowGather.validity(store.validity(column), ids, count, bits.address());
      }
    } catch (Throwable e) {
      values.release();
      throw e;
    }
    return store.madeOf(column, count, values, bits);
  }

  private Column positions(long ids, int count, MemoryAccount account) {
    RowStore.Arrival runs = arrival;
    if (runs == null) {
      runs = store.arrival();
      arrival = runs;
      int chunks = store.chunkCount();
      firstRuns = new int[chunks + 1];
      for (int chunk = 0; chunk < chunks; chunk++) {
        firstRuns[chunk] = runs.runOf(chunk << RowStore.CHUNK_SHIFT);
      }
      firstRuns[chunks] = runs.positions().length - 1;
    }
    Buffer positions = account.allocate(8L * count);
    int[] chunkRuns = firstRuns;
    for (int i = 0; i < count; i++) {
      int row = Memory.getInt(ids + 4L * i);
      int chunk = row >>> RowStore.CHUNK_SHIFT;
      int run = runs.runOf(row, chunkRuns[chunk], chunkRuns[chunk + 1] + 1);
      Memory.putLong(positions.address() + 8L * i, runs.positions()[run]);
    }
    return Column.fixed(DataType.INT64, count, positions, null);
  }

  private Column decode(
      SortKeyPart key,
      SortKeyEncoder keys,
      long ids,
      long words,
      int count,
      MemoryAccount account) {
    Layout layout = Layout.of(store.type(key.column()));
    Buffer values = account.allocate(layout.bytesFor(count));
    Buffer codes = null;
    Buffer validity = null;
    try {
      codes = account.allocate(8L * count);
      keys.extract(key, words, count, codes.address());
      key.decode(codes.address(), count, values.address());
      if (key.nullBit() >= 0) {
        validity = account.allocate(Bits.bytesFor(count));
        RowGather.validity(store.validity(key.column()), ids, count, validity.address());
      }
    } catch (Throwable e) {
      values.release();
      throw e;
    } finally {
      if (codes != null) {
        codes.release();
      }
    }
    return layout.isText()
        ? Column.views(store.type(key.column()), count, values, validity)
        : Column.fixed(store.type(key.column()), count, values, validity);
  }

  @Override
  public void close() {
    release(elements, rowIds);
    if (lines != null) {
      lines.close();
    }
  }
}
