package dev.heddle.io.text;

import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.PrunedColumns;
import dev.heddle.io.scan.RowFilters;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import java.util.BitSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The columns that a reader of rows builds for a request: builders by column of the file, then
 * batches with the request's filter and limit applied. Used by one thread.
 */
public final class RowColumns implements AutoCloseable {
  private final ScanRequest request;
  private final MemoryAccount account;
  private final ScanMetrics metrics;
  private final boolean keepsBadRows;
  private final @Nullable ColumnBuilder[] builders; // by column of the file
  private final RowFilters filters;
  private long rowsToDeliver;
  private long nextRow;

  /**
   * Makes builders.
   *
   * @param schema the file's columns
   * @param badRows what is done with rows that do not fit; unless they fail, every column is built,
   *     since which rows fit must not depend on the wanted columns
   */
  public RowColumns(
      Schema schema,
      ScanRequest request,
      BadRows badRows,
      MemoryAccount account,
      ScanMetrics metrics) {
    this.request = request;
    this.account = account;
    this.metrics = metrics;
    this.keepsBadRows = badRows instanceof BadRows.Collect || badRows instanceof BadRows.Nulls;
    this.rowsToDeliver = request.limit().orElse(Long.MAX_VALUE);
    this.builders = new ColumnBuilder[schema.size()];
    this.filters = new RowFilters(request, account);
    try {
      for (int i = 0; i < builders.length; i++) {
        if (!(badRows instanceof BadRows.Fail) || request.columns().contains(i)) {
          builders[i] = new ColumnBuilder(schema.field(i).type(), account);
        }
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Returns the builder of a column, or null if it is not needed. */
  public @Nullable ColumnBuilder builder(int column) {
    return builders[column];
  }

  /** Returns whether all wanted rows have been delivered. */
  public boolean isDone() {
    return rowsToDeliver <= 0;
  }

  /**
   * Returns a batch of the rows that have been appended to the builders, or nothing if none
   * satisfies the filter.
   *
   * @param bad rows that do not fit
   */
  public Optional<Batch> build(int rows, BitSet bad) {
    metrics.rowsRead.add(rows);
    Column[] columns = new Column[request.columns().size()];
    try {
      @Nullable Column[] built = new Column[builders.length];
      try {
        for (int i = 0; i < built.length; i++) {
          built[i] = builders[i] == null ? null : builders[i].build();
        }
        for (int i = 0; i < columns.length; i++) {
          int column = request.columns().get(i);
          columns[i] =
              column == ScanRequest.ROW_NUMBER
                  ? rowNumbers(rows)
                  : PrunedColumns.of(request, i, built[column]);
        }
      } finally {
        Column.releaseAll(built);
      }
      nextRow += rows;
      boolean skips = !keepsBadRows && !bad.isEmpty();
      int wanted = skips ? rows - bad.cardinality() : rows;
      if (skips) {
        metrics.badRows.add(rows - wanted);
      }
      Optional<Batch> batch =
          filters.apply(rows, columns, skips ? selection(rows, bad) : null, wanted);
      batch.ifPresent(b -> metrics.rowsDelivered.add(b.rowCount()));
      rowsToDeliver -= batch.map(Batch::rowCount).orElse(0);
      return batch;
    } finally {
      Column.releaseAll(columns);
    }
  }

  private Column rowNumbers(int rows) {
    Buffer values = account.allocate(8L * rows);
    for (int i = 0; i < rows; i++) {
      Memory.putLong(values.address() + 8L * i, nextRow + i);
    }
    return Column.fixed(DataType.INT64, rows, values, null);
  }

  private Buffer selection(int rows, BitSet bad) {
    Buffer selection = account.allocate(4L * rows);
    int at = 0;
    for (int row = bad.nextClearBit(0); row < rows; row = bad.nextClearBit(row + 1)) {
      Memory.putInt(selection.address() + 4L * at++, row);
    }
    return selection;
  }

  @Override
  public void close() {
    for (ColumnBuilder builder : builders) {
      if (builder != null) {
        builder.close();
      }
    }
    filters.close();
  }
}
