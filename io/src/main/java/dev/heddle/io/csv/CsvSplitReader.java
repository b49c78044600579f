package dev.heddle.io.csv;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.RowFilters;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.storage.StoredFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one CSV file: builds the wanted columns, then applies the filter. */
final class CsvSplitReader implements SplitReader {
  private final ScanMetrics metrics;
  private final List<ColumnBuilder> builders = new ArrayList<>();
  private final RowFilters filters;
  private final CsvFile<CsvRecords> file;
  private final boolean hasHeader;
  private long fetched;
  private long rowsToDeliver;
  private boolean started;
  private boolean closed;

  CsvSplitReader(
      Schema schema,
      String first,
      StoredFile stored,
      CsvReadOptions options,
      ScanRequest request,
      MemoryAccount account,
      ScanMetrics metrics) {
    this.metrics = metrics;
    this.hasHeader = options.hasHeader();
    this.rowsToDeliver = request.limit().orElse(Long.MAX_VALUE);
    int[] columns = columns(schema, first, stored, options);
    @Nullable ColumnBuilder[] byField = new ColumnBuilder[columns.length];
    CsvRecords records = new CsvRecords(stored.path(), schema, options, columns, byField);
    this.file = CsvFile.open(stored, options, columns.length > 1, records);
    for (int column : request.columns()) {
      ColumnBuilder builder = new ColumnBuilder(schema.field(column).type(), account);
      builders.add(builder);
      for (int i = 0; i < columns.length; i++) {
        if (columns[i] == column) {
          byField[i] = builder;
        }
      }
    }
    this.filters = new RowFilters(request, account);
  }

  /** Returns the table's column of each field of the file. */
  private static int[] columns(
      Schema schema, String first, StoredFile stored, CsvReadOptions options) {
    int[] columns = new int[schema.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = i;
    }
    if (!options.hasHeader() || options.schema() != null || stored.path().equals(first)) {
      return columns;
    }
    List<String> names = CsvSample.header(stored, options);
    if (names.size() != schema.size() || !schema.names().containsAll(names)) {
      throw new HeddleException(
          ErrorCode.SCHEMA_MISMATCH,
          "Cannot read "
              + first
              + " and "
              + stored.path()
              + " as one table: the first has columns "
              + schema.names()
              + ", the second "
              + names
              + "; name the files of each schema apart");
    }
    for (int i = 0; i < columns.length; i++) {
      columns[i] = schema.indexOf(names.get(i)).orElseThrow();
    }
    return columns;
  }

  @Override
  public Optional<Batch> next() {
    if (closed) {
      throw new IllegalStateException("Cannot read from a reader that has been closed");
    }
    if (!started) {
      started = true;
      if (hasHeader && !file.advance()) {
        return Optional.empty();
      }
    }
    while (rowsToDeliver > 0) {
      int rows = 0;
      while (rows < Batch.MAX_ROWS && file.advance()) {
        rows++;
      }
      metrics.bytesRead.add(file.fetchedBytes() - fetched);
      fetched = file.fetchedBytes();
      if (rows == 0) {
        return Optional.empty();
      }
      metrics.rowsRead.add(rows);
      Optional<Batch> batch = filtered(rows);
      if (batch.isPresent()) {
        metrics.rowsDelivered.add(batch.get().rowCount());
        rowsToDeliver -= batch.get().rowCount();
        return batch;
      }
    }
    return Optional.empty();
  }

  private Optional<Batch> filtered(int rows) {
    Column[] columns = new Column[builders.size()];
    try {
      for (int i = 0; i < columns.length; i++) {
        columns[i] = builders.get(i).build();
      }
      return filters.apply(rows, columns);
    } finally {
      for (Column column : columns) {
        if (column != null) {
          column.release();
        }
      }
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    builders.forEach(ColumnBuilder::close);
    filters.close();
    file.close();
  }
}
