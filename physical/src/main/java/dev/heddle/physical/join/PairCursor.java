package dev.heddle.physical.join;

import dev.heddle.io.memory.Memory;
import org.jspecify.annotations.Nullable;

/**
 * Walks the pairs of left rows and the build rows on their chains, some at a time. Used by one
 * thread, again for each batch.
 */
final class PairCursor {
  private final JoinTable table;
  private final @Nullable OrderedJoinTable ordered; // the table, if rows have numbers of its own
  private long heads;
  private long ends; // of an ordered table
  private long bounds; // of an ordered table
  private int rows;
  private int row;
  private int id; // of the next pair of this row, if it is not the row's first
  private boolean isInChain;

  PairCursor(JoinTable table) {
    this.table = table;
    this.ordered = table instanceof OrderedJoinTable found && !found.isNearest() ? found : null;
  }

  /** Starts with the first row of a batch that has been looked up. */
  void start(JoinScratch scratch, int newRows) {
    heads = scratch.heads();
    ends = heads + 4L * newRows;
    bounds = scratch.more();
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
    if (ordered != null) {
      ordered.toIds(pairIds, count);
    }
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
    if (ordered != null) {
      ordered.toIds(pairIds, count);
    }
    return count;
  }

  private int following(int current) {
    return ordered == null
        ? table.next(current)
        : ordered.next(current + 1, Memory.getInt(ends + 4L * row), bounds + 8L * row);
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
