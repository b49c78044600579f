package dev.heddle.physical.join;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.row.KeyEquality;
import dev.heddle.physical.row.RowStore;

/**
 * A table for keys of any columns: slots by hash, then a comparison of the stored rows, column by
 * column for all rows of the batch that found the same 32 bits of hash.
 */
final class RowJoinTable extends JoinTable {
  private final JoinKeys keys;
  private final RowStore store; // lent
  private final JoinSlots slots;

  /** Takes over the slots. */
  RowJoinTable(JoinKeys keys, RowStore store, JoinSlots slots) {
    this.keys = keys;
    this.store = store;
    this.slots = slots;
  }

  @Override
  void lookUp(Batch batch, int[] columns, JoinScratch scratch, long heads) {
    int count = batch.rowCount();
    long hashes = scratch.words();
    JoinKeys.hashes(batch, columns, hashes);
    long rows = scratch.pairRows();
    long ids = scratch.pairIds();
    long slotNumbers = scratch.more();
    long equal = scratch.positions();
    for (int i = 0; i < count; i++) {
      Memory.putInt(heads + 4L * i, NONE);
      Memory.putInt(rows + 4L * i, i);
      Memory.putLong(slotNumbers + 8L * i, Memory.getLong(hashes + 8L * i) >>> slots.shift());
    }
    int active = count;
    while (active > 0) {
      int found = candidates(hashes, active, rows, slotNumbers, ids);
      Memory.fill(equal, found, (byte) 1);
      for (int k = 0; k < keys.count(); k++) {
        KeyEquality.compare(
            batch.column(columns[k]),
            rows,
            store,
            keys.right(k),
            ids,
            found,
            equal,
            equal + 4L * found);
      }
      active = 0;
      for (int i = 0; i < found; i++) {
        int row = Memory.getInt(rows + 4L * i);
        if (Memory.getByte(equal + i) != 0) {
          Memory.putInt(heads + 4L * row, Memory.getInt(ids + 4L * i));
        } else {
          Memory.putInt(rows + 4L * active, row);
          Memory.putLong(slotNumbers + 8L * active, Memory.getLong(slotNumbers + 8L * i));
          active++;
        }
      }
    }
  }

  /** Moves each active row to its next slot with its bits of hash; those without one drop out. */
  private int candidates(long hashes, int active, long rows, long slotNumbers, long ids) {
    long table = slots.address();
    long mask = slots.regionMask();
    int found = 0;
    for (int i = 0; i < active; i++) {
      int row = Memory.getInt(rows + 4L * i);
      int tag = (int) Memory.getLong(hashes + 8L * row);
      long index = Memory.getLong(slotNumbers + 8L * i);
      long slot = Memory.getLong(table + 8 * index);
      while (slot != 0 && (int) (slot >>> 32) != tag) {
        index = (index & ~mask) | ((index + 1) & mask);
        slot = Memory.getLong(table + 8 * index);
      }
      if (slot != 0) {
        Memory.putInt(rows + 4L * found, row);
        Memory.putInt(ids + 4L * found, (int) slot - 1);
        Memory.putLong(slotNumbers + 8L * found, (index & ~mask) | ((index + 1) & mask));
        found++;
      }
    }
    return found;
  }

  @Override
  public void close() {
    super.close();
    slots.close();
  }
}
