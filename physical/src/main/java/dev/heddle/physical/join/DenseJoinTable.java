package dev.heddle.physical.join;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import org.jspecify.annotations.Nullable;

/** A table for integer keys of a small range: an array by key. */
final class DenseJoinTable extends JoinTable {
  private final @Nullable KeyPacking packing;
  private final Buffer rowsByKey; // int32: row id + 1, 0 where there is none
  private final long smallest;
  private final long range;

  /** Takes over the array. */
  DenseJoinTable(@Nullable KeyPacking packing, Buffer rowsByKey, long smallest, long range) {
    this.packing = packing;
    this.rowsByKey = rowsByKey;
    this.smallest = smallest;
    this.range = range;
  }

  @Override
  void lookUp(Batch batch, int[] columns, JoinScratch scratch, long heads) {
    int count = batch.rowCount();
    Column first = batch.physicalColumn(columns[0]);
    if (packing == null && !batch.hasSelection() && !first.isDictionary()) {
      if (first.layout() == Layout.INT32) {
        findInts(first.values(), count, rowsByKey.address(), smallest, range, heads);
        return;
      }
      if (first.layout() == Layout.INT64) {
        find(first.values(), count, rowsByKey.address(), smallest, range, heads);
        return;
      }
    }
    long words = scratch.words();
    JoinKeys.words(batch, columns, packing, words, scratch.more());
    find(words, count, rowsByKey.address(), smallest, range, heads);
  }

  private static void findInts(
      long values, int count, long rowsByKey, long smallest, long range, long heads) {
    for (int i = 0; i < count; i++) {
      long offset = Memory.getInt(values + 4L * i) - smallest;
      int head =
          Long.compareUnsigned(offset, range) < 0
              ? Memory.getInt(rowsByKey + 4 * offset) - 1
              : NONE;
      Memory.putInt(heads + 4L * i, head);
    }
  }

  private static void find(
      long words, int count, long rowsByKey, long smallest, long range, long heads) {
    for (int i = 0; i < count; i++) {
      long offset = Memory.getLong(words + 8L * i) - smallest;
      int head =
          Long.compareUnsigned(offset, range) < 0
              ? Memory.getInt(rowsByKey + 4 * offset) - 1
              : NONE;
      Memory.putInt(heads + 4L * i, head);
    }
  }

  @Override
  public void close() {
    super.close();
    rowsByKey.release();
  }
}
