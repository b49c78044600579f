package dev.heddle.io.ipc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.jspecify.annotations.Nullable;

/**
 * The fields that a file's metadata describes. Extension types are those that they are stored as,
 * with their names in the metadata of the field; decimals may have 32 and 64 bits, which Arrow's
 * own conversion does not know.
 */
final class IpcFileSchema {
  private IpcFileSchema() {}

  /** Returns the columns of a schema. */
  static List<Field> fields(Schema schema) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < schema.fieldsLength(); i++) {
      fields.add(field(schema.fields(i)));
    }
    return fields;
  }

  private static Field field(org.apache.arrow.flatbuf.Field field) {
    List<Field> children = new ArrayList<>();
    for (int i = 0; i < field.childrenLength(); i++) {
      children.add(field(field.children(i)));
    }
    String name = field.name() == null ? "" : field.name();
    Map<String, String> metadata = metadata(field.customMetadataLength(), field::customMetadata);
    return new Field(
        name,
        new FieldType(field.nullable(), type(field, name), dictionary(field), metadata),
        children);
  }

  private static ArrowType type(org.apache.arrow.flatbuf.Field field, String name) {
    if (field.typeType() == Type.Decimal) {
      Decimal decimal = (Decimal) field.type(new Decimal());
      return new ArrowType.Decimal(
          decimal.precision(), decimal.scale(), checkedWidth(decimal.bitWidth(), name));
    }
    try {
      return ArrowType.getTypeForField(field);
    } catch (UnsupportedOperationException e) {
      throw new IpcCorruptException(
          "column \"" + name + "\" has a type of the unknown kind " + field.typeType());
    }
  }

  private static int checkedWidth(int bits, String name) {
    if (bits != 32 && bits != 64 && bits != 128 && bits != 256) {
      throw new IpcCorruptException("column \"" + name + "\" has decimals of " + bits + " bits");
    }
    return bits;
  }

  private static @Nullable DictionaryEncoding dictionary(org.apache.arrow.flatbuf.Field field) {
    org.apache.arrow.flatbuf.DictionaryEncoding encoding = field.dictionary();
    if (encoding == null) {
      return null;
    }
    Int index = encoding.indexType();
    return new DictionaryEncoding(
        encoding.id(),
        encoding.isOrdered(),
        index == null
            ? new ArrowType.Int(32, true)
            : new ArrowType.Int(index.bitWidth(), index.isSigned()));
  }

  private static Map<String, String> metadata(int count, IntFunction<KeyValue> entry) {
    Map<String, String> metadata = new HashMap<>(); // looked up, never iterated
    for (int i = 0; i < count; i++) {
      KeyValue each = entry.apply(i);
      if (each.key() != null && each.value() != null) {
        metadata.put(each.key(), each.value());
      }
    }
    return metadata;
  }
}
