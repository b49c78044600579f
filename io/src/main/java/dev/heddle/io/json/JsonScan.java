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
import dev.heddle.io.text.TextSplit;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request bound to JSON files: a split a block of large plain files of lines, else a file. */
final class JsonScan implements TableScan {
  private final BadRows badRows;
  private final ZoneId zone;
  private final ScanRequest request;
  private final ScanMetrics metrics;
  private final List<Split> splits;

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
    this.splits =
        TextSplit.divide(
            files,
            JsonInspected.class,
            blockBytes,
            request,
            metrics,
            file -> blocks(file, blockBytes));
  }

  private static @Nullable TextBlocks blocks(JsonInspected file, int blockBytes) {
    boolean isPlain = Compression.of(file.file().path()) == Compression.NONE;
    return isPlain && file.isByLine()
        ? new TextBlocks(file.file(), new LineScanner(), 0, blockBytes)
        : null;
  }

  @Override
  public List<Split> splits() {
    return splits;
  }

  @Override
  public SplitReader open(Split split, MemoryAccount account) {
    TextSplit<?> part = (TextSplit<?>) split;
    return new JsonSplitReader(
        (JsonInspected) part.file(), part, badRows, zone, request, account, metrics);
  }

  @Override
  public ScanMetrics metrics() {
    return metrics;
  }
}
