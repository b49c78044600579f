package dev.heddle.planner.types;

import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Uuids;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Makes exactly the SQL types that {@link DataType} has, whatever is asked for: text without length
 * or padding, one interval type, timestamps in microseconds or nanoseconds, UUIDs as 16 bytes (the
 * order of Calcite's own UUIDs is that of signed words), JSON and unsigned integers as {@link
 * OpaqueType}s. Types meet as {@link TypeCoercion} specifies. One factory a query; not thread-safe.
 */
public final class HeddleTypeFactory extends SqlTypeFactoryImpl {
  private final Map<DataType, RelDataType> nullable = new HashMap<>();
  private final Map<DataType, RelDataType> notNull = new HashMap<>();

  /** Makes a factory. */
  public HeddleTypeFactory() {
    super(HeddleTypeSystem.INSTANCE);
  }

  /** Returns the cached type of one without parts: each expression asks for some. */
  RelDataType known(ExprType type) {
    Map<DataType, RelDataType> types = type.nullable() ? nullable : notNull;
    RelDataType known = types.get(type.type());
    if (known == null) {
      known = TypeMapping.made(this, type);
      types.put(type.type(), known);
    }
    return known;
  }

  @Override
  public Charset getDefaultCharset() {
    return StandardCharsets.UTF_8;
  }

  @Override
  public RelDataType createSqlType(SqlTypeName name) {
    return switch (name) {
      case CHAR, VARCHAR -> text();
      case BINARY, VARBINARY -> bytes();
      case UUID -> super.createSqlType(SqlTypeName.BINARY, Uuids.BYTES);
      case FLOAT -> super.createSqlType(SqlTypeName.DOUBLE);
      case TIMESTAMP_TZ -> createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
      case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          super.createSqlType(name, HeddleTypeSystem.MICROS_DIGITS);
      case DECIMAL ->
          super.createSqlType(
              name, typeSystem.getDefaultPrecision(name), typeSystem.getDefaultScale(name));
      default -> SqlTypeName.INTERVAL_TYPES.contains(name) ? interval() : super.createSqlType(name);
    };
  }

  @Override
  public RelDataType createSqlType(SqlTypeName name, int precision) {
    return switch (name) {
      case CHAR, VARCHAR -> text();
      case BINARY, VARBINARY -> bytes();
      case FLOAT -> super.createSqlType(SqlTypeName.DOUBLE);
      case TIME -> super.createSqlType(name, HeddleTypeSystem.MICROS_DIGITS);
      case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, DATE ->
          super.createSqlType(name);
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          super.createSqlType(name, digits(precision));
      case TIMESTAMP_TZ ->
          super.createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, digits(precision));
      case DECIMAL ->
          precision == RelDataType.PRECISION_NOT_SPECIFIED
              ? createSqlType(name)
              : super.createSqlType(name, precision, 0);
      default -> SqlTypeName.INTERVAL_TYPES.contains(name) ? interval() : super.createSqlType(name);
    };
  }

  @Override
  public RelDataType createSqlType(SqlTypeName name, int precision, int scale) {
    return name == SqlTypeName.DECIMAL && scale != RelDataType.SCALE_NOT_SPECIFIED
        ? super.createSqlType(name, precision, scale)
        : createSqlType(name, precision);
  }

  private static int digits(int precision) {
    return precision > HeddleTypeSystem.MICROS_DIGITS
        ? HeddleTypeSystem.NANOS_DIGITS
        : HeddleTypeSystem.MICROS_DIGITS;
  }

  @Override
  public RelDataType createTypeWithNullability(RelDataType type, boolean isNullable) {
    return type instanceof OpaqueType opaque
        ? canonize(isNullable ? opaque.nullable() : opaque.notNull())
        : super.createTypeWithNullability(type, isNullable);
  }

  private RelDataType text() {
    return super.createSqlType(SqlTypeName.VARCHAR, RelDataType.PRECISION_NOT_SPECIFIED);
  }

  private RelDataType bytes() {
    return super.createSqlType(SqlTypeName.VARBINARY, RelDataType.PRECISION_NOT_SPECIFIED);
  }

  private RelDataType interval() {
    return super.createSqlIntervalType(PlainRexBuilder.INTERVAL);
  }

  @Override
  public RelDataType createSqlIntervalType(SqlIntervalQualifier qualifier) {
    return interval();
  }

  @Override
  public @Nullable RelDataType leastRestrictive(
      List<RelDataType> types, SqlTypeMappingRule mappingRule) {
    if (types.isEmpty() || types.get(0).isStruct()) {
      return super.leastRestrictive(types, mappingRule);
    }
    boolean nullable = false;
    List<DataType> given = new ArrayList<>(types.size());
    for (RelDataType type : types) {
      if (!TypeMapping.isMapped(type)) {
        return super.leastRestrictive(types, mappingRule);
      }
      given.add(TypeMapping.dataType(type));
      nullable |= type.isNullable();
    }
    DataType common = TypeCoercion.commonType(given);
    return common == null ? null : TypeMapping.relType(this, new ExprType(common, nullable));
  }
}
