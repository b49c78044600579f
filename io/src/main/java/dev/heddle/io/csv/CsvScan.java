package dev.heddle.io.csv;

import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.TextEncoding;
import dev.heddle.io.dataset.FilePart;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.text.Compression;
import dev.heddle.io.text.TextBlocks;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** A request bound to CSV files: a split a block of large plain files, a split a file of others. */
final class CsvScan implements TableScan {
  private final CsvReadOptions options;
  private final CsvSplitting splitting;
  private final ZoneId zone;
  private final ScanRequest request;
  private final ScanMetrics metrics;
  private final List<Split> splits = new ArrayList<>();

  CsvScan(
      List<FilePart> files,
      CsvReadOptions options,
      CsvSplitting splitting,
      ZoneId zone,
      int blockBytes,
      ScanRequest request,
      ScanMetrics metrics) {
    this.options = options;
    this.splitting = splitting;
    this.zone = zone;
    this.request = request;
    this.metrics = metrics;
    boolean numbered = request.columns().contains(ScanRequest.ROW_NUMBER);
    for (FilePart part : files) {
      CsvInspected file = (CsvInspected) part.file();
      long size = file.file().sizeBytes();
      boolean isPlain =
          Compression.of(file.file().path()) == Compression.NONE
              && options.encoding() == TextEncoding.UTF_8;
      if (size <= blockBytes || numbered || !isPlain || !file.dialect().isAscii()) {
        if (part.hasFile()) {
          splits.add(new CsvSplit(file, null, 0, size, rows(file, size)));
        }
        continue;
      }
      long start = CsvStart.of(file, options.skipLines());
      TextBlocks blocks =
          new TextBlocks(file.file(), new CsvScanner(file.dialect()), start, blockBytes);
      for (int i = 0; i < blocks.count(); i++) {
        if (part.has(blocks.start(i), blocks.start(i + 1))) {
          splits.add(new CsvSplit(file, blocks, i, blocks.bytes(i), rows(file, blocks.bytes(i))));
        }
      }
    }
    metrics.files.add(FilePart.files(files));
    metrics.rowGroups.add(splits.size());
  }

  private static long rows(CsvInspected file, long bytes) {
    return Math.round(bytes * file.rowsPerByte());
  }

  @Override
  public List<Split> splits() {
    return splits;
  }

  @Override
  public SplitReader open(Split split, MemoryAccount account) {
    return new CsvSplitReader(
        (CsvSplit) split, options, splitting, zone, request, account, metrics);
  }

  @Override
  public ScanMetrics metrics() {
    return metrics;
  }
}
