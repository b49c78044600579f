package dev.heddle.io.catalog;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.PrunedColumns;
import dev.heddle.io.scan.RowFilters;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Rows in memory.
 *
 * <p>Owns its batches until {@link #close}; batches that a scan has handed out stay valid after
 * that. Thread-safe, except that scanning after the table has been closed is a mistake of the
 * caller.
 */
public final class MemoryTable implements Table, AutoCloseable {
  private static final int BATCHES_PER_SPLIT = 16;

  private final String name;
  private final Schema schema;
  private final List<Batch> batches;
  private final TableStatistics statistics;

  /**
   * Makes a table, taking over the batches.
   *
   * @param batches compact, without selections, each of 1 to {@link Batch#MAX_ROWS} rows
   */
  public MemoryTable(String name, Schema schema, List<Batch> batches) {
    this.name = name;
    this.schema = schema;
    this.batches = List.copyOf(batches);
    this.statistics = statisticsOf(schema, this.batches);
  }

  private static TableStatistics statisticsOf(Schema schema, List<Batch> batches) {
    long rows = batches.stream().mapToLong(Batch::rowCount).sum();
    List<TableStatistics.ColumnStatistics> columns = new ArrayList<>();
    for (int c = 0; c < schema.size(); c++) {
      columns.add(statisticsOf(c, batches));
    }
    return new TableStatistics(OptionalLong.of(rows), true, columns);
  }

  private static TableStatistics.ColumnStatistics statisticsOf(int index, List<Batch> batches) {
    long nulls = 0;
    long minimum = Long.MAX_VALUE;
    long maximum = Long.MIN_VALUE;
    boolean isWhole = true;
    for (Batch batch : batches) {
      Column column = batch.column(index);
      isWhole =
          switch (column.layout()) {
            case INT8, INT16, INT32, INT64 -> true;
            case BIT, FLOAT32, FLOAT64, INT128, VIEW, INTERVAL, LIST, STRUCT -> false;
          };
      for (int row = 0; row < batch.rowCount(); row++) {
        if (column.isNull(row)) {
          nulls++;
        } else if (isWhole) {
          long value = column.longAt(row);
          minimum = Math.min(minimum, value);
          maximum = Math.max(maximum, value);
        }
      }
    }
    boolean bounded = isWhole && minimum <= maximum;
    return new TableStatistics.ColumnStatistics(
        bounded ? Optional.of(ScanValue.Whole.of(minimum)) : Optional.empty(),
        bounded ? Optional.of(ScanValue.Whole.of(maximum)) : Optional.empty(),
        OptionalLong.of(nulls),
        OptionalDouble.empty(),
        OptionalDouble.empty());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public TableStatistics statistics() {
    return statistics;
  }

  @Override
  public TableScan scan(ScanRequest request) {
    return new Scan(request);
  }

  @Override
  public void close() {
    batches.forEach(Batch::close);
  }

  private record Part(int from, int to, long rows) implements Split {
    @Override
    public long bytes() {
      return 0;
    }
  }

  private final class Scan implements TableScan {
    private final ScanRequest request;
    private final ScanMetrics metrics = new ScanMetrics();

    Scan(ScanRequest request) {
      this.request = request;
    }

    @Override
    public List<Split> splits() {
      List<Split> parts = new ArrayList<>();
      for (int from = 0; from < batches.size(); from += BATCHES_PER_SPLIT) {
        int to = Math.min(batches.size(), from + BATCHES_PER_SPLIT);
        long rows = batches.subList(from, to).stream().mapToLong(Batch::rowCount).sum();
        parts.add(new Part(from, to, rows));
      }
      return parts;
    }

    @Override
    public SplitReader open(Split split, MemoryAccount account) {
      return new Reader((Part) split, request, account, metrics);
    }

    @Override
    public ScanMetrics metrics() {
      return metrics;
    }
  }

  private final class Reader implements SplitReader {
    private final Part part;
    private final ScanRequest request;
    private final ScanMetrics metrics;
    private final RowFilters filters;
    private int next;

    Reader(Part part, ScanRequest request, MemoryAccount account, ScanMetrics metrics) {
      this.part = part;
      this.request = request;
      this.metrics = metrics;
      this.filters = new RowFilters(request, account);
      this.next = part.from();
    }

    @Override
    public Optional<Batch> next() {
      while (next < part.to()) {
        Optional<Batch> batch = read(batches.get(next++));
        if (batch.isPresent()) {
          return batch;
        }
      }
      return Optional.empty();
    }

    private Optional<Batch> read(Batch stored) {
      Column[] columns = new Column[request.columns().size()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = PrunedColumns.of(request, i, stored.column(request.columns().get(i)));
      }
      try {
        metrics.rowsRead.add(stored.rowCount());
        Optional<Batch> batch = filters.apply(stored.rowCount(), columns);
        batch.ifPresent(rows -> metrics.rowsDelivered.add(rows.rowCount()));
        return batch;
      } finally {
        for (Column column : columns) {
          column.release();
        }
      }
    }

    @Override
    public void close() {
      filters.close();
    }
  }
}
