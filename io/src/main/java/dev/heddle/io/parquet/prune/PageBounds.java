package dev.heddle.io.parquet.prune;

import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.fetch.PageList;
import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.ChunkStatistics;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.parquet.footer.RowRanges;
import dev.heddle.io.parquet.footer.StoredBounds;
import dev.heddle.io.scan.Bounds;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.Verdict;
import dev.heddle.io.scan.Verdicts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.Util;

/** Where the pages of a column chunk start, and what their bounds prove. Immutable. */
final class PageBounds {
  // the first row of each page, and behind them the number of rows
  private final long[] firstRows;
  private final Bounds[] bounds;
  private final long[] nulls;
  private final Optional<PageList> list;
  private final int bytes;

  private PageBounds(
      long[] firstRows, Bounds[] bounds, long[] nulls, Optional<PageList> list, int bytes) {
    this.firstRows = firstRows;
    this.bounds = bounds;
    this.nulls = nulls;
    this.list = list;
    this.bytes = bytes;
  }

  /**
   * Reads the page index of a chunk; nothing if it contradicts itself, for then it proves nothing.
   */
  static Optional<PageBounds> read(
      ParquetColumn column, ChunkInfo chunk, long rows, byte[] columnIndex, byte[] offsetIndex) {
    ColumnIndex index;
    OffsetIndex offsets;
    try {
      index = Util.readColumnIndex(new ByteArrayInputStream(columnIndex));
      offsets = Util.readOffsetIndex(new ByteArrayInputStream(offsetIndex));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
    int pages = offsets.getPage_locationsSize();
    if (pages == 0
        || index.getNull_pagesSize() != pages
        || index.getMin_valuesSize() != pages
        || index.getMax_valuesSize() != pages
        || (index.isSetNull_counts() && index.getNull_countsSize() != pages)
        || (index.isSetNan_counts() && index.getNan_countsSize() != pages)) {
      return Optional.empty();
    }
    long[] firstRows = new long[pages + 1];
    for (int page = 0; page < pages; page++) {
      firstRows[page] = offsets.page_locations.get(page).first_row_index;
    }
    firstRows[pages] = rows;
    boolean ascends = firstRows[0] == 0;
    for (int page = 0; page < pages; page++) {
      ascends &= firstRows[page] < firstRows[page + 1];
    }
    if (!ascends) {
      return Optional.empty();
    }
    Bounds[] bounds = new Bounds[pages];
    long[] nulls = new long[pages];
    for (int page = 0; page < pages; page++) {
      ChunkStatistics statistics =
          statistics(index, page, chunk.statistics(), firstRows[page + 1] - firstRows[page]);
      bounds[page] = StoredBounds.of(column, statistics);
      nulls[page] = statistics.nullCount();
    }
    return Optional.of(
        new PageBounds(
            firstRows,
            bounds,
            nulls,
            list(offsets, chunk, rows),
            columnIndex.length + offsetIndex.length));
  }

  private static Optional<PageList> list(OffsetIndex offsets, ChunkInfo chunk, long rows) {
    try {
      return Optional.of(PageList.of(offsets.page_locations, chunk, rows));
    } catch (CorruptDataException e) {
      return Optional.empty(); // the reader of the pages reports it
    }
  }

  private static ChunkStatistics statistics(
      ColumnIndex index, int page, ChunkStatistics chunk, long rows) {
    long nulls = index.isSetNull_counts() ? index.null_counts.get(page) : -1;
    boolean known = nulls >= 0 && nulls <= rows;
    long nans = chunk.nanCount() == 0 ? 0 : index.isSetNan_counts() ? nans(index, page) : -1;
    if (index.null_pages.get(page)) {
      // Bounds are empty here. Only the count proves the page to be null: some writers mark pages
      // without bounds so.
      return new ChunkStatistics(null, null, known ? nulls : -1, -1, nans);
    }
    long none = chunk.nullCount() == 0 ? 0 : -1;
    return new ChunkStatistics(
        bytes(index.min_values.get(page)),
        bytes(index.max_values.get(page)),
        known ? nulls : none,
        -1,
        nans);
  }

  private static long nans(ColumnIndex index, int page) {
    return index.nan_counts.get(page);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] copy = new byte[buffer.remaining()];
    buffer.duplicate().get(copy);
    return copy;
  }

  /** Returns how many pages there are. */
  int pages() {
    return bounds.length;
  }

  /** Returns where the pages start, unless that is wrong. */
  Optional<PageList> list() {
    return list;
  }

  /** Returns how many bytes the index takes in the file. */
  int bytes() {
    return bytes;
  }

  /** Returns what is proven of a predicate on the column, page by page. */
  RowSelection select(PruningPredicate leaf) {
    RowRanges.Builder possible = new RowRanges.Builder();
    RowRanges.Builder certain = new RowRanges.Builder();
    for (int page = 0; page < bounds.length; page++) {
      long from = firstRows[page];
      long to = firstRows[page + 1];
      Verdict verdict = Verdicts.of(leaf, bounds[page], nulls[page], to - from);
      if (verdict != Verdict.NEVER) {
        possible.add(from, to);
      }
      if (verdict == Verdict.ALWAYS) {
        certain.add(from, to);
      }
    }
    return new RowSelection(possible.build(), certain.build());
  }

  /** Returns how many pages have no row among these. */
  int pagesOutside(RowRanges rows) {
    int outside = 0;
    for (int page = 0; page < bounds.length; page++) {
      outside += rows.overlaps(firstRows[page], firstRows[page + 1]) ? 0 : 1;
    }
    return outside;
  }
}
