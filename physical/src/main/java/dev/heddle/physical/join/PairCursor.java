package dev.heddle.physical.join;

import dev.heddle.io.memory.Memory;

/**
 * Walks the pairs of left rows and the build rows on their chains, some at a time. Used by one
 * thread, again for each batch.
 */
final class PairCursor {
  private final JoinTable table;
  private long heads;
  private long ends; // 0 if the table has none
  private int rows;
  private int row;
  private int id; // of the next pair of this row, if it is not the row's first
  private boolean isInChain;

  PairCursor(JoinTable table) {
    this.table = table;
  }

  /** Starts with the first row of a batch whose first build rows are at {@code heads}. */
  void start(long newHeads, int newRows) {
    heads = newHeads;
    ends = table.isOrdered() ? newHeads + 4L * newRows : 0;
    rows = newRows;
    row = 0;
    isInChain = false;
  }

  /** Returns whether pairs may be left. */
  boolean hasMore() {
    return row < rows;
  }

  /** Writes the next pairs and returns how many; left rows without any come once, with id -1. */
  int nextOrUnmatched(long pairRows, long pairIds, int most) {
    int count = 0;
    while (count < most && row < rows) {
      int current = isInChain ? id : Memory.getInt(heads + 4L * row);
      Memory.putInt(pairRows + 4L * count, row);
      Memory.putInt(pairIds + 4L * count, current);
      count++;
      step(current < 0 ? JoinTable.NONE : following(current));
    }
    table.toIds(pairIds, count);
    return count;
  }

  /**
   * Writes the next pairs and returns how many.
   *
   * @param done one byte a row: those that are set need no further pair; 0 if all pairs are wanted
   */
  int next(long pairRows, long pairIds, int most, long done) {
    int count = 0;
    while (count < most && row < rows) {
      int current = isInChain ? id : Memory.getInt(heads + 4L * row);
      if (current < 0 || (done != 0 && Memory.getByte(done + row) != 0)) {
        step(JoinTable.NONE);
        continue;
      }
      Memory.putInt(pairRows + 4L * count, row);
      Memory.putInt(pairIds + 4L * count, current);
      count++;
      step(following(current));
    }
    table.toIds(pairIds, count);
    return count;
  }

  private int following(int current) {
    int next = table.next(current);
    return ends != 0 && next >= Memory.getInt(ends + 4L * row) ? JoinTable.NONE : next;
  }

  private void step(int following) {
    if (following == JoinTable.NONE) {
      row++;
      isInChain = false;
    } else {
      id = following;
      isInChain = true;
    }
  }
}
