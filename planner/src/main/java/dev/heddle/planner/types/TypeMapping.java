package dev.heddle.planner.types;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.schema.TimestampUnit;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rel.type.StructKind;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The map between our types and Calcite's; one to one for types that the planner's own factory
 * made.
 */
public final class TypeMapping {
  /** Represents the empty name, which Calcite takes for a star; a character for private use. */
  public static final String EMPTY_NAME = "\ue000";

  private TypeMapping() {}

  /** Returns Calcite's type of values none of which is null. */
  public static RelDataType notNullType(RelDataTypeFactory factory, DataType type) {
    return relType(factory, new ExprType(type, false));
  }

  /** Returns Calcite's type of values that may be null. */
  public static RelDataType nullableType(RelDataTypeFactory factory, DataType type) {
    return relType(factory, new ExprType(type, true));
  }

  /** Returns Calcite's type. */
  public static RelDataType relType(RelDataTypeFactory factory, ExprType type) {
    return factory instanceof HeddleTypeFactory types && !type.type().isNested()
        ? types.known(type)
        : made(factory, type);
  }

  static RelDataType made(RelDataTypeFactory factory, ExprType type) {
    RelDataType plain =
        switch (type.type()) {
          case DataType.Bool t -> factory.createSqlType(SqlTypeName.BOOLEAN);
          case DataType.Int8 t -> factory.createSqlType(SqlTypeName.TINYINT);
          case DataType.Int16 t -> factory.createSqlType(SqlTypeName.SMALLINT);
          case DataType.Int32 t -> factory.createSqlType(SqlTypeName.INTEGER);
          case DataType.Int64 t -> factory.createSqlType(SqlTypeName.BIGINT);
          case DataType.Float32 t -> factory.createSqlType(SqlTypeName.REAL);
          case DataType.Float64 t -> factory.createSqlType(SqlTypeName.DOUBLE);
          case DataType.Decimal t ->
              factory.createSqlType(SqlTypeName.DECIMAL, t.precision(), t.scale());
          case DataType.Int128 t ->
              factory.createSqlType(SqlTypeName.DECIMAL, DataType.Int128.MAX_DIGITS, 0);
          case DataType.Str t -> factory.createSqlType(SqlTypeName.VARCHAR);
          case DataType.Binary t -> factory.createSqlType(SqlTypeName.VARBINARY);
          case DataType.Json t -> new OpaqueType(t);
          case DataType.Unsigned t -> new OpaqueType(t);
          case DataType.Enumeration t -> new OpaqueType(t);
          case DataType.Uuid t -> factory.createSqlType(SqlTypeName.UUID);
          case DataType.Date t -> factory.createSqlType(SqlTypeName.DATE);
          case DataType.Time t -> factory.createSqlType(SqlTypeName.TIME);
          case DataType.Timestamp t ->
              factory.createSqlType(
                  t.withZone() ? SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE : SqlTypeName.TIMESTAMP,
                  digits(t.unit()));
          case DataType.Interval t -> factory.createSqlType(SqlTypeName.INTERVAL_DAY_SECOND);
          case DataType.ListOf(DataType element) ->
              factory.createArrayType(nullableType(factory, element), -1);
          case DataType.MapOf(DataType key, DataType value) ->
              factory.createMapType(notNullType(factory, key), nullableType(factory, value));
          case DataType.Struct struct ->
              factory.createStructType(
                  StructKind.FULLY_QUALIFIED,
                  struct.fields().stream().map(f -> nullableType(factory, f.type())).toList(),
                  struct.names());
          case DataType.Null t -> factory.createSqlType(SqlTypeName.NULL);
        };
    return factory.createTypeWithNullability(
        plain, type.nullable() || type.type() instanceof DataType.Null);
  }

  /** Returns the digits after the second. */
  public static int digits(TimestampUnit unit) {
    return switch (unit) {
      case MICROS -> HeddleTypeSystem.MICROS_DIGITS;
      case NANOS -> HeddleTypeSystem.NANOS_DIGITS;
    };
  }

