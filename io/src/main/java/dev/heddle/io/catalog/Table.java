package dev.heddle.io.catalog;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.Share;
import dev.heddle.io.scan.SharedSplits;
import dev.heddle.io.scan.TableScan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Something that can be scanned: files of a format, or rows in memory.
 *
 * <p>Immutable and thread-safe: naming a table fixes its files and its schema. Two tables are equal
 * if they read the same data.
 */
public interface Table {
  /** Returns a short name for {@code explain} and messages, such as a path. */
  String name();

  /** Returns the columns. */
  Schema schema();

  /**
   * Returns why columns of the source cannot be read, by name: phrases such as {@code file a: it is
   * a struct without fields}. They are in {@link #schema}, and asking for one is an error, unless
   * they are {@linkplain #columnsLeftOut left out}.
   */
  default Map<String, String> unsupportedColumns() {
    return Map.of();
  }

  /** Returns which columns that cannot be read were left out on request, and why. */
  default List<String> columnsLeftOut() {
    return List.of();
  }

  /**
   * Returns what is known of the content without reading it; footers may be read, and are cached.
   */
  TableStatistics statistics();

  /**
   * Returns the range of a column's values in each part of the table, in table order; parts without
   * values are left out. Empty if that is not known of all parts, or the column is not of integers
   * or dates.
   */
  default List<KeyRange> ranges(int column) {
    return List.of();
  }

  /**
   * Returns the order in which the rows come, if there is evidence of one; splits of a scan are in
   * it too. Footers may be read, and are cached.
   */
  default Optional<TableOrder> order() {
    return Optional.empty();
  }

  /**
   * Returns a number that follows from the files, their versions and the columns: in every process
   * the same as long as these are. Empty if the rows are not in files, or not all files are known.
   */
  default OptionalLong fingerprint() {
    return OptionalLong.empty();
  }

  /**
   * Returns this table with one more column, the last: an {@code INT64} without nulls that tells
   * each row apart from all others, whatever the request, and by which few rows are found without
   * reading the others. It ascends in table order. Empty if the table has no such thing.
   */
  default Optional<Table> located() {
    return Optional.empty();
  }

  /** Binds a request to this table. */
  TableScan scan(ScanRequest request);

  /**
   * Binds a request to a share of a {@linkplain #listed listed} table. The shares of all tasks make
   * up the table, even if each is bound in another process and under other runtime filters.
   */
  default TableScan scan(ScanRequest request, Share share) {
    TableScan scan = scan(request);
    return share.isWhole() ? scan : new SharedSplits(scan, share);
  }

  /**
   * Returns this table with all files known in which a request may find rows, and at best no
   * others.
   *
   * @param request without what becomes known only while a query runs
   */
  default Table listed(ScanRequest request) {
    return this;
  }
}
