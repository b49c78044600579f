package dev.heddle.io.ipc;

import dev.heddle.io.dataset.FilePart;
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

  ArrowScan(List<FilePart> files, ScanRequest request, ScanMetrics metrics) {
    this.request = request;
    this.metrics = metrics;
    boolean numbered = request.columns().contains(ScanRequest.ROW_NUMBER);
    for (FilePart part : files) {
      ArrowInspected file = (ArrowInspected) part.file();
      int from = 0;
      long bytes = 0;
      for (int i = 0; i < file.batches().size(); i++) {
        IpcBlock block = file.batches().get(i);
        if (!(numbered ? part.hasFile() : part.has(block.offset(), block.end()))) {
          from = i + 1;
          continue;
        }
        bytes += block.bodyBytes();
        boolean isLast =
            i + 1 == file.batches().size()
                || !(numbered || part.has(next(file, i).offset(), next(file, i).end()));
        if (isLast || (bytes >= SPLIT_BYTES && !numbered)) {
          long rows = Math.round(bytes * file.rowsPerByte());
          splits.add(new ArrowSplit(file, from, i + 1, bytes, rows));
          from = i + 1;
          bytes = 0;
        }
      }
      metrics.rowGroups.add(file.batches().size());
    }
    metrics.files.add(FilePart.files(files));
  }

  private static IpcBlock next(ArrowInspected file, int block) {
    return file.batches().get(block + 1);
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
