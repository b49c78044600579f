package dev.heddle.io.ipc;

import dev.heddle.io.dataset.InspectedFile;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import java.util.ArrayList;
import java.util.List;

/** A request bound to Arrow files: splits are some megabytes of messages each. */
final class ArrowScan implements TableScan {
  private static final long SPLIT_BYTES = 16 << 20;

  private final ScanRequest request;
  private final ScanMetrics metrics;
  private final List<Split> splits = new ArrayList<>();

  ArrowScan(List<? extends InspectedFile> files, ScanRequest request, ScanMetrics metrics) {
    this.request = request;
    this.metrics = metrics;
    boolean numbered = request.columns().contains(ScanRequest.ROW_NUMBER);
    for (InspectedFile inspected : files) {
      ArrowInspected file = (ArrowInspected) inspected;
      int from = 0;
      long bytes = 0;
      for (int i = 0; i < file.batches().size(); i++) {
        bytes += file.batches().get(i).bodyBytes();
        boolean isLast = i + 1 == file.batches().size();
        if (isLast || (bytes >= SPLIT_BYTES && !numbered)) {
          long rows = Math.round(bytes * file.rowsPerByte());
          splits.add(new ArrowSplit(file, from, i + 1, bytes, rows));
          from = i + 1;
          bytes = 0;
        }
      }
      metrics.rowGroups.add(file.batches().size());
    }
    metrics.files.add(files.size());
  }

  @Override
  public List<Split> splits() {
    return splits;
  }

  @Override
  public SplitReader open(Split split, MemoryAccount account) {
    return new ArrowSplitReader((ArrowSplit) split, request, account, metrics);
  }

  @Override
  public ScanMetrics metrics() {
    return metrics;
  }
}
