package dev.heddle.io.parquet;

import dev.heddle.io.scan.Split;
import java.util.List;

/**
 * Some row groups, of one file or of several small ones, or a part of a large one.
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
   * A row group, or a range of the rows of a large one.
   *
   * @param file position of its file in the table
   * @param rowGroup position in the file
   * @param fromRow first row, counted within the row group
   * @param toRow the row after the last
   */
  record Part(int file, int rowGroup, long fromRow, long toRow) {}
}
