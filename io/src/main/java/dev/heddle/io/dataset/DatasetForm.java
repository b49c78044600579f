package dev.heddle.io.dataset;

import dev.heddle.frame.schema.Field;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.catalog.TableStatistics.ColumnStatistics;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * A dataset as it is sent to another process, which reads it without listing or looking at any file
 * that it is not asked for.
 *
 * @param name the table's
 * @param fields the table's columns
 * @param origins where each comes from
 * @param unsupported why columns of files cannot be read, by name
 * @param isUnion whether files may lack columns
 * @param first path of the file that gave the table its columns, for messages
 * @param files the files that a request may want
 */
public record DatasetForm(
    String name,
    List<Field> fields,
    List<TableColumn> origins,
    Map<String, String> unsupported,
    boolean isUnion,
    String first,
    FileList files) {

  /** Returns whether a table is a dataset. */
  public static boolean isDataset(Table table) {
    return table instanceof DatasetTable;
  }

  /** Returns the format of a dataset's files. */
  public static FileFormat format(Table table) {
    return ((DatasetTable) table).format();
  }

  /** Makes the form of a dataset, with the files in which a request may find rows. */
  public static DatasetForm of(Table table, ScanRequest request) {
    DatasetTable dataset = (DatasetTable) table;
    PartitionFilter filter = PartitionFilter.of(dataset, request);
    ScanMetrics metrics = new ScanMetrics();
    List<DatasetFile> files =
        filter.files(dataset.files().select(filter, metrics), metrics).stream()
            .map(PartitionFilter.Kept::file)
            .toList();
    return new DatasetForm(
        dataset.name(),
        dataset.schema().fields(),
        dataset.columns(),
        dataset.unsupportedColumns(),
        dataset.isUnion(),
        dataset.first(),
        FileList.of(files));
  }

  /** Returns the table of the form. */
  public Table open(FileFormat format) {
    return new DatasetTable(
        name,
        format,
        new ListedFiles(files.files()),
        first,
        new DatasetColumns(fields, origins, unsupported, List.of(), isUnion),
        Collections.nCopies(fields.size(), ColumnStatistics.UNKNOWN));
  }
}
