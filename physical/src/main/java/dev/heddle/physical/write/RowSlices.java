package dev.heddle.physical.write;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;

/** Batches of some rows and columns of others, which stay as they are. */
final class RowSlices {
  private RowSlices() {}

  /** Returns a batch of some rows. */
  static Batch slice(Batch batch, int from, int count) {
    Buffer positions = batch.account().allocate(Math.max(8, 4L * count));
    long selection = batch.selection();
    for (int i = 0; i < count; i++) {
      int row = from + i;
      Memory.putInt(
          positions.address() + 4L * i, selection == 0 ? row : Memory.getInt(selection + 4L * row));
    }
    return selected(batch, positions, count, all(batch));
  }

  private static int[] all(Batch batch) {
    int[] columns = new int[batch.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = i;
    }
    return columns;
  }

  /**
   * Returns a batch of some columns and physical rows.
   *
   * @param positions ascending; taken over
   */
  static Batch selected(Batch batch, Buffer positions, int count, int[] columns) {
    return Batch.selected(
        batch.account(), batch.physicalRows(), positions, count, retained(batch, columns));
  }

  /** Returns a batch of all rows of some columns. */
  static Batch columns(Batch batch, int[] columns) {
    return batch.withColumns(retained(batch, columns));
  }

  private static Column[] retained(Batch batch, int[] columns) {
    Column[] kept = new Column[columns.length];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = batch.physicalColumn(columns[i]).retain();
    }
    return kept;
  }
}
