package dev.heddle.io.parquet;

import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.storage.StoredFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parquet files of one schema, read as one table.
 *
 * <p>Made by {@link ParquetTables}. The first file gives names, order and types; the footers of the
 * others are read, and compared with it, when statistics or a scan need them. Columns that cannot
 * be read (nested ones) are left out, see {@link #unsupportedColumns}.
 */
public final class ParquetTable implements Table {
  private final String name;
  private final List<StoredFile> files;
  private final Schema schema;
  private final Map<String, String> unsupported;
  private volatile TableStatistics statistics;

  ParquetTable(String name, List<StoredFile> files) {
    this.name = name;
    this.files = List.copyOf(files);
    ParquetFooter first = FooterCache.SHARED.get(files.getFirst());
    List<Field> fields = first.schema().fields();
    if (files.size() > 1) { // another file may have nulls where the first can have none
      fields = fields.stream().map(f -> Field.of(f.name(), f.type())).toList();
    }
    Map<String, String> unreadable = new LinkedHashMap<>();
    first
        .unsupported()
        .forEach(
            (column, why) ->
                unreadable.put(column, "file " + files.getFirst().path() + ": " + why));
    this.schema = new Schema(fields, unreadable);
    this.unsupported = first.unsupported();
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
  public Map<String, String> unsupportedColumns() {
    return unsupported;
  }

  /** Returns the files, in the order in which they are read. */
  public List<StoredFile> files() {
    return files;
  }

  @Override
  public TableStatistics statistics() {
    TableStatistics known = statistics;
    if (known == null) {
      known = new StatisticsCollector(schema, files).collect();
      statistics = known;
    }
    return known;
  }

  @Override
  public TableScan scan(ScanRequest request) {
    return new ParquetScan(schema, files, request, ParquetScan.PART_ROWS);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ParquetTable that && files.equals(that.files);
  }

  @Override
  public int hashCode() {
    return files.hashCode();
  }

  @Override
  public String toString() {
    return "ParquetTable[" + name + "]";
  }
}
