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
import dev.heddle.io.text.TextSplit;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request bound to CSV files: a split a block of large plain files, a split a file of others. */
final class CsvScan implements TableScan {
  private final CsvReadOptions options;
  private final CsvSplitting splitting;
  private final ZoneId zone;
  private final ScanRequest request;
  private final ScanMetrics metrics;
  private final List<Split> splits;

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
    this.splits =
        TextSplit.divide(
            files,
            CsvInspected.class,
            blockBytes,
            request,
            metrics,
            file -> blocks(file, options, blockBytes));
  }

  private static @Nullable TextBlocks blocks(
      CsvInspected file, CsvReadOptions options, int blockBytes) {
    if (Compression.of(file.file().path()) != Compression.NONE
        || options.encoding() != TextEncoding.UTF_8
        || !file.dialect().isAscii()) {
      return null;
    }
    long start = CsvStart.of(file, options.skipLines());
    return new TextBlocks(file.file(), new CsvScanner(file.dialect()), start, blockBytes);
  }

  @Override
  public List<Split> splits() {
    return splits;
  }

  @Override
  public SplitReader open(Split split, MemoryAccount account) {
    TextSplit<?> part = (TextSplit<?>) split;
    return new CsvSplitReader(
        (CsvInspected) part.file(), part, options, splitting, zone, request, account, metrics);
  }

  @Override
  public ScanMetrics metrics() {
    return metrics;
  }
}
