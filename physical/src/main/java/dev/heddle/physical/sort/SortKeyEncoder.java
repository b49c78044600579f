package dev.heddle.physical.sort;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.RowStore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Packs the sort keys of stored rows into one word a row, whose unsigned order never contradicts
 * the rows' order: of each key only the bits in which the rows differ, as far as 64 bits reach.
 *
 * <p>Immutable once made; threads encode different chunks at once.
 */
final class SortKeyEncoder {
  private final RowStore store;
  private final List<SortOrder> order;
  private final List<SortKeyPart> parts = new ArrayList<>();
  private int bits;
  private boolean isExact = true;
  private final boolean hasAllKeys;

  SortKeyEncoder(RowStore store, List<SortOrder> order, TaskContext context) {
    this.store = store;
    this.order = order;
    for (SortOrder key : order) {
      if (bits >= Long.SIZE) {
        isExact = false;
      }
      if (!isExact) {
        break; // nothing may follow a key of which something is missing
      }
      add(key, context);
    }
    hasAllKeys = parts.size() == order.size();
  }

  /** Returns how many bits of a word are in use, from the lowest. */
  int bits() {
    return bits;
  }

  /** Returns whether rows with equal words are peers. */
  boolean isExact() {
    return isExact;
  }

  /**
   * Returns how many of a word's lowest bits belong to other keys than the first ones; -1 if rows
   * may differ in the first ones and not in the word.
   */
  int bitsBehind(int firstKeys) {
    int behind = bits;
    for (int i = 0; i < firstKeys; i++) {
      if (i >= parts.size() || !parts.get(i).isExact()) {
        return -1;
      }
      behind -= parts.get(i).width();
    }
    return behind;
  }

  /** Returns whether rows with this word are peers, which may be so where not all are. */
  boolean isExact(long word) {
    return isExact || (hasAllKeys && parts.getLast().isWhole(word));
  }

  /** Returns what orders rows with the same word, none of which is exact. */
  SortTies ties(TaskContext context) {
    SortKeyPart last = parts.getLast();
    return last.isExact()
        ? new SortTies(store, order, parts.size(), 0, context)
        : new SortTies(store, order, parts.size() - 1, last.knownBytes(), context);
  }

  private void add(SortOrder key, TaskContext context) {
    int column = key.column();
    int nullBit = !store.mayHaveNulls(column) ? -1 : key.nulls() == NullPlacement.FIRST ? 0 : 1;
    int room = Long.SIZE - bits - (nullBit < 0 ? 0 : 1);
    SortKeyPart part =
        Layout.of(store.type(column)).isText()
            ? SortKeyText.of(store, key, nullBit, room, context)
            : SortKeyNumber.of(store, key, nullBit, room, context);
    parts.add(part);
    bits += part.width();
    isExact &= part.isExact();
  }

  /** Writes the words of a chunk's rows. */
  void encode(int chunk, long target, TaskContext context) {
    int rows = store.chunkRows(chunk);
    Memory.fill(target, 8L * rows, (byte) 0);
    Buffer scratch = context.account().allocate(8L * Math.max(1, rows));
    try {
      for (SortKeyPart part : parts) {
        part.push(store.chunk(part.column(), chunk), rows, scratch.address(), target);
      }
    } finally {
      scratch.release();
    }
  }

  /** Returns the key that orders a column's values, nulls apart, or null if none does. */
  @Nullable SortKeyPart decoderOf(int column) {
    for (SortKeyPart part : parts) {
      if (part.column() == column) {
        return part.canDecode() ? part : null;
      }
    }
    return null;
  }

  /** Turns words into the codes of one of the keys. */
  void extract(SortKeyPart wanted, long words, int count, long codes) {
    int shift = 0;
    for (int i = parts.size() - 1; parts.get(i) != wanted; i--) {
      shift += parts.get(i).width();
    }
    int width = wanted.valueBits();
    long mask = width == 0 ? 0 : -1L >>> (Long.SIZE - width);
    for (int i = 0; i < count; i++) {
      Memory.putLong(codes + 8L * i, (Memory.getLong(words + 8L * i) >>> shift) & mask);
    }
  }
}
