package dev.heddle.io.parquet;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.catalog.TableStatistics.ColumnStatistics;
import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.ChunkStatistics;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.parquet.footer.ParquetFooter;
import dev.heddle.io.parquet.footer.RowGroupInfo;
import dev.heddle.io.parquet.footer.StoredBounds;
import dev.heddle.io.scan.Bounds;
import dev.heddle.io.scan.ScanValue;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Puts together the statistics of a table from the footers of its files, or of a sample of them
 * where there are many.
 */
final class StatisticsCollector {
  private static final Bounds NO_BOUNDS = new Bounds(null, null, true);

  private final Schema schema;
  private final List<ParquetFooter> footers;
  private final List<int[]> positions = new ArrayList<>(); // -1 where a file lacks a column
  private final IdentityHashMap<ChunkInfo, Integer> distinctCounts = new IdentityHashMap<>();
  private final long rows;
  private final double scale;

  /**
   * Makes a collector.
   *
   * @param schema the table's columns, found in the files by name
   * @param footers of the files that are looked at
   * @param scale how many times their bytes the table has; 1 if they are all
   */
  StatisticsCollector(Schema schema, List<ParquetFooter> footers, double scale) {
    this.schema = schema;
    this.footers = footers;
    this.scale = scale;
    this.rows = footers.stream().mapToLong(ParquetFooter::rows).sum();
    for (ParquetFooter footer : footers) {
      Schema own = footer.schema();
      positions.add(
          schema.fields().stream().mapToInt(f -> own.indexOf(f.name()).orElse(-1)).toArray());
    }
  }

