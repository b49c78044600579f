package dev.heddle.io.parquet.read;

import dev.heddle.io.parquet.fetch.KnownDictionaries;
import dev.heddle.io.parquet.footer.RowRanges;
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
   * A row group, or some rows of it.
   *
   * @param file position of its file in the table
   * @param rowGroup position in the file
   * @param ranges the rows that may satisfy the filter; no others need be read
   * @param certain for each conjunct of the request's filter the rows for which it is certainly
   *     true, so that it need not be evaluated there
   * @param dictionaries what is known already when rows are about to be read, then owned by the
   *     party that reads them; empty before
   */
  record Part(
      int file,
      int rowGroup,
      RowRanges ranges,
      List<RowRanges> certain,
      KnownDictionaries dictionaries) {
    Part {
      certain = List.copyOf(certain);
    }

    /** Makes a part of which nothing is known. */
    Part(int file, int rowGroup, RowRanges ranges, List<RowRanges> certain) {
      this(file, rowGroup, ranges, certain, new KnownDictionaries());
    }

    /** Returns whether a conjunct is known to be true for all rows of {@code [from, to)}. */
    boolean isCertain(int conjunct, long from, long to) {
      return certain.get(conjunct).covers(from, to);
    }
  }
}
