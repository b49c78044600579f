package dev.heddle.io.parquet;

import dev.heddle.io.scan.Split;
import java.util.List;

/**
 * Some row groups, of one file or of several small ones.
 *
 * @param parts the row groups, in table order
 * @param bytes how many bytes the requested columns take in them, compressed
 * @param rows how many rows they have
 */
record ParquetSplit(List<Part> parts, long bytes, long rows) implements Split {
  ParquetSplit {
    parts = List.copyOf(parts);
  }

  /**
   * A row group.
   *
   * @param file position of its file in the table
   * @param rowGroup position in the file
   */
  record Part(int file, int rowGroup) {}
}
