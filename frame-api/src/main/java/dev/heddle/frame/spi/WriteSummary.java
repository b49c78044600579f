package dev.heddle.frame.spi;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.watch.Traffic;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a write did.
 *
 * @param rows rows written
 * @param bytes bytes of the files
 * @param files files written; 0 if the target existed and the write was to be ignored then
 * @param partitions folders of partition values that files were written to; 0 without partitions
 * @param badRows rows of text files that were left out because they could not be read
 * @param columnsLeftOut columns of files that cannot be read and were left out on request
 * @param traffic what was read from and written to remote storage meanwhile; null if that is
 *     nothing
 */
public record WriteSummary(
    long rows,
    long bytes,
    long files,
    long partitions,
    long badRows,
    List<String> columnsLeftOut,
    @Nullable Traffic traffic) {
  /** Copies the list. */
  public WriteSummary {
    columnsLeftOut = Arguments.all(columnsLeftOut, "columnsLeftOut");
  }

  /** Makes one of a write that nothing is known to have been moved for. */
  public WriteSummary(long rows, long bytes, long files) {
    this(rows, bytes, files, 0, 0, List.of(), null);
  }
}
