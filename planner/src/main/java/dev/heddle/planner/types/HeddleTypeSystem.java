package dev.heddle.planner.types;

import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.Argument;
import dev.heddle.frame.expr.catalogue.CatalogueFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import java.math.RoundingMode;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * The limits and derivations of types, as the function catalogue has them: decimals of 38 digits,
 * sums that widen, averages as DOUBLE, times in microseconds by default. Stateless.
 */
public final class HeddleTypeSystem extends RelDataTypeSystemImpl {
  /** The one there is. */
  public static final HeddleTypeSystem INSTANCE = new HeddleTypeSystem();

  /** Digits after the second of a moment in microseconds. */
  public static final int MICROS_DIGITS = 6;

  /** Digits after the second of a moment in nanoseconds. */
  public static final int NANOS_DIGITS = 9;

  private static final int DEFAULT_DECIMAL_PRECISION = 18;
  private static final int DEFAULT_DECIMAL_SCALE = 3;

  private HeddleTypeSystem() {}

  @Override
  public int getMaxPrecision(SqlTypeName typeName) {
    return switch (typeName) {
      case DECIMAL -> DataType.Int128.MAX_DIGITS;
      case CHAR, VARCHAR, BINARY, VARBINARY -> RelDataType.PRECISION_NOT_SPECIFIED;
      case TIME,
          TIMESTAMP,
          TIME_WITH_LOCAL_TIME_ZONE,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE,
          TIMESTAMP_TZ ->
          NANOS_DIGITS;
      default -> super.getMaxPrecision(typeName);
    };
  }

  @Override
  public int getMaxScale(SqlTypeName typeName) {
    return typeName == SqlTypeName.DECIMAL
        ? DataType.Decimal.MAX_PRECISION
        : super.getMaxScale(typeName);
  }

  @Override
  public int getDefaultPrecision(SqlTypeName typeName) {
    return switch (typeName) {
      case DECIMAL -> DEFAULT_DECIMAL_PRECISION;
      case CHAR, VARCHAR, BINARY, VARBINARY -> RelDataType.PRECISION_NOT_SPECIFIED;
      case TIME,
          TIMESTAMP,
          TIME_WITH_LOCAL_TIME_ZONE,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE,
          TIMESTAMP_TZ ->
          MICROS_DIGITS;
      default -> super.getDefaultPrecision(typeName);
    };
  }

  @Override
  public int getDefaultScale(SqlTypeName typeName) {
    return typeName == SqlTypeName.DECIMAL
        ? DEFAULT_DECIMAL_SCALE
        : super.getDefaultScale(typeName);
  }

  @Override
  public RoundingMode roundingMode() {
    return RoundingMode.HALF_UP;
  }

  @Override
  public boolean shouldConvertRaggedUnionTypesToVarying() {
    return true;
  }

  @Override
  public RelDataType deriveSumType(RelDataTypeFactory factory, RelDataType argument) {
    RelDataType result = derive(factory, AggregateFunction.SUM, argument);
    return result == null ? argument : result;
  }

  @Override
  public RelDataType deriveAvgAggType(RelDataTypeFactory factory, RelDataType argument) {
    RelDataType result = derive(factory, AggregateFunction.AVG, argument);
    return result == null ? argument : result;
  }

  @Override
  public RelDataType deriveRankType(RelDataTypeFactory factory) {
    return factory.createSqlType(SqlTypeName.BIGINT);
  }

  @Override
  public RelDataType deriveFractionalRankType(RelDataTypeFactory factory) {
    return factory.createSqlType(SqlTypeName.DOUBLE);
  }

  @Override
  public @Nullable RelDataType deriveDecimalPlusType(
      RelDataTypeFactory factory, RelDataType left, RelDataType right) {
    return deriveDecimal(factory, ScalarFunction.ADD, left, right);
  }

  @Override
  public @Nullable RelDataType deriveDecimalMultiplyType(
      RelDataTypeFactory factory, RelDataType left, RelDataType right) {
    return deriveDecimal(factory, ScalarFunction.MULTIPLY, left, right);
  }

  @Override
  public @Nullable RelDataType deriveDecimalDivideType(
      RelDataTypeFactory factory, RelDataType left, RelDataType right) {
    return deriveDecimal(factory, ScalarFunction.DIVIDE, left, right);
  }

  @Override
  public @Nullable RelDataType deriveDecimalModType(
      RelDataTypeFactory factory, RelDataType left, RelDataType right) {
    return deriveDecimal(factory, ScalarFunction.MODULO, left, right);
  }

  private static @Nullable RelDataType deriveDecimal(
      RelDataTypeFactory factory, ScalarFunction function, RelDataType left, RelDataType right) {
    boolean exact = SqlTypeUtil.isExactNumeric(left) && SqlTypeUtil.isExactNumeric(right);
    boolean decimal = SqlTypeUtil.isDecimal(left) || SqlTypeUtil.isDecimal(right);
    return exact && decimal ? derive(factory, function, left, right) : null;
  }

  private static @Nullable RelDataType derive(
      RelDataTypeFactory factory, CatalogueFunction function, RelDataType... arguments) {
    List<Argument> types = new java.util.ArrayList<>();
    boolean nullable = false;
    for (RelDataType argument : arguments) {
      types.add(Argument.of(TypeMapping.dataType(argument)));
      nullable |= argument.isNullable();
    }
    try {
      return TypeMapping.relType(
          factory, new ExprType(function.resolve(types).resultType(), nullable));
    } catch (dev.heddle.frame.error.AnalysisException e) {
      return null; // the operand checker words the error
    }
  }
}
