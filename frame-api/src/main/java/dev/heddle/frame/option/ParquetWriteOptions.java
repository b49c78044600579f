package dev.heddle.frame.option;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * How Parquet files are written. Rows that come in an order from the query are recorded as sorted
 * in the files (sorting columns).
 *
 * @param compression codec of the pages
 * @param compressionLevel level of zstd (1 to 22) or gzip (1 to 9); 0 for the codec's usual one
 * @param rowGroupRows most rows of a row group
 * @param rowGroupBytes size at which a row group is ended; what is not ended is in memory
 * @param pageBytes size, before compression, at which a page is ended
 * @param pageRows most rows of a page
 * @param pages version of the pages
 * @param hasDictionary whether columns get dictionaries where they pay
 * @param plainColumns columns that get none
 * @param hasStatistics whether chunks and pages get least and greatest values (the page index)
 * @param bloomFilters columns that get bloom filters
 */
public record ParquetWriteOptions(
    ParquetCompression compression,
    int compressionLevel,
    int rowGroupRows,
    long rowGroupBytes,
    int pageBytes,
    int pageRows,
    ParquetPages pages,
    boolean hasDictionary,
    List<String> plainColumns,
    boolean hasStatistics,
    List<BloomFilter> bloomFilters)
    implements WriteFormat {
  /** zstd; row groups of a million rows (2^20) or 64 MiB, pages of 256 KiB or 32,768 rows. */
  public static final ParquetWriteOptions DEFAULT =
      new ParquetWriteOptions(
          ParquetCompression.ZSTD,
          0,
          1 << 20,
          64L << 20,
          256 << 10,
          32_768,
          ParquetPages.V2,
          true,
          List.of(),
          true,
          List.of());

  private static final List<String> SUFFIXES = List.of(".parquet", ".parq", ".pq");

  /** Checks the ranges. */
  public ParquetWriteOptions {
    requireNonNull(compression, "compression is null");
    requireNonNull(pages, "pages is null");
    plainColumns = Arguments.all(plainColumns, "plainColumns");
    bloomFilters = Arguments.all(bloomFilters, "bloomFilters");
    int highest =
        switch (compression) {
          case ZSTD -> 22;
          case GZIP -> 9;
          case UNCOMPRESSED, SNAPPY, LZ4_RAW -> 0;
        };
    require(
        compressionLevel >= 0 && compressionLevel <= highest,
        "compressionLevel",
        compressionLevel,
        highest == 0 ? "0 for " + compression : "at most " + highest + " for " + compression);
    require(rowGroupRows >= 1, "rowGroupRows", rowGroupRows, "at least 1");
    require(rowGroupBytes >= 1, "rowGroupBytes", rowGroupBytes, "at least 1");
    require(pageBytes >= 1, "pageBytes", pageBytes, "at least 1");
    require(pageRows >= 1, "pageRows", pageRows, "at least 1");
  }

  private static void require(boolean holds, String name, long value, String rule) {
    if (!holds) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot write parquet: " + name + " is " + value + ", it must be " + rule);
    }
  }

  /** Returns these options with a codec at its usual level. */
  public ParquetWriteOptions withCompression(ParquetCompression codec) {
    return withCompression(codec, 0);
  }

  /** Returns these options with a codec at a level; 0 for its usual one. */
  public ParquetWriteOptions withCompression(ParquetCompression codec, int level) {
    return new ParquetWriteOptions(
        codec,
        level,
        rowGroupRows,
        rowGroupBytes,
        pageBytes,
        pageRows,
        pages,
        hasDictionary,
        plainColumns,
        hasStatistics,
        bloomFilters);
  }

  /** Returns these options with a largest number of rows a row group. */
  public ParquetWriteOptions withRowGroupRows(int rows) {
    return withSizes(rows, rowGroupBytes, pageBytes, pageRows);
  }

  /** Returns these options with a size at which row groups are ended. */
  public ParquetWriteOptions withRowGroupBytes(long bytes) {
    return withSizes(rowGroupRows, bytes, pageBytes, pageRows);
  }

  /** Returns these options with a size at which pages are ended. */
  public ParquetWriteOptions withPageBytes(int bytes) {
    return withSizes(rowGroupRows, rowGroupBytes, bytes, pageRows);
  }

  /** Returns these options with a largest number of rows a page. */
  public ParquetWriteOptions withPageRows(int rows) {
    return withSizes(rowGroupRows, rowGroupBytes, pageBytes, rows);
  }

  private ParquetWriteOptions withSizes(
      int groupRows, long groupBytes, int newPageBytes, int newPageRows) {
    return new ParquetWriteOptions(
        compression,
        compressionLevel,
        groupRows,
        groupBytes,
        newPageBytes,
        newPageRows,
        pages,
        hasDictionary,
        plainColumns,
        hasStatistics,
        bloomFilters);
  }

  /** Returns these options with a version of the pages. */
  public ParquetWriteOptions withPages(ParquetPages version) {
    return with(version, hasDictionary, plainColumns, hasStatistics, bloomFilters);
  }

  /** Returns these options without dictionaries. */
  public ParquetWriteOptions withoutDictionary() {
    return with(pages, false, plainColumns, hasStatistics, bloomFilters);
  }

  /** Returns these options without dictionaries for some columns. */
  public ParquetWriteOptions withoutDictionary(String... columns) {
    List<String> plain = new ArrayList<>(plainColumns);
    plain.addAll(Arguments.all(columns, "columns"));
    return with(pages, hasDictionary, plain, hasStatistics, bloomFilters);
  }

  /** Returns these options without statistics and page index. */
  public ParquetWriteOptions withoutStatistics() {
    return with(pages, hasDictionary, plainColumns, false, bloomFilters);
  }

  /** Returns these options with a bloom filter more: one false positive in a hundred. */
  public ParquetWriteOptions withBloomFilter(String column, long distinctValues) {
    List<BloomFilter> filters = new ArrayList<>(bloomFilters);
    filters.add(new BloomFilter(column, distinctValues, 0.01));
    return with(pages, hasDictionary, plainColumns, hasStatistics, filters);
  }

  private ParquetWriteOptions with(
      ParquetPages version,
      boolean dictionary,
      List<String> plain,
      boolean statistics,
      List<BloomFilter> filters) {
    return new ParquetWriteOptions(
        compression,
        compressionLevel,
        rowGroupRows,
        rowGroupBytes,
        pageBytes,
        pageRows,
        version,
        dictionary,
        plain,
        statistics,
        filters);
  }

  @Override
  public String formatName() {
    return "parquet";
  }

  @Override
  public List<String> suffixes() {
    return SUFFIXES;
  }

  @Override
  public void check(Schema columns) {
    requireNonNull(columns, "columns is null");
    plainColumns.forEach(name -> check(name, columns));
    bloomFilters.forEach(filter -> check(filter.column(), columns));
  }

  private static void check(String name, Schema columns) {
    if (columns.indexOf(name).isEmpty()) {
      throw new AnalysisException(
          "Cannot write parquet: " + NearestNames.missing("column", name, columns.names()));
    }
  }
}
