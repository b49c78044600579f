package dev.heddle.io.dataset;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.ScanValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the columns of a dataset in its files. */
final class ColumnOrigins {
  private final Schema schema;
  private final List<TableColumn> columns;
  private final InspectedFile first;

  /**
   * Makes a finder.
   *
   * @param schema the table's columns
   * @param columns where each comes from
   * @param first the file that gave the table its schema
   */
  ColumnOrigins(Schema schema, List<TableColumn> columns, InspectedFile first) {
    this.schema = schema;
    this.columns = columns;
    this.first = first;
  }

  /**
   * Returns where a file has the table's stored columns: for each column of the table its position
   * in the file's schema, or -1 for columns that are not stored.
   *
   * @throws HeddleException with code {@code SCHEMA_MISMATCH} unless both files have columns of the
   *     same names and types, in any order
   */
  int[] positions(InspectedFile file) {
    Schema stored = file.schema();
    Map<String, Integer> byName = new HashMap<>();
    for (int i = 0; i < stored.size(); i++) {
      byName.putIfAbsent(stored.field(i).name(), i);
      if (schema.indexOf(stored.field(i).name()).isEmpty()) {
        throw mismatch(file, "column " + stored.field(i).name() + " is only in the second");
      }
    }
    int[] positions = new int[schema.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] =
          columns.get(i) instanceof TableColumn.InFiles
              ? position(schema.field(i), byName, file)
              : -1;
    }
    return positions;
  }

  private int position(Field field, Map<String, Integer> byName, InspectedFile file) {
    Integer position = byName.get(field.name());
    if (position == null) {
      throw mismatch(file, "column " + field.name() + " is only in the first");
    }
    Field there = file.schema().field(position);
    if (!there.type().equals(field.type())) {
      throw mismatch(
          file,
          "column "
              + field.name()
              + " is "
              + field.type().sqlName()
              + " in the first and "
              + there.type().sqlName()
              + " in the second");
    }
    return position;
  }

  /**
   * Returns how the values of some columns are got for the rows of a file.
   *
   * @param wanted positions in the table's schema
   * @param positions as {@link #positions} gives them for a file of that schema
   */
  List<ColumnOrigin> origins(List<Integer> wanted, int[] positions, DatasetFile file) {
    List<ColumnOrigin> origins = new ArrayList<>(wanted.size());
    for (int column : wanted) {
      origins.add(
          switch (columns.get(column)) {
            case TableColumn.InFiles() -> new ColumnOrigin.Stored(positions[column]);
            case TableColumn.Partition(int key) ->
                new ColumnOrigin.Constant(file.partition().get(key));
            case TableColumn.FilePath() -> new ColumnOrigin.Constant(path(file));
            case TableColumn.RowNumber() -> new ColumnOrigin.Stored(ScanRequest.ROW_NUMBER);
          });
    }
    return origins;
  }

  static Optional<ScanValue> path(DatasetFile file) {
    return Optional.of(new ScanValue.Bytes(file.file().path().getBytes(StandardCharsets.UTF_8)));
  }

  private HeddleException mismatch(InspectedFile second, String what) {
    return new HeddleException(
        ErrorCode.SCHEMA_MISMATCH,
        "Cannot read "
            + first.file().path()
            + " and "
            + second.file().path()
            + " as one table: "
            + what
            + "; name the files of each schema apart");
  }
}
