package dev.heddle.planner.translate;

import dev.heddle.frame.expr.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * Keeps Calcite from rewriting operands: types meet by the catalogue's rules, and casts are added
 * when calls are converted. It is there because without one the validator takes no bare NULL.
 */
final class NoCoercion implements org.apache.calcite.sql.validate.implicit.TypeCoercion {
  private final RelDataTypeFactory types;

  NoCoercion(RelDataTypeFactory types) {
    this.types = types;
  }

  private @Nullable RelDataType meet(@Nullable RelDataType left, @Nullable RelDataType right) {
    if (left == null
        || right == null
        || !TypeMapping.isMapped(left)
        || !TypeMapping.isMapped(right)) {
      return null;
    }
    DataType common =
        TypeCoercion.commonType(TypeMapping.dataType(left), TypeMapping.dataType(right));
    return common == null
        ? null
        : TypeMapping.relType(types, common, left.isNullable() || right.isNullable());
  }

  @Override
  public @Nullable RelDataType getTightestCommonType(
      @Nullable RelDataType left, @Nullable RelDataType right) {
    return meet(left, right);
  }

  @Override
  public @Nullable RelDataType getWiderTypeForTwo(
      @Nullable RelDataType left, @Nullable RelDataType right, boolean stringPromotion) {
    return meet(left, right);
  }

  @Override
  public @Nullable RelDataType getWiderTypeFor(List<RelDataType> given, boolean stringPromotion) {
    return types.leastRestrictive(given);
  }

  @Override
  public @Nullable RelDataType getWiderTypeForDecimal(
      @Nullable RelDataType left, @Nullable RelDataType right) {
    return meet(left, right);
  }

  @Override
  public @Nullable RelDataType commonTypeForBinaryComparison(
      @Nullable RelDataType left, @Nullable RelDataType right) {
    return meet(left, right);
  }

  @Override
  public boolean rowTypeCoercion(
      @Nullable SqlValidatorScope scope, SqlNode query, int column, RelDataType target) {
    return false;
  }

  @Override
  public boolean inOperationCoercion(SqlCallBinding binding) {
    return false;
  }

  @Override
  public boolean quantifyOperationCoercion(SqlCallBinding binding) {
    return false;
  }

  @Override
  public boolean binaryArithmeticCoercion(SqlCallBinding binding) {
    return false;
  }

  @Override
  public boolean binaryComparisonCoercion(SqlCallBinding binding) {
    return false;
  }

  @Override
  @SuppressWarnings("deprecation") // as Calcite declares it
  public boolean caseWhenCoercion(SqlCallBinding binding) {
    return false;
  }

  @Override
  public boolean caseOrEquivalentCoercion(SqlCallBinding binding) {
    return false;
  }

  @Override
  public boolean builtinFunctionCoercion(
      SqlCallBinding binding, List<RelDataType> operandTypes, List<SqlTypeFamily> families) {
    return false;
  }

  @Override
  public boolean userDefinedFunctionCoercion(
      SqlValidatorScope scope, SqlCall call, SqlFunction function) {
    return false;
  }

  @Override
  public boolean querySourceCoercion(
      @Nullable SqlValidatorScope scope,
      RelDataType sourceRowType,
      RelDataType targetRowType,
      SqlNode query) {
    return false;
  }
}
