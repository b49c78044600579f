package dev.heddle.io.csv;

import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.storage.StoredFile;
import java.util.ArrayList;
import java.util.List;

/** A request bound to CSV files: a split a file. */
final class CsvScan implements TableScan {
  private final Schema schema;
  private final CsvReadOptions options;
  private final ScanRequest request;
  private final ScanMetrics metrics = new ScanMetrics();
  private final List<Split> splits = new ArrayList<>();
  private final String first;

  CsvScan(
      Schema schema,
      List<StoredFile> files,
      CsvReadOptions options,
      ScanRequest request,
      double rowsPerByte) {
    this.schema = schema;
    this.options = options;
    this.request = request;
    this.first = files.getFirst().path();
    for (StoredFile file : files) {
      splits.add(new CsvSplit(file, Math.round(file.sizeBytes() * rowsPerByte)));
    }
    metrics.files.add(files.size());
    metrics.rowGroups.add(files.size());
  }

  @Override
  public List<Split> splits() {
    return splits;
  }

  @Override
  public SplitReader open(Split split, MemoryAccount account) {
    StoredFile file = ((CsvSplit) split).file();
    return new CsvSplitReader(schema, first, file, options, request, account, metrics);
  }

  @Override
  public ScanMetrics metrics() {
    return metrics;
  }
}
