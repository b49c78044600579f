package dev.heddle.io.parquet;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds a table's columns in one of its files. */
final class FileColumns {
  private FileColumns() {}

  /**
   * Returns for each column of the table its position among {@link ParquetFooter#columns()}.
   *
   * @param first the file that gave the table its schema
   * @throws HeddleException with code {@code SCHEMA_MISMATCH} unless both files have columns of the
   *     same names and types, in any order
   */
  static int[] positions(Schema schema, String first, ParquetFooter footer) {
    List<ParquetColumn> columns = footer.columns();
    int[] positions = new int[schema.size()];
    if (footer.file().path().equals(first)) {
      for (int i = 0; i < positions.length; i++) {
        positions[i] = i;
      }
      return positions;
    }
    Map<String, Integer> byName = new HashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      byName.putIfAbsent(columns.get(i).name(), i);
      if (schema.indexOf(columns.get(i).name()).isEmpty()) {
        throw mismatch(first, footer, "column " + columns.get(i).name() + " is only in the second");
      }
    }
    for (int i = 0; i < positions.length; i++) {
      Field field = schema.field(i);
      Integer position = byName.get(field.name());
      if (position == null) {
        throw mismatch(first, footer, "column " + field.name() + " is only in the first");
      }
      if (!columns.get(position).type().equals(field.type())) {
        throw mismatch(
            first,
            footer,
            "column "
                + field.name()
                + " is "
                + field.type().sqlName()
                + " in the first and "
                + columns.get(position).type().sqlName()
                + " in the second");
      }
      positions[i] = position;
    }
    return positions;
  }

  private static HeddleException mismatch(String first, ParquetFooter second, String what) {
    return new HeddleException(
        ErrorCode.SCHEMA_MISMATCH,
        "Cannot read "
            + first
            + " and "
            + second.file().path()
            + " as one table: "
            + what
            + "; name the files of each schema apart");
  }
}
