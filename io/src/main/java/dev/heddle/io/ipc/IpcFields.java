package dev.heddle.io.ipc;

import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * The Arrow fields of blocks that only Heddle reads: as those of results, but decimals of up to 18
 * digits stay integers of 64 bits, and unsigned integers and UUIDs the wider signed ones that
 * columns have.
 */
final class IpcFields {
  private IpcFields() {}

  static List<Field> of(List<DataType> types) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      fields.add(field("c" + i, types.get(i)));
    }
    return fields;
  }

  private static Field field(String name, DataType type) {
    ArrowType arrow =
        switch (type) {
          case DataType.Decimal decimal when decimal.fitsLong() -> new ArrowType.Int(64, true);
          case DataType.Unsigned unsigned -> ArrowTypes.toArrow(unsigned.signed());
          case DataType.Enumeration _ -> new ArrowType.Int(Integer.SIZE, true);
          case DataType.Uuid _ -> new ArrowType.Decimal(DataType.Decimal.MAX_PRECISION, 0, 128);
          case DataType _ -> ArrowTypes.toArrow(type);
        };
    List<Field> children =
        switch (type) {
          case DataType.ListOf(DataType element) -> List.of(field("item", element));
          case DataType.MapOf map -> List.of(field("entries", map.entry()));
          case DataType.Struct(List<dev.heddle.frame.schema.Field> fields) ->
              fields.stream().map(f -> field(f.name(), f.type())).toList();
          case DataType _ -> List.of();
        };
    return new Field(name, FieldType.nullable(arrow), children);
  }
}
