package dev.heddle.io.json;

import dev.heddle.frame.option.BadRows;
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

/** A request bound to JSON files: a split a block of large plain files of lines, else a file. */
final class JsonScan implements TableScan {
  private final BadRows badRows;
  private final ZoneId zone;
  private final ScanRequest request;
  private final ScanMetrics metrics;
  private final List<Split> splits = new ArrayList<>();

  JsonScan(
      List<FilePart> files,
      BadRows badRows,
      ZoneId zone,
      int blockBytes,
      ScanRequest request,
      ScanMetrics metrics) {
    this.badRows = badRows;
    this.zone = zone;
    this.request = request;
    this.metrics = metrics;
    boolean numbered = request.columns().contains(ScanRequest.ROW_NUMBER);
    for (FilePart part : files) {
      JsonInspected file = (JsonInspected) part.file();
      long size = file.file().sizeBytes();
      boolean isPlain = Compression.of(file.file().path()) == Compression.NONE;
      if (size <= blockBytes || numbered || !isPlain || !file.isByLine()) {
        if (part.hasFile()) {
          splits.add(new JsonSplit(file, null, 0, size, rows(file, size)));
        }
        continue;
      }
      TextBlocks blocks = new TextBlocks(file.file(), new LineScanner(), 0, blockBytes);
      for (int i = 0; i < blocks.count(); i++) {
        if (part.has(blocks.start(i), blocks.start(i + 1))) {
          splits.add(new JsonSplit(file, blocks, i, blocks.bytes(i), rows(file, blocks.bytes(i))));
        }
      }
    }
    metrics.files.add(FilePart.files(files));
    metrics.rowGroups.add(splits.size());
  }

  private static long rows(JsonInspected file, long bytes) {
    return Math.round(bytes * file.rowsPerByte());
  }

  @Override
  public List<Split> splits() {
    return splits;
  }

  @Override
  public SplitReader open(Split split, MemoryAccount account) {
    return new JsonSplitReader((JsonSplit) split, badRows, zone, request, account, metrics);
  }

  @Override
  public ScanMetrics metrics() {
    return metrics;
  }
}
