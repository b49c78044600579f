package dev.heddle.io.parquet.metadata;

import dev.heddle.frame.plan.Source;
import dev.heddle.io.dataset.FilePart;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import java.util.List;

/** A request bound to the footers of files. */
final class FooterScan implements TableScan {
  private final Source.FooterPart part;
  private final ScanRequest request;
  private final ScanMetrics metrics;
  private final List<Split> splits;

  FooterScan(
      Source.FooterPart part, List<FilePart> files, ScanRequest request, ScanMetrics metrics) {
    this.part = part;
    this.request = request;
    this.metrics = metrics;
    this.splits =
        files.stream()
            .filter(FilePart::hasFile)
            .<Split>map(file -> new FooterSplit(file.file().file()))
            .toList();
    metrics.files.add(FilePart.files(files));
  }

  @Override
  public List<Split> splits() {
    return splits;
  }

  @Override
  public SplitReader open(Split split, MemoryAccount account) {
    return new FooterSplitReader(((FooterSplit) split).file(), part, request, account, metrics);
  }

  @Override
  public String place(Split split) {
    return ((FooterSplit) split).file().path();
  }

  @Override
  public ScanMetrics metrics() {
    return metrics;
  }
}
