package dev.heddle.io.whole;

import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.dataset.FileFormat;
import dev.heddle.io.dataset.FilePart;
import dev.heddle.io.dataset.InspectedFile;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.text.TextStatistics;
import java.util.List;

/**
 * Files of which each is a row, whatever is in them.
 *
 * @param columns what is known of each
 */
public record WholeFileFormat(Source.FileColumns columns) implements FileFormat {
  static final int PATH = 0;
  static final int CONTENT = 1;
  static final int SIZE = 2;
  static final int LAST_MODIFIED = 3;

  @Override
  public String name() {
    return "files";
  }

  @Override
  public String rowsBy() {
    return name() + " " + columns;
  }

  @Override
  public List<String> suffixes() {
    return List.of();
  }

  @Override
  public boolean hasFixedColumns() {
    return true;
  }

  @Override
  public boolean listsFolders() {
    return columns == Source.FileColumns.PATH;
  }

  @Override
  public InspectedFile inspect(StoredFile file) {
    return new AnyFile(file, schema());
  }

  private Schema schema() {
    return switch (columns) {
      case PATH -> Schema.of(new Field("file", DataType.STRING, false));
      case TEXT -> withContent(DataType.STRING);
      case BYTES -> withContent(DataType.BINARY);
    };
  }

  private static Schema withContent(DataType content) {
    return Schema.of(
        new Field("filename", DataType.STRING, false),
        new Field("content", content, false),
        new Field("size", DataType.INT64, false),
        new Field("last_modified", DataType.TIMESTAMP_TZ, false));
  }

  @Override
  public TableScan scan(List<FilePart> files, ScanRequest request, ScanMetrics metrics) {
    return new WholeFileScan(columns, files, request, metrics);
  }

  @Override
  public TableStatistics statistics(
      Schema schema, List<? extends InspectedFile> sample, double scale) {
    return TextStatistics.of(schema, sample.size() * scale);
  }
}
