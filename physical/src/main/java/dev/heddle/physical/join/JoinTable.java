package dev.heddle.physical.join;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import org.jspecify.annotations.Nullable;

/**
 * Finds the build rows with a key: the first one by the table, the others along a chain.
 *
 * <p>Immutable once built; all threads look up at once. {@link #close} frees it.
 */
abstract sealed class JoinTable implements AutoCloseable
    permits DenseJoinTable, WordJoinTable, RowJoinTable, CrossJoinTable, OrderedJoinTable {
  /** Represents no row. */
  static final int NONE = -1;

  private @Nullable Buffer next; // of each row the next one with the same key; null if none has one

  /** Returns whether no two build rows that can match have equal keys. */
  boolean isUnique() {
    return next == null;
  }

  /** Returns the row behind a row on its chain. */
  int next(int row) {
    return next == null ? NONE : Memory.getInt(next.address() + 4L * row);
  }

  /** Takes over the chain; there is none if no row has a next one. */
  final void setChain(Buffer chain) {
    next = chain;
  }

  /**
   * Writes for each row that counts of a batch the first build row with its key, or -1. Rows whose
   * key has a null that matches nothing may get any row or -1.
   *
   * @param columns where the batch has the keys
   */
  abstract void lookUp(Batch batch, int[] columns, JoinScratch scratch, long heads);

  @Override
  public void close() {
    if (next != null) {
      next.release();
    }
  }
}
