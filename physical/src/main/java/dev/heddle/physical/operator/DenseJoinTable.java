package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import org.jspecify.annotations.Nullable;

/** A table for integer keys of a small range: an array by key. */
final class DenseJoinTable extends JoinTable {
  private final JoinKeys keys;
  private final @Nullable KeyPacking packing;
  private final Buffer rowsByKey; // int32: row id + 1, 0 where there is none
  private final long smallest;
  private final long range;

  /** Takes over the array. */
  DenseJoinTable(
      JoinKeys keys, @Nullable KeyPacking packing, Buffer rowsByKey, long smallest, long range) {
    this.keys = keys;
    this.packing = packing;
    this.rowsByKey = rowsByKey;
    this.smallest = smallest;
    this.range = range;
  }

  @Override
  void lookUp(Batch left, JoinScratch scratch, long heads) {
    long words = scratch.words();
    keys.leftWords(left, packing, words, scratch.more());
    find(words, left.rowCount(), rowsByKey.address(), smallest, range, heads);
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
