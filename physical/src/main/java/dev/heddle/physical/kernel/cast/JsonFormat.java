package dev.heddle.physical.kernel.cast;

import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.physical.kernel.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;

/**
 * Writes values as JSON: numbers and booleans as such, floats and decimals of up to 15 digits as
 * the number of 64 bits that is nearest, lists and rows as arrays, structs and maps as objects,
 * JSON without blanks, and all others as the text that a cast gives. Not-a-number and infinities
 * are {@code NaN}, {@code Infinity} and {@code -Infinity}, which few other programs read. Used by
 * one thread.
 */
public final class JsonFormat {
  private static final int DOUBLE_DIGITS = 15;

  private final DataType type;
  private final TextFormat scalars;
  private final JsonFormat[] parts;

  /** Makes a format of values of a type. */
  public JsonFormat(DataType type, ZoneId zone) {
    this.type = type;
    this.scalars = new TextFormat(type, zone);
    List<DataType> children = Layout.childTypes(type);
    this.parts = new JsonFormat[children.size()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = new JsonFormat(children.get(i), zone);
    }
  }

  /** Appends the value at a row, null among them. */
  public void write(Column column, int row, StringBuilder target) {
    if (column.isNull(row)) {
      target.append("null");
      return;
    }
    if (column.isDictionary()) {
      write(column.dictionary(), column.code(row), target);
      return;
    }
    switch (type) {
      case DataType.Bool _,
          DataType.Int8 _,
          DataType.Int16 _,
          DataType.Int32 _,
          DataType.Int64 _,
          DataType.Int128 _,
          DataType.Unsigned _ ->
          target.append(text(column, row));
      case DataType.Decimal decimal -> {
        String digits = text(column, row);
        target.append(
            decimal.precision() > DOUBLE_DIGITS
                ? digits
                : JsonText.number(Double.parseDouble(digits)));
      }
      case DataType.Float32 _, DataType.Float64 _ ->
          target.append(JsonText.number(column.doubleAt(row)));
      case DataType.Json _ -> target.append(JsonText.compact(text(column, row)));
      case DataType.Str _,
          DataType.Binary _,
          DataType.Uuid _,
          DataType.Enumeration _,
          DataType.Date _,
          DataType.Time _,
          DataType.Timestamp _,
          DataType.Interval _ ->
          JsonText.putText(text(column, row), target);
      case DataType.ListOf _ -> {
        int start = column.listStart(row);
        for (int i = 0; i < column.listLength(row); i++) {
          target.append(i == 0 ? '[' : ',');
          parts[0].write(column.child(0), start + i, target);
        }
        target.append(column.listLength(row) == 0 ? "[]" : "]");
      }
      case DataType.MapOf _ -> {
        int start = column.listStart(row);
        Column entries = column.child(0);
        for (int i = 0; i < column.listLength(row); i++) {
          target.append(i == 0 ? '{' : ',');
          JsonText.putText(parts[0].parts[0].key(entries.child(0), start + i), target);
          target.append(':');
          parts[0].parts[1].write(entries.child(1), start + i, target);
        }
        target.append(column.listLength(row) == 0 ? "{}" : "}");
      }
      case DataType.Struct struct -> {
        boolean isRow = TypeCoercion.isRow(struct);
        target.append(isRow ? '[' : '{');
        for (int i = 0; i < parts.length; i++) {
          target.append(i == 0 ? "" : ",");
          if (!isRow) {
            JsonText.putText(struct.fields().get(i).name(), target);
            target.append(':');
          }
          parts[i].write(column.child(i), row, target);
        }
        target.append(isRow ? ']' : '}');
      }
      case DataType.Null _ -> target.append("null");
    }
  }

  private String key(Column column, int row) {
    return column.isDictionary() ? key(column.dictionary(), column.code(row)) : text(column, row);
  }

  private String text(Column column, int row) {
    int length = scalars.write(column, row);
    return new String(scalars.bytes(), 0, length, StandardCharsets.UTF_8);
  }
}
