package dev.heddle.io.parquet.write;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.frame.schema.Uuids;
import java.util.List;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/** The types that columns have in files that we write. */
final class WrittenTypes {
  /** The most digits of a decimal that is written as int32. */
  static final int MAX_PRECISION_32 = 9;

  /** The repeated field of a list. */
  static final String LIST = "list";

  /** What the repeated field of a list holds. */
  static final String ELEMENT = "element";

  /** The repeated field of a map. */
  static final String ENTRIES = "key_value";

  private static final int INT128_BYTES = 17; // those of 16 have 38 digits at most

  private WrittenTypes() {}

  /** Returns the schema of a file. */
  static MessageType of(Schema schema) {
    Types.MessageTypeBuilder builder = Types.buildMessage();
    for (Field field : schema.fields()) {
      builder.addField(typeOf(field));
    }
    return builder.named("schema");
  }

  private static Type typeOf(Field field) {
    boolean optional = field.nullable() || field.type() instanceof DataType.Null;
    return switch (field.type()) {
      case DataType.Bool _ -> of(PrimitiveTypeName.BOOLEAN, null, 0, optional, field);
      case DataType.Int8 _ -> of(PrimitiveTypeName.INT32, intType(8), 0, optional, field);
      case DataType.Int16 _ -> of(PrimitiveTypeName.INT32, intType(16), 0, optional, field);
      case DataType.Int32 _ -> of(PrimitiveTypeName.INT32, intType(32), 0, optional, field);
      case DataType.Int64 _ -> of(PrimitiveTypeName.INT64, intType(64), 0, optional, field);
      case DataType.Unsigned(int bits) ->
          of(
              bits == Long.SIZE ? PrimitiveTypeName.INT64 : PrimitiveTypeName.INT32,
              LogicalTypeAnnotation.intType(bits, false),
              0,
              optional,
              field);
      case DataType.Int128 _ ->
          of(
              PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY,
              LogicalTypeAnnotation.decimalType(0, DataType.Int128.MAX_DIGITS),
              INT128_BYTES,
              optional,
              field);
      case DataType.Float32 _ -> of(PrimitiveTypeName.FLOAT, null, 0, optional, field);
      case DataType.Float64 _ -> of(PrimitiveTypeName.DOUBLE, null, 0, optional, field);
      case DataType.Decimal d -> decimalType(d, optional, field);
      case DataType.Str _ ->
          of(PrimitiveTypeName.BINARY, LogicalTypeAnnotation.stringType(), 0, optional, field);
      case DataType.Enumeration _ ->
          of(PrimitiveTypeName.BINARY, LogicalTypeAnnotation.enumType(), 0, optional, field);
      case DataType.Json _ ->
          of(PrimitiveTypeName.BINARY, LogicalTypeAnnotation.jsonType(), 0, optional, field);
      case DataType.Uuid _ ->
          of(
              PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY,
              LogicalTypeAnnotation.uuidType(),
              Uuids.BYTES,
              optional,
              field);
      case DataType.Binary _ -> of(PrimitiveTypeName.BINARY, null, 0, optional, field);
      case DataType.Date _ ->
          of(PrimitiveTypeName.INT32, LogicalTypeAnnotation.dateType(), 0, optional, field);
      case DataType.Time _ ->
          of(
              PrimitiveTypeName.INT64,
              LogicalTypeAnnotation.timeType(false, TimeUnit.MICROS),
              0,
              optional,
              field);
      case DataType.Timestamp t ->
          of(
              PrimitiveTypeName.INT64,
              LogicalTypeAnnotation.timestampType(
                  t.withZone(),
                  t.unit() == TimestampUnit.MICROS ? TimeUnit.MICROS : TimeUnit.NANOS),
              0,
              optional,
              field);
      case DataType.Interval _ ->
          of(
              PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY,
              LogicalTypeAnnotation.IntervalLogicalTypeAnnotation.getInstance(),
              12,
              optional,
              field);
      case DataType.Null _ -> of(PrimitiveTypeName.INT32, null, 0, optional, field);
      case DataType.ListOf(DataType element) ->
          group(optional)
              .as(LogicalTypeAnnotation.listType())
              .addField(Types.repeatedGroup().addField(nullable(ELEMENT, element)).named(LIST))
              .named(field.name());
      case DataType.MapOf(DataType key, DataType value) ->
          group(optional)
              .as(LogicalTypeAnnotation.mapType())
              .addField(
                  Types.repeatedGroup()
                      .addField(typeOf(new Field(DataType.MapOf.KEY, key, false)))
                      .addField(nullable(DataType.MapOf.VALUE, value))
                      .named(ENTRIES))
              .named(field.name());
      case DataType.Struct(List<Field> fields) -> {
        Types.GroupBuilder<GroupType> struct = group(optional);
        for (Field inner : fields) {
          struct.addField(typeOf(inner));
        }
        yield struct.named(field.name());
      }
    };
  }

  private static Type nullable(String name, DataType type) {
    return typeOf(Field.of(name, type));
  }

  private static Types.GroupBuilder<GroupType> group(boolean optional) {
    return optional ? Types.optionalGroup() : Types.requiredGroup();
  }

  private static LogicalTypeAnnotation intType(int bits) {
    return LogicalTypeAnnotation.intType(bits, true);
  }

  private static Type decimalType(DataType.Decimal type, boolean optional, Field field) {
    LogicalTypeAnnotation annotation =
        LogicalTypeAnnotation.decimalType(type.scale(), type.precision());
    if (type.precision() <= MAX_PRECISION_32) {
      return of(PrimitiveTypeName.INT32, annotation, 0, optional, field);
    }
    if (type.fitsLong()) {
      return of(PrimitiveTypeName.INT64, annotation, 0, optional, field);
    }
    return of(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, annotation, 16, optional, field);
  }

  private static Type of(
      PrimitiveTypeName name,
      @Nullable LogicalTypeAnnotation annotation,
      int length,
      boolean optional,
      Field field) {
    return (optional ? Types.optional(name) : Types.required(name))
        .length(length)
        .as(annotation)
        .named(field.name());
  }
}
