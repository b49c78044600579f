package dev.heddle.io.whole;

import dev.heddle.frame.plan.Source;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.dataset.FilePart;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.storage.StoredFile;
import java.util.ArrayList;
import java.util.List;

/** A request bound to whole files: those that are opened are read by several threads. */
final class WholeFileScan implements TableScan {
  private static final long SPLIT_BYTES = 4 << 20;
  private static final int MAX_OPENED = 16;

  private final Source.FileColumns columns;
  private final ScanRequest request;
  private final ScanMetrics metrics;
  private final List<Split> splits = new ArrayList<>();

  WholeFileScan(
      Source.FileColumns columns, List<FilePart> parts, ScanRequest request, ScanMetrics metrics) {
    this.columns = columns;
    this.request = request;
    this.metrics = metrics;
    boolean opens =
        columns != Source.FileColumns.PATH
            && request.columns().stream()
                .anyMatch(
                    column ->
                        column == WholeFileFormat.CONTENT
                            || column == WholeFileFormat.LAST_MODIFIED);
    int maxFiles = opens ? MAX_OPENED : Batch.MAX_ROWS;
    List<StoredFile> files = new ArrayList<>();
    long bytes = 0;
    for (FilePart part : parts) {
      if (!part.hasFile()) {
        continue;
      }
      files.add(part.file().file());
      bytes += part.file().file().sizeBytes();
      if (files.size() == maxFiles || (opens && bytes >= SPLIT_BYTES)) {
        splits.add(new WholeFileSplit(files, bytes));
        files.clear();
        bytes = 0;
      }
    }
    if (!files.isEmpty()) {
      splits.add(new WholeFileSplit(files, bytes));
    }
    metrics.files.add(FilePart.files(parts));
  }

  @Override
  public List<Split> splits() {
    return splits;
  }

  @Override
  public SplitReader open(Split split, MemoryAccount account) {
    return new WholeFileReader((WholeFileSplit) split, columns, request, account, metrics);
  }

  @Override
  public String place(Split split) {
    return ((WholeFileSplit) split).files().getFirst().path();
  }

  @Override
  public ScanMetrics metrics() {
    return metrics;
  }
}
