package dev.heddle.io.parquet;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.KeyRange;
import dev.heddle.io.catalog.TableOrder;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.dataset.FileFormat;
import dev.heddle.io.dataset.FilePart;
import dev.heddle.io.dataset.InspectedFile;
import dev.heddle.io.parquet.fetch.ScanTuning;
import dev.heddle.io.parquet.footer.ChunkStatistics;
import dev.heddle.io.parquet.footer.FooterCache;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.parquet.footer.ParquetFooter;
import dev.heddle.io.parquet.footer.RowGroupInfo;
import dev.heddle.io.parquet.footer.StoredBounds;
import dev.heddle.io.parquet.read.ParquetScan;
import dev.heddle.io.scan.Bounds;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.storage.StoredFile;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Parquet files, known by their footers. */
public record ParquetFormat() implements FileFormat {
  private static final List<String> SUFFIXES = List.of(".parquet", ".parq", ".pq");

  @Override
  public String name() {
    return "parquet";
  }

  @Override
  public List<String> suffixes() {
    return SUFFIXES;
  }

  @Override
  public InspectedFile inspect(StoredFile file) {
    return FooterCache.SHARED.get(file);
  }

  @Override
  public Map<String, DataType> partitionTypes(StoredFile file, int levels) {
    return FooterCache.SHARED.get(file).partitionTypes();
  }

  @Override
  public boolean locatesRows() {
    return true;
  }

  @Override
  public TableScan scan(List<FilePart> files, ScanRequest request, ScanMetrics metrics) {
    return ParquetScan.ofParts(files, request, ScanTuning.DEFAULT, metrics);
  }

  @Override
  public TableStatistics statistics(
      Schema schema, List<? extends InspectedFile> sample, double scale) {
    return new StatisticsCollector(schema, footers(sample), scale).collect();
  }

  @Override
  public List<KeyRange> ranges(Field column, List<? extends InspectedFile> files) {
    List<KeyRange> ranges = new ArrayList<>();
    if (!column.type().isInteger() && !(column.type() instanceof DataType.Date)) {
      return ranges;
    }
    for (ParquetFooter footer : footers(files)) {
      OptionalInt position = footer.schema().indexOf(column.name());
      if (position.isEmpty()
          || !footer.columns().get(position.getAsInt()).type().equals(column.type())) {
        return List.of();
      }
      ParquetColumn stored = footer.columns().get(position.getAsInt());
      for (RowGroupInfo group : footer.rowGroups()) {
        ChunkStatistics statistics = group.chunks().get(position.getAsInt()).statistics();
        if (statistics.nullCount() == group.rows()) {
          continue;
        }
        Bounds bounds = StoredBounds.of(stored, statistics);
        if (!(bounds.minimum() instanceof ScanValue.Whole(BigInteger minimum)
            && bounds.maximum() instanceof ScanValue.Whole(BigInteger maximum)
            && minimum.bitLength() < Long.SIZE
            && maximum.bitLength() < Long.SIZE)) {
          return List.of();
        }
        ranges.add(new KeyRange(group.rows(), minimum.longValue(), maximum.longValue()));
      }
    }
    return ranges;
  }

  @Override
  public Optional<TableOrder> order(Schema schema, List<? extends InspectedFile> files) {
    return new StoredOrder(schema, footers(files)).find();
  }

  private static List<ParquetFooter> footers(List<? extends InspectedFile> files) {
    return files.stream().map(ParquetFooter.class::cast).toList();
  }
}
