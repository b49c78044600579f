package dev.heddle.physical.row;

import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import java.util.List;

/**
 * Gives each combination of values in some columns a number, counted from 0 in the order of first
 * appearance; nulls are equal to each other. Used by one thread.
 */
public final class KeyNumbers implements AutoCloseable {
  private final GroupTable table;
  private final Column[] columns;

  /** Makes numbers of combinations of columns. */
  public KeyNumbers(List<Field> keys, MemoryAccount account) {
    this.table = new GroupTable(new KeyLayout(keys), account);
    this.columns = new Column[keys.size()];
  }

  /** Returns how many combinations have been seen. */
  public int count() {
    return table.groupCount();
  }

  /**
   * Writes the number of each row's combination.
   *
   * @param keys where the columns are in the batch
   * @param numbers where an int32 is written for each row
   */
  public void number(Batch batch, int[] keys, long numbers) {
    for (int i = 0; i < columns.length; i++) {
      columns[i] = batch.column(keys[i]);
    }
    table.locate(columns, batch.rowCount(), numbers);
  }

  @Override
  public void close() {
    table.close();
  }
}
