package dev.heddle.io.text;

import dev.heddle.io.dataset.FilePart;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.Split;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A text file, or a block of one.
 *
 * @param file which file
 * @param blocks its blocks, or null if it is read whole
 * @param block which of them
 * @param bytes how many bytes of the file the part takes
 * @param rows about how many rows it has
 * @param <F> what a format knows of a file
 */
public record TextSplit<F extends SampledFile>(
    F file, @Nullable TextBlocks blocks, int block, long bytes, long rows) implements Split {
  /**
   * Divides files: a split a block of large files that can be divided, a split a file of others.
   * Counts them.
   *
   * @param type of the inspected files
   * @param blocks returns the blocks of a file that is larger than one block, or null if it cannot
   *     be divided
   */
  public static <F extends SampledFile> List<Split> divide(
      List<FilePart> files,
      Class<F> type,
      int blockBytes,
      ScanRequest request,
      ScanMetrics metrics,
      Function<F, @Nullable TextBlocks> blocks) {
    List<Split> splits = new ArrayList<>();
    boolean isNumbered = request.columns().contains(ScanRequest.ROW_NUMBER);
    for (FilePart part : files) {
      F file = type.cast(part.file());
      long size = file.file().sizeBytes();
      TextBlocks divided = size <= blockBytes || isNumbered ? null : blocks.apply(file);
      if (divided == null) {
        if (part.hasFile()) {
          splits.add(new TextSplit<>(file, null, 0, size, file.rows(size)));
        }
        continue;
      }
      for (int i = 0; i < divided.count(); i++) {
        if (part.has(divided.start(i), divided.start(i + 1))) {
          long bytes = divided.bytes(i);
          splits.add(new TextSplit<>(file, divided, i, bytes, file.rows(bytes)));
        }
      }
    }
    metrics.files.add(FilePart.files(files));
    metrics.rowGroups.add(splits.size());
    return splits;
  }
}
