package dev.heddle.io.parquet.metadata;

import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.dataset.FileFormat;
import dev.heddle.io.dataset.FilePart;
import dev.heddle.io.dataset.InspectedFile;
import dev.heddle.io.parquet.ParquetFormat;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.text.TextStatistics;
import java.util.List;

/**
 * Parquet files whose rows are what their footers say.
 *
 * @param part of the footers
 */
public record FooterFormat(Source.FooterPart part) implements FileFormat {
  private static final int EXPECTED_ROWS_PER_FILE = 50;

  @Override
  public String name() {
    return "parquet footers";
  }

  @Override
  public String rowsBy() {
    return name() + " " + part;
  }

  @Override
  public List<String> suffixes() {
    return new ParquetFormat().suffixes();
  }

  @Override
  public InspectedFile inspect(StoredFile file) {
    return new FooterFile(file, FooterColumns.of(part));
  }

  @Override
  public TableScan scan(List<FilePart> files, ScanRequest request, ScanMetrics metrics) {
    return new FooterScan(part, files, request, metrics);
  }

  @Override
  public TableStatistics statistics(
      Schema schema, List<? extends InspectedFile> sample, double scale) {
    return TextStatistics.of(schema, EXPECTED_ROWS_PER_FILE * sample.size() * scale);
  }
}
