package dev.heddle.io.csv;

import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.storage.StoredFile;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;

/** CSV files of the same columns, read as one table. Made by {@link CsvTables}. */
public final class CsvTable implements Table {
  private final String name;
  private final List<StoredFile> files;
  private final CsvReadOptions options;
  private final CsvSample sample;

  CsvTable(String name, List<StoredFile> files, CsvReadOptions options, CsvSample sample) {
    this.name = name;
    this.files = List.copyOf(files);
    this.options = options;
    this.sample = sample;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Schema schema() {
    return sample.schema();
  }

  /** Returns the number of rows that the sample's records make likely. */
  @Override
  public TableStatistics statistics() {
    long bytes = files.stream().mapToLong(StoredFile::sizeBytes).sum();
    double rows = (double) sample.records() * bytes / Math.max(1, sample.bytes());
    return new TableStatistics(
        OptionalLong.of(Math.round(rows)),
        false,
        Collections.nCopies(schema().size(), TableStatistics.ColumnStatistics.UNKNOWN));
  }

  @Override
  public TableScan scan(ScanRequest request) {
    return new CsvScan(schema(), files, options, request, rowsPerByte());
  }

  private double rowsPerByte() {
    return (double) sample.records() / Math.max(1, sample.bytes());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CsvTable that
        && files.equals(that.files)
        && options.equals(that.options);
  }

  @Override
  public int hashCode() {
    return files.hashCode();
  }

  @Override
  public String toString() {
    return "CsvTable[" + name + "]";
  }
}
