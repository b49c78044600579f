package dev.heddle.io.dataset;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns of a dataset.
 *
 * @param fields their names and types
 * @param origins where each comes from
 */
record DatasetColumns(List<Field> fields, List<TableColumn> origins) {
  DatasetColumns {
    fields = List.copyOf(fields);
    origins = List.copyOf(origins);
  }

  /**
   * Puts the columns together: those of the files, then the partition keys that no file has, then
   * those asked for by options. A partition key that files have too stands in its place there, and
   * the folders' values count.
   */
  static DatasetColumns of(
      InspectedFile first, List<Field> keys, DatasetFiles files, DatasetOptions options) {
    List<Field> fields = new ArrayList<>(first.schema().fields());
    if (fields.isEmpty()) {
      String why =
          first.unsupported().isEmpty()
              ? "it has no columns"
              : "none of its columns can be read: " + first.unsupported();
      throw new HeddleException(
          ErrorCode.UNSUPPORTED, "Cannot read " + first.file().path() + ": " + why);
    }
    boolean isOneFile = files instanceof ListedFiles(List<DatasetFile> all) && all.size() == 1;
    if (!isOneFile) { // another file may have nulls where the first can have none
      fields.replaceAll(field -> Field.of(field.name(), field.type()));
    }
    List<TableColumn> origins = new ArrayList<>();
    fields.forEach(_ -> origins.add(new TableColumn.InFiles()));
    for (int key = 0; key < keys.size(); key++) {
      int stored = indexOf(fields, keys.get(key).name());
      if (stored >= 0) {
        fields.set(stored, keys.get(key));
        origins.set(stored, new TableColumn.Partition(key));
      } else {
        fields.add(keys.get(key));
        origins.add(new TableColumn.Partition(key));
      }
    }
    String path = options.filePathColumn();
    if (path != null) {
      checkNew("file path", path, fields);
      fields.add(new Field(path, DataType.STRING, false));
      origins.add(new TableColumn.FilePath());
    }
    String number = options.rowNumberColumn();
    if (number != null) {
      checkNew("row number", number, fields);
      fields.add(new Field(number, DataType.INT64, false));
      origins.add(new TableColumn.RowNumber());
    }
    return new DatasetColumns(fields, origins);
  }

  private static void checkNew(String what, String name, List<Field> fields) {
    if (indexOf(fields, name) >= 0) {
      throw new AnalysisException(
          "Cannot add a column \""
              + name
              + "\" of the "
              + what
              + ": there is one of that name already; choose another");
    }
  }

  private static int indexOf(List<Field> fields, String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }
}
