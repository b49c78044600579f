package dev.heddle.io.catalog;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.Bounds;
import dev.heddle.io.scan.PrunedColumns;
import dev.heddle.io.scan.RowFilters;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanHabits;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.scan.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Rows in memory, in chunks of at most {@link Batch#MAX_ROWS} rows.
 *
 * <p>A scan hands out the columns as they lie, without a copy, and skips the chunks in which no row
 * can satisfy a conjunct: the bounds of numbers and dates are kept for each chunk. Text with few
 * different values lies as codes into one dictionary of the whole table.
 *
 * <p>Owns its batches until {@link #close}; batches that a scan has handed out stay valid after
 * that. Thread-safe, except that scanning after the table has been closed is a mistake of the
 * caller.
 */
public final class MemoryTable implements Table, AutoCloseable {
  private static final int CHUNKS_PER_SPLIT = 16;

  private final String name;
  private final Schema schema;
  private final List<MemoryChunk> chunks;
  private final TableStatistics statistics;

  private MemoryTable(
      String name, Schema schema, List<MemoryChunk> chunks, TableStatistics statistics) {
    this.name = name;
    this.schema = schema;
    this.chunks = List.copyOf(chunks);
    this.statistics = statistics;
  }

  /**
   * Makes a table, taking over the batches, also if this fails.
   *
   * @param batches compact, without selections, each of 1 to {@link Batch#MAX_ROWS} rows
   * @param account pays for dictionaries and for what making them takes
   */
  public static MemoryTable of(
      String name, Schema schema, List<Batch> batches, MemoryAccount account) {
    List<Batch> coded = TextDictionaries.encode(batches, account);
    List<MemoryChunk> chunks = new ArrayList<>(coded.size());
    for (Batch batch : coded) {
      chunks.add(new MemoryChunk(batch));
    }
    try {
      return new MemoryTable(name, schema, chunks, statisticsOf(schema, chunks, account));
    } catch (RuntimeException e) {
      chunks.forEach(MemoryChunk::close);
      throw e;
    }
  }

  private static TableStatistics statisticsOf(
      Schema schema, List<MemoryChunk> chunks, MemoryAccount account) {
    long rows = chunks.stream().mapToLong(MemoryChunk::rows).sum();
    List<TableStatistics.ColumnStatistics> columns = new ArrayList<>();
    Buffer hashes = account.allocate(8L * Batch.MAX_ROWS);
    try {
      for (int c = 0; c < schema.size(); c++) {
        columns.add(statisticsOf(c, rows, chunks, hashes.address()));
      }
    } finally {
      hashes.release();
    }
    return new TableStatistics(OptionalLong.of(rows), true, columns);
  }

  private static TableStatistics.ColumnStatistics statisticsOf(
      int index, long rows, List<MemoryChunk> chunks, long hashes) {
    long nulls = 0;
    long bytes = 0;
    boolean isBounded = !chunks.isEmpty();
    @Nullable ScanValue minimum = null;
    @Nullable ScanValue maximum = null;
    DistinctCounter distinct = new DistinctCounter();
    for (MemoryChunk chunk : chunks) {
      nulls += chunk.nulls(index);
      bytes += chunk.bytes(index);
      Bounds bounds = chunk.bounds(index);
      if (bounds.minimum() == null || bounds.maximum() == null) {
        isBounded &= chunk.nulls(index) == chunk.rows();
      } else {
        minimum = minimum == null ? bounds.minimum() : lesser(minimum, bounds.minimum());
        maximum = maximum == null ? bounds.maximum() : greater(maximum, bounds.maximum());
      }
      Column column = chunk.batch().column(index);
      if (!column.layout().isNested() && !column.isDictionary()) {
        RowHash.mixColumn(column, chunk.rows(), hashes, true);
        distinct.addAll(hashes, chunk.rows());
      }
    }
    Column first = chunks.isEmpty() ? null : chunks.getFirst().batch().column(index);
    return new TableStatistics.ColumnStatistics(
        isBounded ? Optional.ofNullable(minimum) : Optional.empty(),
        isBounded ? Optional.ofNullable(maximum) : Optional.empty(),
        OptionalLong.of(nulls),
        first == null || first.layout().isNested()
            ? OptionalDouble.empty()
            : OptionalDouble.of(
                first.isDictionary() ? first.dictionary().rows() : distinct.estimate()),
        rows == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) bytes / rows),
        0);
  }

  private static ScanValue lesser(ScanValue a, ScanValue b) {
    return Bounds.compare(a, b).orElse(0) <= 0 ? a : b;
  }

  private static ScanValue greater(ScanValue a, ScanValue b) {
    return Bounds.compare(a, b).orElse(0) >= 0 ? a : b;
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
    chunks.forEach(MemoryChunk::close);
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
    private final ScanHabits habits;

    Scan(ScanRequest request) {
      this.request = request;
      this.habits = new ScanHabits(request.filter(), metrics);
    }

    @Override
    public List<Split> splits() {
      List<Split> parts = new ArrayList<>();
      for (int from = 0; from < chunks.size(); from += CHUNKS_PER_SPLIT) {
        int to = Math.min(chunks.size(), from + CHUNKS_PER_SPLIT);
        long rows = chunks.subList(from, to).stream().mapToLong(MemoryChunk::rows).sum();
        parts.add(new Part(from, to, rows));
      }
      return parts;
    }

    @Override
    public SplitReader open(Split split, MemoryAccount account) {
      return new Reader((Part) split, request, account, this);
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
    private final List<ScanFilter.Conjunct> conjuncts;
    private final boolean[] isCertain;
    private final RowFilters filters;
    private int next;

    Reader(Part part, ScanRequest request, MemoryAccount account, Scan scan) {
      this.part = part;
      this.request = request;
      this.metrics = scan.metrics;
      this.conjuncts = request.filter().conjuncts();
      this.isCertain = new boolean[conjuncts.size()];
      this.filters = new RowFilters(request, account, scan.habits);
      this.next = part.from();
    }

    @Override
    public Optional<Batch> next() {
      while (next < part.to()) {
        MemoryChunk chunk = chunks.get(next++);
        metrics.rowGroups.increment();
        if (!mayHaveRows(chunk)) {
          metrics.rowGroupsPruned.increment();
          continue;
        }
        Optional<Batch> batch = read(chunk.batch());
        if (batch.isPresent()) {
          return batch;
        }
      }
      return Optional.empty();
    }

    private boolean mayHaveRows(MemoryChunk chunk) {
      for (int i = 0; i < isCertain.length; i++) {
        ScanFilter.Conjunct conjunct = conjuncts.get(i);
        isCertain[i] = false;
        if (conjunct.pruning().isPresent()) {
          Verdict verdict = chunk.verdict(conjunct.pruning().get(), request.columns());
          if (verdict == Verdict.NEVER) {
            return false;
          }
          isCertain[i] = verdict == Verdict.ALWAYS && conjunct.residual().isEmpty();
        }
      }
      return true;
    }

    private Optional<Batch> read(Batch stored) {
      Column[] columns = new Column[request.columns().size()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = PrunedColumns.of(request, i, stored.column(request.columns().get(i)));
      }
      try {
        metrics.rowsRead.add(stored.rowCount());
        Optional<Batch> batch = filters.apply(stored.rowCount(), columns, isCertain);
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
