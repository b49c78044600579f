package dev.heddle.planner.translate;

import dev.heddle.frame.expr.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.SqlPositionException;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlCastFunction;

/**
 * {@code CAST}, {@code TRY_CAST} and {@code SAFE_CAST} between the types that the catalogue allows.
 */
final class SqlCastOperator extends SqlCastFunction {
  SqlCastOperator(String name, SqlKind kind) {
    super(name, kind);
  }

  @Override
  public RelDataType inferReturnType(SqlOperatorBinding binding) {
    boolean nullable = getKind() == SqlKind.SAFE_CAST || binding.getOperandType(0).isNullable();
    DataType type = TypeMapping.dataType(binding.getOperandType(1));
    RelDataType result = TypeMapping.relType(binding.getTypeFactory(), type, nullable);
    if (binding instanceof SqlCallBinding call && SqlUtil.isNullLiteral(call.operand(0), false)) {
      call.getValidator().setValidatedNodeType(call.operand(0), result);
    }
    return result;
  }

  @Override
  public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
    DataType from = TypeMapping.dataType(binding.getOperandType(0));
    DataType to = TypeMapping.dataType(binding.getOperandType(1));
    if (TypeCoercion.canCast(from, to)) {
      return true;
    }
    if (throwOnFailure) {
      throw new SqlPositionException(
          "there is no cast from " + from.sqlName() + " to " + to.sqlName(),
          binding.getCall().getParserPosition());
    }
    return false;
  }
}
