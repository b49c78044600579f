package dev.heddle.physical.join;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Memory;

/** A table for joins without keys: every left row leads to all build rows. */
final class CrossJoinTable extends JoinTable {
  private final int rows;

  CrossJoinTable(int rows) {
    this.rows = rows;
  }

  @Override
  boolean isUnique() {
    return rows <= 1;
  }

  @Override
  int next(int row) {
    return row + 1 < rows ? row + 1 : NONE;
  }

  @Override
  void lookUp(Batch batch, int[] columns, JoinScratch scratch, long heads) {
    Memory.fill(heads, 4L * batch.rowCount(), rows == 0 ? (byte) -1 : 0);
  }
}
