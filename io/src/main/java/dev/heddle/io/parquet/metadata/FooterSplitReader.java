package dev.heddle.io.parquet.metadata;

import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.footer.RawFooter;
import dev.heddle.io.scan.RowFilters;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.storage.StoredFile;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the footer of a file, and gives its rows in batches. */
final class FooterSplitReader implements SplitReader {
  private static final int BATCH_ROWS = 2048;

  private final StoredFile file;
  private final Source.FooterPart part;
  private final Schema schema;
  private final ScanRequest request;
  private final MemoryAccount account;
  private final ScanMetrics metrics;
  private final RowFilters filters;
  private @Nullable List<@Nullable Object[]> rows; // null before the footer has been read
  private int next;

  FooterSplitReader(
      StoredFile file,
      Source.FooterPart part,
      ScanRequest request,
      MemoryAccount account,
      ScanMetrics metrics) {
    this.file = file;
    this.part = part;
    this.schema = FooterColumns.of(part);
    this.request = request;
    this.account = account;
    this.metrics = metrics;
    this.filters = new RowFilters(request, account);
  }

  @Override
  public Optional<Batch> next() {
    List<@Nullable Object[]> all = rows;
    if (all == null) {
      RawFooter footer = RawFooter.read(file);
      metrics.bytesRead.add(footer.bytes());
      all = FooterRows.of(footer, part);
      metrics.rowsRead.add(all.size());
      rows = all;
    }
    while (next < all.size()) {
      int to = Math.min(all.size(), next + BATCH_ROWS);
      Optional<Batch> batch = batch(all.subList(next, to), next);
      next = to;
      if (batch.isPresent()) {
        metrics.rowsDelivered.add(batch.get().rowCount());
        return batch;
      }
    }
    return Optional.empty();
  }

  private Optional<Batch> batch(List<@Nullable Object[]> some, int firstRow) {
    @Nullable Column[] columns = new Column[request.columns().size()];
    try {
      for (int i = 0; i < columns.length; i++) {
        columns[i] = column(i, some, firstRow);
      }
      return filters.apply(some.size(), columns);
    } finally {
      Column.releaseAll(columns);
    }
  }

  private Column column(int index, List<@Nullable Object[]> some, int firstRow) {
    int position = request.columns().get(index);
    boolean isNumber = position == ScanRequest.ROW_NUMBER;
    DataType whole = isNumber ? DataType.INT64 : schema.field(position).type();
    DataType type = request.type(index, whole);
    try (ColumnBuilder builder = new ColumnBuilder(type, account)) {
      for (int row = 0; row < some.size(); row++) {
        Object value = isNumber ? (Long) (long) (firstRow + row) : some.get(row)[position];
        FooterValues.append(builder, whole, type, value);
      }
      return builder.build();
    }
  }

  @Override
  public void close() {
    rows = List.of();
    filters.close();
  }
}
