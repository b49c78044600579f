package dev.heddle.io.parquet.footer;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.dataset.InspectedFile;
import dev.heddle.io.storage.StoredFile;
import java.util.List;
import java.util.Map;

/**
 * The content of the footer of a file. Immutable.
 *
 * @param file the file it was read from
 * @param columns the flat columns, in order
 * @param unsupported why the file's other columns cannot be read, by name
 * @param incomplete why fields within the columns cannot be read, by the column's name
 * @param partitionTypes types of the columns that name the file's folders, by name, as recorded
 * @param rowGroups the row groups, in order
 * @param rows number of rows
 * @param footerBytes size of the footer in the file
 */
public record ParquetFooter(
    StoredFile file,
    List<ParquetColumn> columns,
    Map<String, String> unsupported,
    Map<String, String> incomplete,
    Map<String, DataType> partitionTypes,
    List<RowGroupInfo> rowGroups,
    long rows,
    int footerBytes)
    implements InspectedFile {
  @Override
  public Schema schema() {
    return new Schema(
        columns.stream().map(c -> new Field(c.name(), c.type(), c.optional())).toList());
  }
}
