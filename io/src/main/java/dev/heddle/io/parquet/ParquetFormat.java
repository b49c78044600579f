package dev.heddle.io.parquet;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.dataset.FileFormat;
import dev.heddle.io.dataset.FilePart;
import dev.heddle.io.dataset.InspectedFile;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.storage.StoredFile;
import java.util.List;

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
  public TableScan scan(List<FilePart> files, ScanRequest request, ScanMetrics metrics) {
    return ParquetScan.ofParts(files, request, ScanTuning.DEFAULT, metrics);
  }

  @Override
  public TableStatistics statistics(
      Schema schema, List<? extends InspectedFile> sample, double scale) {
    return new StatisticsCollector(schema, footers(sample), scale).collect();
  }

  private static List<ParquetFooter> footers(List<? extends InspectedFile> files) {
    return files.stream().map(ParquetFooter.class::cast).toList();
  }
}
