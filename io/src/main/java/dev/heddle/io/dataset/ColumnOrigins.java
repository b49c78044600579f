package dev.heddle.io.dataset;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
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
import java.util.Set;

/** Finds the columns of a dataset in its files. */
final class ColumnOrigins {
  private static final String APART = "name the files of each schema apart";
  private static final String BY_UNION =
      "read them as a union by name (option union_by_name), or " + APART;
  private static final int MISSES = -1;
  private static final int CANNOT_READ = -2;
  private static final ColumnOrigin MISSING = new ColumnOrigin.Constant(Optional.empty());

  private final Schema schema;
  private final List<TableColumn> columns;
  private final String first;
  private final boolean isUnion;
  private final Set<String> unsupported;

  /**
   * Makes a finder.
   *
   * @param schema the table's columns
   * @param columns where each comes from
   * @param first path of the file that gave the table its schema, or begins it
   */
  ColumnOrigins(Schema schema, DatasetColumns columns, String first) {
    this.schema = schema;
    this.columns = columns.origins();
    this.first = first;
    this.isUnion = columns.isUnion();
    this.unsupported = columns.unsupported().keySet();
  }

  /**
   * Returns where a file has the table's stored columns: for each column of the table its position
   * in the file's schema, or a negative number where it has none that can be read.
   *
   * @throws HeddleException with code {@code SCHEMA_MISMATCH} if a column's type does not widen to
   *     the table's or, unless the table is a union by name, a column is in one file only
   */
  int[] positions(InspectedFile file) {
    Schema stored = file.schema();
    Map<String, Integer> byName = new HashMap<>();
    for (int i = 0; i < stored.size(); i++) {
      String name = stored.field(i).name();
      byName.putIfAbsent(name, i);
      if (schema.indexOf(name).isEmpty() && !(isUnion && unsupported.contains(name))) {
        throw mismatch(file, "column " + name + " is only in the second", BY_UNION);
      }
    }
    for (String name : file.unsupported().keySet()) {
      if (schema.indexOf(name).isEmpty() && !unsupported.contains(name)) {
        throw mismatch(file, "column " + name + " is only in the second", BY_UNION);
      }
    }
    int[] positions = new int[schema.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] =
          columns.get(i) instanceof TableColumn.InFiles(boolean inPart)
              ? position(schema.field(i), inPart, byName, stored, file)
              : MISSES;
    }
    return positions;
  }

  private int position(
      Field field, boolean inPart, Map<String, Integer> byName, Schema stored, InspectedFile file) {
    Integer position = byName.get(field.name());
    if (file.unsupported().containsKey(field.name())
        || (!inPart && file.incomplete().containsKey(field.name()))) {
      return CANNOT_READ;
    }
    if (position == null) {
      if (isUnion) {
        return MISSES;
      }
      throw mismatch(file, "column " + field.name() + " is only in the first", BY_UNION);
    }
    DataType there = stored.field(position).type();
    boolean lacksFields = !isUnion && TypeWidening.lacksFields(there, field.type());
    if (lacksFields || !TypeWidening.converts(there, field.type())) {
      boolean widens = TypeWidening.common(there, field.type()).isPresent();
      throw mismatch(
          file,
          "column "
              + field.name()
              + " is "
              + field.type().sqlName()
              + " in the first and "
              + there.sqlName()
              + " in the second",
          widens ? BY_UNION : APART);
    }
    return position;
  }

  /**
   * Returns how the values of some columns are got for the rows of a file.
   *
   * @param wanted positions in the table's schema
   * @param positions as {@link #positions} gives them for a file of that schema
   * @param own that schema
   */
  List<ColumnOrigin> origins(List<Integer> wanted, int[] positions, Schema own, DatasetFile file) {
    List<ColumnOrigin> origins = new ArrayList<>(wanted.size());
    for (int column : wanted) {
      origins.add(
          switch (columns.get(column)) {
            case TableColumn.InFiles _ -> inFile(column, positions[column], own, file);
            case TableColumn.Unreadable(String why) -> throw unreadable(column, why);
            case TableColumn.Partition(int key) ->
                new ColumnOrigin.Constant(file.partition().get(key));
            case TableColumn.FilePath() -> new ColumnOrigin.Constant(path(file));
            case TableColumn.RowNumber() -> new ColumnOrigin.Stored(ScanRequest.ROW_NUMBER);
            case TableColumn.RowLocator() -> new ColumnOrigin.Stored(ScanRequest.ROW_LOCATOR);
          });
    }
    return origins;
  }

  private ColumnOrigin inFile(int column, int position, Schema own, DatasetFile file) {
    if (position == CANNOT_READ) {
      throw unreadable(
          column, "file " + file.file().path() + ": it is of a form that cannot be read");
    }
    if (position < 0) {
      return MISSING;
    }
    DataType from = own.field(position).type();
    if (from instanceof DataType.Null) {
      return MISSING;
    }
    return from.equals(schema.field(column).type())
        ? new ColumnOrigin.Stored(position)
        : new ColumnOrigin.Converted(position, from);
  }

  private HeddleException unreadable(int column, String why) {
    return new HeddleException(
        ErrorCode.UNSUPPORTED,
        "Cannot read column \""
            + schema.field(column).name()
            + "\", "
            + why
            + Schema.WITHOUT_UNREADABLE);
  }

  static Optional<ScanValue> path(DatasetFile file) {
    return Optional.of(new ScanValue.Bytes(file.file().path().getBytes(StandardCharsets.UTF_8)));
  }

  private HeddleException mismatch(InspectedFile second, String what, String wayOut) {
    return new HeddleException(
        ErrorCode.SCHEMA_MISMATCH,
        "Cannot read "
            + first
            + " and "
            + second.file().path()
            + " as one table: "
            + what
            + "; "
            + wayOut);
  }
}
