package dev.heddle.io.dataset;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.KeyRange;
import dev.heddle.io.catalog.TableOrder;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.storage.StoredFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a file format, with its options, does for the files of a dataset.
 *
 * <p>Immutable and thread-safe; equal if it reads the same rows from the same file. Formats know
 * nothing of folders, partition values or the columns of other files.
 */
public interface FileFormat {
  /** Returns the format's name for messages, such as {@code parquet}. */
  String name();

  /**
   * Returns what decides, beside the files, which rows are read of them: the name, and for formats
   * whose options matter these. Equal in all processes for equal formats.
   */
  default String rowsBy() {
    return name();
  }

  /** Returns the endings of the names of files that count in folders. */
  List<String> suffixes();

  /**
   * Returns whether the columns are the same whatever files hold. Then files of no bytes count, and
   * a path without files is a table without rows.
   */
  default boolean hasFixedColumns() {
    return false;
  }

  /** Returns whether globs that are of folders find these, each as a file without bytes. */
  default boolean listsFolders() {
    return false;
  }

  /**
   * Finds out what a file has: reads a footer, or a sample, and remembers it. Called from many
   * threads at once for different files.
   *
   * @throws dev.heddle.frame.error.HeddleException naming the file: {@code CORRUPT_FILE}, {@code
   *     UNSUPPORTED}, {@code IO} or, where it has vanished, {@code NOT_FOUND}
   */
  InspectedFile inspect(StoredFile file);

  /**
   * Returns how many of a table's first files show its columns together; 1 if one file has columns
   * of its own, which are those of all others unless they are united by name.
   */
  default int sampledFiles() {
    return 1;
  }

  /** Returns whether {@link #united} has the columns that any of the files has. */
  default boolean unitesNames() {
    return false;
  }

  /**
   * Returns a file with the columns that the first files of a table, or all, show together.
   *
   * @param sampled those with rows, made by {@link #inspect}, one at least
   */
  default InspectedFile united(List<? extends InspectedFile> sampled) {
    return sampled.getFirst();
  }

  /**
   * Returns the types of the columns that name the folders of a file, by name, as far as the file,
   * or the folder of the table, records them.
   *
   * @param levels how many folders name partitions
   */
  default Map<String, DataType> partitionTypes(StoredFile file, int levels) {
    return PartitionTypes.of(file, levels);
  }

  /**
   * Returns how to read a file as part of a table. Text formats read values as the types that the
   * table's columns have, whatever a sample of this file alone suggests; others change nothing.
   *
   * @param file made by {@link #inspect}
   * @param table the table's columns, some of which the file may lack
   */
  default InspectedFile conform(InspectedFile file, Schema table) {
    return file;
  }

  /**
   * Returns how to read all files of a table whose first files these are: this, unless they show
   * what others may leave open, such as whether days or months come first in dates.
   *
   * @param first made by {@link #inspect}, one at least
   */
  default FileFormat agreed(List<? extends InspectedFile> first) {
    return this;
  }

  /**
   * Returns whether a scan has {@link ScanRequest#ROW_LOCATOR}, and finds rows of known locators
   * without reading all others.
   */
  default boolean locatesRows() {
    return false;
  }

  /**
   * Binds a request to files of one table that all have equal schemas.
   *
   * <p>The request's columns are positions in that schema, {@link ScanRequest#ROW_NUMBER} or, where
   * the format {@link #locatesRows}, {@link ScanRequest#ROW_LOCATOR}. Every conjunct is applied
   * exactly. A split may span several of the files and is never asked for more than they hold.
   * Which rows are in a part of a file depends on the file alone.
   *
   * @param files made by {@link #inspect}, in table order, one at least
   * @param metrics where to count, along with other scans of the same table: the {@code files} are
   *     counted here
   */
  TableScan scan(List<FilePart> files, ScanRequest request, ScanMetrics metrics);

  /**
   * Returns what is known of a table from some of its files, without reading rows.
   *
   * @param schema the table's columns that files hold, found in each file by name; a file may lack
   *     some, or have one with another type that converts to the table's
   * @param sample made by {@link #inspect}, one at least
   * @param scale how many times the sample's bytes the table has; 1 if the sample is all there is,
   *     and only then counts and bounds are exact
   */
  TableStatistics statistics(Schema schema, List<? extends InspectedFile> sample, double scale);

  /**
   * Returns the range of a column's values in each part of some files, as {@link
   * dev.heddle.io.catalog.Table#ranges} does.
   *
   * @param column of the table, found in each file by name
   */
  default List<KeyRange> ranges(Field column, List<? extends InspectedFile> files) {
    return List.of();
  }

  /**
   * Returns the order in which the rows of some files come, as {@link
   * dev.heddle.io.catalog.Table#order} does.
   *
   * @param schema columns of the table, found in each file by name; keys are positions in it
   * @param files in table order
   */
  default Optional<TableOrder> order(Schema schema, List<? extends InspectedFile> files) {
    return Optional.empty();
  }
}
