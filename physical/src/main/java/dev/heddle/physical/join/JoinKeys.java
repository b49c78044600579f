package dev.heddle.physical.join;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.KeyWords;
import dev.heddle.physical.row.RowStore;
import org.jspecify.annotations.Nullable;

/**
 * Which columns a hash join compares, and how: as one 64-bit word a row where the key fits, else by
 * hash and then column by column. Immutable.
 */
final class JoinKeys {
  private final int[] left;
  private final int[] right;
  private final boolean[] nullSafe;
  private final Layout[] layouts; // of the right side
  private final boolean isSingleWord;
  private final boolean isPackable;

  JoinKeys(PhysicalPlan.HashJoin plan) {
    int count = plan.leftKeys().size();
    left = plan.leftKeys().stream().mapToInt(Integer::intValue).toArray();
    right = plan.rightKeys().stream().mapToInt(Integer::intValue).toArray();
    nullSafe = new boolean[count];
    layouts = new Layout[count];
    boolean fits = true;
    boolean packs = count > 1;
    for (int i = 0; i < count; i++) {
      nullSafe[i] = plan.nullSafe().get(i);
      Layout leftLayout = Layout.of(plan.left().output().field(left[i]).type());
      layouts[i] = Layout.of(plan.right().output().field(right[i]).type());
      fits &= KeyWords.fits(layouts[i]) && KeyWords.fits(leftLayout);
      packs &= KeyWords.isInteger(layouts[i]) && KeyWords.isInteger(leftLayout) && !nullSafe[i];
    }
    isSingleWord = count == 1 && fits;
    isPackable = packs;
  }

  int count() {
    return right.length;
  }

  /** Returns the left side's key columns, which must not be changed. */
  int[] left() {
    return left;
  }

  /** Returns the right side's key columns, which must not be changed. */
  int[] right() {
    return right;
  }

  int left(int key) {
    return left[key];
  }

  int right(int key) {
    return right[key];
  }

  boolean isNullSafe(int key) {
    return nullSafe[key];
  }

  /** Returns whether there is one key, which is compared as one word a row. */
  boolean isSingleWord() {
    return isSingleWord;
  }

  /**
   * Returns whether there is one key, whose words are integers, so that their range has a meaning.
   */
  boolean isSingleInteger() {
    return isSingleWord && KeyWords.isInteger(layouts[0]);
  }

  /** Returns whether rows are divided by {@link KeyDivision}, else by a hash. */
  boolean isDividedByWord() {
    return isSingleInteger() && !nullSafe[0];
  }

  /** Returns whether all of several keys are integers, which may fit into one word. */
  boolean isPackable() {
    return isPackable;
  }

  /**
   * Writes the words of the rows that count of a batch.
   *
   * @param columns where the batch has the keys
   * @param packing of several keys; missing for one
   */
  static void words(
      Batch batch, int[] columns, @Nullable KeyPacking packing, long target, long scratch) {
    int count = batch.rowCount();
    if (packing == null) {
      KeyWords.read(batch.physicalColumn(columns[0]), batch.selection(), count, target);
      return;
    }
    for (int i = 0; i < columns.length; i++) {
      KeyWords.read(batch.physicalColumn(columns[i]), batch.selection(), count, scratch);
      packing.add(i, scratch, count, target);
    }
  }

  /** Writes the words of a chunk of right rows. */
  void rightWords(
      RowStore store, int chunk, @Nullable KeyPacking packing, long target, MemoryAccount account) {
    int count = store.chunkRows(chunk);
    if (packing == null) {
      KeyWords.read(store.chunk(right[0], chunk), 0, count, target);
      return;
    }
    Buffer scratch = account.allocate(8L * Math.max(1, count));
    for (int i = 0; i < right.length; i++) {
      KeyWords.read(store.chunk(right[i], chunk), 0, count, scratch.address());
      packing.add(i, scratch.address(), count, target);
    }
    scratch.release();
  }

  /** Writes the hashes of the keys of the rows that count of a batch. */
  static void hashes(Batch batch, int[] columns, long target) {
    RowHash.hashColumns(i -> batch.column(columns[i]), columns.length, batch.rowCount(), target);
  }

  /** Writes the hashes of a chunk of right rows. */
  void rightHashes(RowStore store, int chunk, long target) {
    RowHash.hashColumns(
        i -> store.chunk(right[i], chunk), right.length, store.chunkRows(chunk), target);
  }

  /** Returns whether a left row may have a null that keeps it from matching. */
  boolean leftMayBeNull(Batch batch) {
    return mayBeNull(batch, left);
  }

  /** Returns whether a row of a right batch may have a null that keeps it from matching. */
  boolean rightMayBeNull(Batch batch) {
    return mayBeNull(batch, right);
  }

  private boolean mayBeNull(Batch batch, int[] columns) {
    for (int i = 0; i < columns.length; i++) {
      if (!nullSafe[i] && batch.physicalColumn(columns[i]).mayHaveNulls()) {
        return true;
      }
    }
    return false;
  }

  /** Sets a byte to 1 for each row that counts whose key has a null that keeps it from matching. */
  void markLeftNulls(Batch batch, long flags) {
    markNulls(batch, left, flags);
  }

  /** Does the same for a right batch. */
  void markRightNulls(Batch batch, long flags) {
    markNulls(batch, right, flags);
  }

  private void markNulls(Batch batch, int[] columns, long flags) {
    int count = batch.rowCount();
    Memory.fill(flags, count, (byte) 0);
    for (int i = 0; i < columns.length; i++) {
      Column column = batch.physicalColumn(columns[i]);
      if (!nullSafe[i] && column.mayHaveNulls()) {
        markNulls(column.validity(), batch.selection(), count, flags);
      }
    }
  }

  /** Returns whether a right row may have a null that keeps it from matching. */
  boolean rightMayBeNull(RowStore store) {
    for (int i = 0; i < right.length; i++) {
      if (!nullSafe[i] && store.mayHaveNulls(right[i])) {
        return true;
      }
    }
    return false;
  }

  /** Sets a byte to 1 for each row of a chunk whose key has a null that keeps it from matching. */
  void markRightNulls(RowStore store, int chunk, long flags) {
    for (int i = 0; i < right.length; i++) {
      long validity = store.chunk(right[i], chunk).validity();
      if (!nullSafe[i] && validity != 0) {
        markNulls(validity, 0, store.chunkRows(chunk), flags);
      }
    }
  }

  static void markNulls(long validity, long positions, int count, long flags) {
    for (int i = 0; i < count; i++) {
      if (!Bits.get(validity, positions == 0 ? i : Memory.getInt(positions + 4L * i))) {
        Memory.putByte(flags + i, (byte) 1);
      }
    }
  }
}
