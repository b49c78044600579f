package dev.heddle.planner.translate;

import dev.heddle.frame.expr.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.SqlPositionException;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlCastFunction;

/**
 * {@code CAST}, {@code TRY_CAST} and {@code SAFE_CAST} between the types that the catalogue allows.
 */
final class SqlCastOperator extends SqlCastFunction {
  SqlCastOperator(String name, SqlKind kind) {
    super(name, kind);
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