  /** Sums the footers up. */
  TableStatistics collect() {
    boolean exact = scale == 1;
    readDictionarySizes();
    List<ColumnStatistics> columns = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      columns.add(column(i, exact));
    }
    return new TableStatistics(OptionalLong.of(Math.round(rows * scale)), exact, columns);
  }

  /**
   * Reads the sizes of dictionaries in the first, the middle and the last row group: more would
   * cost more than planning gains.
   */
  private void readDictionarySizes() {
    int groups = footers.stream().mapToInt(f -> f.rowGroups().size()).sum();
    int number = 0;
    for (int f = 0; f < footers.size(); f++) {
      List<RowGroupInfo> inFile = footers.get(f).rowGroups();
      List<RowGroupInfo> wanted = new ArrayList<>();
      for (RowGroupInfo group : inFile) {
        if (number == 0 || number == groups / 2 || number == groups - 1) {
          wanted.add(group);
        }
        number++;
      }
      DistinctCounts.read(footers.get(f).file(), wanted, distinctCounts);
    }
  }

  private ColumnStatistics column(int index, boolean exact) {
    ColumnSummary summary = new ColumnSummary();
    DataType type = schema.field(index).type();
    for (int f = 0; f < footers.size(); f++) {
      ParquetFooter footer = footers.get(f);
      int position = positions.get(f)[index];
      for (RowGroupInfo group : footer.rowGroups()) {
        if (group.rows() > 0 && position < 0) {
          summary.addNulls(group.rows());
        } else if (group.rows() > 0) {
          ChunkInfo chunk = group.chunks().get(position);
          long stated = chunk.statistics().distinctCount();
          Integer distinct = stated > 0 ? (Integer) (int) stated : distinctCounts.get(chunk);
          summary.add(footer.columns().get(position), type, group, chunk, distinct);
        }
      }
    }
    // bounds hold for all values, so they need all footers
    return new ColumnStatistics(
        exact ? Optional.ofNullable(summary.minimum) : Optional.empty(),
        exact ? Optional.ofNullable(summary.maximum) : Optional.empty(),
        exact && summary.isBounded && hasExactBounds(type),
        summary.nulls >= 0
            ? OptionalLong.of(Math.round(summary.nulls * scale))
            : OptionalLong.empty(),
        summary.distinct(rows, rows * scale),
        averageBytes(type, summary),
        summary.readingBytes);
  }

  /** Returns whether writers state values of the column; others are cut, or leave some out. */
  private static boolean hasExactBounds(DataType type) {
    return type.isInteger() || type instanceof DataType.Date || type instanceof DataType.Timestamp;
  }

  private static OptionalDouble averageBytes(DataType type, ColumnSummary summary) {
    Layout layout = Layout.of(type);
    if (layout.isNested() && summary.values > 0) {
      return OptionalDouble.of((double) summary.textBytes / summary.values);
    }
    if (!layout.isText()) {
      return OptionalDouble.of(layout == Layout.BIT ? 0.125 : layout.byteWidth());
    }
    return summary.values == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(16 + (double) summary.textBytes / summary.values);
  }

  /** Sums up the chunks of one column. */
  private static final class ColumnSummary {
    private @Nullable ScanValue minimum;
    private @Nullable ScanValue maximum;
    private boolean isBounded = true;
    private long nulls;
    private long values;
    private long textBytes;
    private long readingBytes; // of the chunk that takes most
    private double spans; // sum of the chunks' own ranges
    private double distinctSum;
    private long distinctRows; // rows of the chunks whose distinct values are known
    private double maxDistinct;
    private long maxDistinctRows;

    void addNulls(long rows) {
      nulls = nulls < 0 ? -1 : nulls + rows;
      values += rows;
    }

    void add(
        ParquetColumn column,
        DataType type,
        RowGroupInfo group,
        ChunkInfo chunk,
        @Nullable Integer distinct) {
      ChunkStatistics statistics = chunk.statistics();
      nulls = nulls < 0 || statistics.nullCount() < 0 ? -1 : nulls + statistics.nullCount();
      values += group.rows();
      readingBytes = Math.max(readingBytes, chunk.readingBytes());
      textBytes += chunk.textBytes() >= 0 ? chunk.textBytes() : chunk.uncompressedBytes();
      boolean allNull = statistics.nullCount() == group.rows();
      if (!allNull) {
        addBounds(
            hasSameScale(column.type(), type) ? StoredBounds.of(column, statistics) : NO_BOUNDS);
        if (distinct != null) {
          addDistinct(group.rows() - Math.max(0, statistics.nullCount()), distinct);
        }
      }
    }

    /** Returns whether a value of one type has the same form as the equal value of the other. */
    private static boolean hasSameScale(DataType one, DataType other) {
      return one.equals(other)
          || (one.isInteger() && other.isInteger())
          || (one.isFloat() && other.isFloat());
    }

    private void addBounds(Bounds bounds) {
      if (bounds.minimum() == null || bounds.maximum() == null || !isBounded) {
        isBounded = false;
        minimum = null;
        maximum = null;
        return;
      }
      minimum = minimum == null ? bounds.minimum() : lesser(minimum, bounds.minimum());
      maximum = maximum == null ? bounds.maximum() : greater(maximum, bounds.maximum());
      spans += span(bounds.minimum(), bounds.maximum());
    }

    private static ScanValue lesser(ScanValue a, ScanValue b) {
      return Bounds.compare(a, b).orElse(0) <= 0 ? a : b;
    }

    private static ScanValue greater(ScanValue a, ScanValue b) {
      return Bounds.compare(a, b).orElse(0) >= 0 ? a : b;
    }

    private void addDistinct(long present, int distinct) {
      double possible = Math.min(distinct, present);
      distinctSum += possible;
      distinctRows += present;
      if (possible > maxDistinct) {
        maxDistinct = possible;
        maxDistinctRows = present;
      }
    }

    /** Estimates the distinct values among all rows. */
    OptionalDouble distinct(long rowsSeen, double allRows) {
      double present = nulls > 0 ? allRows * (1 - (double) nulls / Math.max(1, rowsSeen)) : allRows;
      double range = isBounded && minimum != null ? span(minimum, maximum) : Double.MAX_VALUE;
      double most = Math.min(range, present);
      if (values == 0) {
        return OptionalDouble.of(0);
      }
      if (maxDistinct == 0) {
        return most < present || range < Double.MAX_VALUE
            ? OptionalDouble.of(most)
            : OptionalDouble.empty();
      }
      boolean isClustered = range < Double.MAX_VALUE && spans <= 1.5 * range;
      double estimate =
          isClustered && distinctSum > maxDistinct
              ? distinctSum * present / distinctRows
              : drawnFrom(maxDistinct, (double) maxDistinctRows, present);
      return OptionalDouble.of(Math.max(1, Math.min(most, estimate)));
    }

    /**
     * Estimates how many distinct values {@code rows} rows have, if {@code sampleRows} rows have
     * {@code distinct}, all drawn from one uniform set of unknown size.
     */
    private static double drawnFrom(double distinct, double sampleRows, double rows) {
      if (distinct >= sampleRows * 0.99) {
        return rows;
      }
      double low = distinct;
      double high = Math.max(rows, distinct) * 100;
      for (int i = 0; i < 60; i++) {
        double size = (low + high) / 2;
        if (size * -Math.expm1(-sampleRows / size) < distinct) {
          low = size;
        } else {
          high = size;
        }
      }
      return low * -Math.expm1(-rows / low);
    }

    private static double span(ScanValue minimum, ScanValue maximum) {
      return switch (minimum) {
        case ScanValue.Whole least when maximum instanceof ScanValue.Whole most ->
            most.value().subtract(least.value()).doubleValue() + 1;
        case ScanValue.Truth _ -> 2;
        case ScanValue.Whole _, ScanValue.Floating _, ScanValue.Bytes _, ScanValue.Span _ ->
            minimum.equals(maximum) ? 1 : Double.MAX_VALUE;
      };
    }
  }
}
