package dev.heddle.io.scan;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes the needed parts out of nested columns, for readers that decode whole ones. Nothing is
 * copied: the parts are shared.
 */
public final class PrunedColumns {
  private PrunedColumns() {}

  /**
   * Returns a request's column in the type that the request wants it in, with an ownership of its
   * own.
   *
   * @param index position in the request's columns
   * @param column the whole column; lent
   */
  public static Column of(ScanRequest request, int index, Column column) {
    return of(column, request.type(index, column.type()));
  }

  /**
   * Returns a column with the fields that the type has, with an ownership of its own.
   *
   * @param column lent
   * @param type the column's type with some fields of structs left out, at any depth
   */
  public static Column of(Column column, DataType type) {
    if (column.type().equals(type)) {
      return column.retain();
    }
    @Nullable Buffer validity = column.validityBuffer();
    if (type instanceof DataType.Struct(List<Field> fields)
        && column.type() instanceof DataType.Struct whole) {
      Column[] kept = new Column[fields.size()];
      for (int i = 0; i < kept.length; i++) {
        Field field = fields.get(i);
        kept[i] = of(column.child(whole.indexOf(field.name())), field.type());
      }
      return Column.structs(type, column.rows(), validity == null ? null : validity.retain(), kept);
    }
    DataType elements =
        switch (type) {
          case DataType.ListOf(DataType element) -> element;
          case DataType.MapOf map -> map.entry();
          case DataType other ->
              throw new IllegalStateException(
                  "No part of " + column.type().sqlName() + " is " + other.sqlName());
        };
    return Column.lists(
        type,
        column.rows(),
        column.valuesBuffer().retain(),
        validity == null ? null : validity.retain(),
        of(column.child(0), elements));
  }
}
