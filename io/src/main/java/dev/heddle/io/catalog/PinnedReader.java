package dev.heddle.io.catalog;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.PrunedColumns;
import dev.heddle.io.scan.RowFilters;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.SplitReader;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes from rows with a request's columns what it wants. Opens them with the first call of {@link
 * #next}.
 */
final class PinnedReader implements SplitReader {
  private final Supplier<SplitReader> opens;
  private final ScanRequest request;
  private final ScanMetrics metrics;
  private final RowFilters filters;
  private long rowsToDeliver;
  private @Nullable SplitReader whole;
  private boolean closed;

  PinnedReader(
      Supplier<SplitReader> opens,
      ScanRequest request,
      MemoryAccount account,
      ScanMetrics metrics) {
    this.opens = opens;
    this.request = request;
    this.metrics = metrics;
    this.filters = new RowFilters(request, account);
    this.rowsToDeliver = request.limit().orElse(Long.MAX_VALUE);
  }

  @Override
  public Optional<Batch> next() {
    if (closed) {
      throw new IllegalStateException("Cannot read from a reader that has been closed");
    }
    SplitReader rows = whole;
    if (rows == null) {
      rows = opens.get();
      whole = rows;
    }
    while (rowsToDeliver > 0) {
      Optional<Batch> next = rows.next();
      if (next.isEmpty()) {
        return next;
      }
      Optional<Batch> wanted;
      try (Batch batch = next.get()) {
        metrics.rowsRead.add(batch.rowCount());
        wanted = wanted(batch);
      }
      if (wanted.isPresent()) {
        metrics.rowsDelivered.add(wanted.get().rowCount());
        rowsToDeliver -= wanted.get().rowCount();
        return wanted;
      }
    }
    return Optional.empty();
  }

  private Optional<Batch> wanted(Batch batch) {
    Column[] columns =
        Column.makeAll(
            request.columns().size(), i -> PrunedColumns.of(request, i, batch.column(i)));
    try {
      return filters.apply(batch.rowCount(), columns);
    } finally {
      Column.releaseAll(columns);
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    filters.close();
    if (whole != null) {
      whole.close();
    }
  }
}
