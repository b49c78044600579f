package dev.heddle.io.catalog;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.AdaptiveScanStatistics;
import dev.heddle.io.scan.Bounds;
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
import org.jspecify.annotations.Nullable;

/**
 * Rows in memory, in chunks of at most {@link Batch#MAX_ROWS} rows.
 *
 * <p>Text with few different values is stored as codes into one dictionary of the whole table;
 * codes, integers and dates take as few bytes as the values of a chunk allow, all else as it came.
 * A scan skips the chunks in which no row can satisfy a conjunct, by the bounds of numbers and
 * dates in each chunk, decides comparisons with constants on packed values, and makes columns of
 * the rows that are left only.
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
      TableStatistics statistics = statisticsOf(schema, chunks, account);
      chunks.forEach(chunk -> chunk.pack(account));
      return new MemoryTable(name, schema, chunks, statistics);
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
      Column column = chunk.plain(index);
      if (!column.layout().isNested() && !column.isDictionary()) {
        RowHash.hashColumn(column, chunk.rows(), hashes);
        distinct.addAll(hashes, chunk.rows());
      }
    }
    Column first = chunks.isEmpty() ? null : chunks.getFirst().plain(index);
    return new TableStatistics.ColumnStatistics(
        isBounded ? Optional.ofNullable(minimum) : Optional.empty(),
        isBounded ? Optional.ofNullable(maximum) : Optional.empty(),
        isBounded,
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
    private final AdaptiveScanStatistics statistics;

    Scan(ScanRequest request) {
      this.request = request;
      this.statistics = new AdaptiveScanStatistics(request.filter(), metrics);
    }

    @Override
    public List<Split> splits() {
      List<Split> parts = new ArrayList<>();
      for (int from = 0; from < chunks.size(); from += CHUNKS_PER_SPLIT) {
        int to = Math.min(chunks.size(), from + CHUNKS_PER_SPLIT);
        long rows = 0;
        for (int i = from; i < to; i++) {
          rows += chunks.get(i).rows();
        }
        parts.add(new Part(from, to, rows));
      }
      return parts;
    }

    @Override
    public SplitReader open(Split split, MemoryAccount account) {
      MemoryReader reader = new MemoryReader(schema, request, metrics, statistics, account);
      reader.start(chunks(split));
      return reader;
    }

    @Override
    public SplitReader openAfter(SplitReader finished, Split split, MemoryAccount account) {
      ((MemoryReader) finished).start(chunks(split));
      return finished;
    }

    private List<MemoryChunk> chunks(Split split) {
      Part part = (Part) split;
      return chunks.subList(part.from(), part.to());
    }

    @Override
    public ScanMetrics metrics() {
      return metrics;
    }
  }
}
