package dev.heddle.io.text;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Columns of text files. */
public final class TextSchemas {
  private TextSchemas() {}

  /** Returns the columns with the one for bad rows at the end, if they are collected. */
  public static Schema withBadRows(Schema schema, BadRows badRows) {
    if (!(badRows instanceof BadRows.Collect(String column))) {
      return schema;
    }
    if (schema.indexOf(column).isPresent()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot collect bad rows into column "
              + column
              + ": the file has one of that name; choose another");
    }
    List<Field> fields = new ArrayList<>(schema.fields());
    fields.add(Field.of(column, DataType.STRING));
    return new Schema(fields);
  }

  /** Returns a file's columns with the types that a table's columns of the same names have. */
  public static Schema conform(Schema file, Schema table) {
    List<Field> fields = new ArrayList<>();
    for (Field field : file.fields()) {
      OptionalInt position = table.indexOf(field.name());
      fields.add(
          position.isEmpty()
              ? field
              : Field.of(field.name(), table.field(position.getAsInt()).type()));
    }
    return new Schema(fields);
  }
}