  /** Returns the row type of a schema. */
  public static RelDataType rowType(RelDataTypeFactory factory, Schema schema) {
    RelDataTypeFactory.Builder builder = factory.builder();
    for (Field field : schema.fields()) {
      String name = field.name().isEmpty() ? EMPTY_NAME : field.name();
      builder.add(name, relType(factory, new ExprType(field.type(), field.nullable())));
    }
    return builder.build();
  }

  /** Returns the schema of a row type. */
  public static Schema schema(RelDataType rowType) {
    List<Field> fields = new ArrayList<>();
    for (RelDataTypeField field : rowType.getFieldList()) {
      String name = field.getName().equals(EMPTY_NAME) ? "" : field.getName();
      fields.add(new Field(name, dataType(field.getType()), field.getType().isNullable()));
    }
    return new Schema(fields);
  }

  /** Returns whether {@link #dataType} knows the type. */
  public static boolean isMapped(RelDataType type) {
    SqlTypeName name = type.getSqlTypeName();
    return switch (name) {
      case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, REAL, FLOAT, DOUBLE, DECIMAL -> true;
      case CHAR, VARCHAR, BINARY, VARBINARY, DATE, TIME, TIMESTAMP -> true;
      case VARIANT -> type instanceof OpaqueType;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ, NULL, UNKNOWN -> true;
      case ARRAY -> isMapped(type.getComponentType());
      case MAP -> isMapped(type.getKeyType()) && isMapped(type.getValueType());
      case ROW -> type.getFieldList().stream().allMatch(f -> isMapped(f.getType()));
      default -> SqlTypeName.INTERVAL_TYPES.contains(name);
    };
  }

  /**
   * Returns our type.
   *
   * @throws HeddleException if there is none, such as for multisets
   */
  public static DataType dataType(RelDataType type) {
    SqlTypeName name = type.getSqlTypeName();
    return switch (name) {
      case BOOLEAN -> DataType.BOOL;
      case TINYINT -> DataType.INT8;
      case SMALLINT -> DataType.INT16;
      case INTEGER -> DataType.INT32;
      case BIGINT -> DataType.INT64;
      case REAL -> DataType.FLOAT32;
      case FLOAT, DOUBLE -> DataType.FLOAT64;
      case DECIMAL -> decimal(type);
      case CHAR, VARCHAR -> DataType.STRING;
      case VARBINARY -> DataType.BINARY;
      case BINARY -> DataType.UUID;
      case VARIANT -> ((OpaqueType) type).type();
      case DATE -> DataType.DATE;
      case TIME -> DataType.TIME;
      case TIMESTAMP -> timestamp(type, false);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ -> timestamp(type, true);
      case NULL, UNKNOWN -> DataType.NULL;
      case ARRAY -> new DataType.ListOf(dataType(type.getComponentType()));
      case MAP -> new DataType.MapOf(dataType(type.getKeyType()), dataType(type.getValueType()));
      case ROW ->
          new DataType.Struct(
              type.getFieldList().stream()
                  .map(f -> Field.of(f.getName(), dataType(f.getType())))
                  .toList());
      default -> {
        if (SqlTypeName.INTERVAL_TYPES.contains(name)) {
          yield DataType.INTERVAL;
        }
        throw new HeddleException(
            ErrorCode.UNSUPPORTED, "Cannot use type " + type + ": it is not supported");
      }
    };
  }

  /** Integers of 128 bits are the decimals of one digit more than ours have. */
  private static DataType decimal(RelDataType type) {
    if (type.getPrecision() == DataType.Int128.MAX_DIGITS && type.getScale() == 0) {
      return DataType.INT128;
    }
    int precision = Math.clamp(type.getPrecision(), 1, DataType.Decimal.MAX_PRECISION);
    int scale = Math.max(0, type.getScale());
    return new DataType.Decimal(Math.max(precision, scale), scale);
  }

  private static DataType timestamp(RelDataType type, boolean withZone) {
    return new DataType.Timestamp(
        type.getPrecision() > HeddleTypeSystem.MICROS_DIGITS
            ? TimestampUnit.NANOS
            : TimestampUnit.MICROS,
        withZone);
  }
}
