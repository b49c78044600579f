package dev.heddle.physical.join;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.testing.RandomBatches;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random batches whose columns draw from common pools, so that rows of two sides can be equal. */
public final class JoinInputs implements AutoCloseable {
  private final List<Column> pools = new ArrayList<>();
  private final Random random;
  private final RandomBatches values;
  private final MemoryAccount account;

  public JoinInputs(
      long seed, List<DataType> types, int distinct, double nullShare, MemoryAccount account) {
    this.account = account;
    values = RandomBatches.seed(seed);
    random = values.random();
    for (DataType type : types) {
      pools.add(values.column(type, distinct, nullShare, 1_000_000, account));
    }
  }

  /** Returns batches of a payload column (int32, a running number) behind the pooled columns. */
  public List<Batch> batches(int rows, int rowsPerBatch) {
    List<Batch> batches = new ArrayList<>();
    for (int from = 0; from < rows; from += rowsPerBatch) {
      batches.add(batch(from, Math.min(rows - from, rowsPerBatch)));
    }
    return batches;
  }

  private Batch batch(int first, int rows) {
    Column[] columns = new Column[pools.size() + 1];
    for (int i = 0; i < pools.size(); i++) {
      columns[i] = draw(pools.get(i), rows);
    }
    Buffer numbers = account.allocate(4L * rows);
    for (int i = 0; i < rows; i++) {
      Memory.putInt(numbers.address() + 4L * i, first + i);
    }
    columns[pools.size()] = Column.fixed(DataType.INT32, rows, numbers, null);
    if (random.nextBoolean()) {
      return Batch.of(account, rows, columns);
    }
    Buffer selection = account.allocate(4L * rows);
    int count = 0;
    int share = random.nextInt(5);
    for (int i = 0; i < rows; i++) {
      if (random.nextInt(4) < share) {
        Memory.putInt(selection.address() + 4L * count++, i);
      }
    }
    return Batch.selected(account, rows, selection, count, columns);
  }

  private Column draw(Column pool, int rows) {
    Buffer positions = account.allocate(4L * rows);
    for (int i = 0; i < rows; i++) {
      Memory.putInt(positions.address() + 4L * i, random.nextInt(pool.rows()));
    }
    if (pool.layout() == Layout.VIEW && !pool.mayHaveNulls() && random.nextBoolean()) {
      return Column.codes(rows, positions, null, pool.retain());
    }
    Column drawn = Gather.rows(pool, positions.address(), rows, account);
    positions.release();
    return drawn;
  }

  @Override
  public void close() {
    pools.forEach(Column::release);
  }
}
