package dev.heddle.engine.write;

import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.spi.WriteSummary;
import dev.heddle.io.storage.PreparedFile;
import dev.heddle.physical.plan.WriteSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the tasks of a write have written, as they state it in rows of {@link WriteSpec#OUTPUT}.
 * Used by one thread at a time.
 */
public final class WrittenFiles {
  private final List<PreparedFile> files = new ArrayList<>();
  private final Set<String> folders = new HashSet<>();
  private boolean neededMore;
  private long bytes;
  private long fileRows;
  private long fileChecksum;
  private long taskRows;
  private long taskChecksum;

  /** Forgets all of it. */
  void clear() {
    files.clear();
    folders.clear();
    neededMore = false;
    bytes = 0;
    fileRows = 0;
    fileChecksum = 0;
    taskRows = 0;
    taskChecksum = 0;
  }

  /** Takes rows in. */
  void add(ResultBatch rows) {
    for (int row = 0; row < rows.rowCount(); row++) {
      String token = rows.column(1).textValue(row);
      long size = rows.column(2).longValue(row);
      long count = rows.column(3).longValue(row);
      long checksum = rows.column(4).longValue(row);
      if (rows.column(0).isNull(row)) {
        neededMore |= token.equals(WriteSpec.NEEDED_MORE_FILES);
        taskRows += count;
        taskChecksum += checksum;
      } else {
        String path = rows.column(0).textValue(row);
        files.add(new PreparedFile(path, size, token));
        folders.add(path.substring(0, path.lastIndexOf('/')));
        bytes += size;
        fileRows += count;
        fileChecksum += checksum;
      }
    }
  }

  /** Demands that the files have what the tasks have read. */
  void check() {
    if (!neededMore && (fileRows != taskRows || fileChecksum != taskChecksum)) {
      throw new HeddleException(
          ErrorCode.INTERNAL,
          "Rows of a write were lost or doubled: tasks have read "
              + taskRows
              + " with checksum "
              + Long.toHexString(taskChecksum)
              + ", files have "
              + fileRows
              + " with checksum "
              + Long.toHexString(fileChecksum));
    }
  }

  /** Returns whether a task has stopped since it would have needed more open files. */
  boolean neededMore() {
    return neededMore;
  }

  List<PreparedFile> files() {
    return files;
  }

  /** Returns the file of a write of a single one. */
  PreparedFile only() {
    if (files.size() != 1) {
      throw new IllegalStateException("A write of one file has made " + files.size());
    }
    return files.getFirst();
  }

  /**
   * Returns what has been written.
   *
   * @param partitionBy columns that name folders
   */
  WriteSummary summary(List<String> partitionBy) {
    long partitions = partitionBy.isEmpty() ? 0 : folders.size();
    return new WriteSummary(fileRows, bytes, files.size(), partitions, 0, List.of(), null);
  }
}
