package dev.heddle.planner.translate;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.util.Optionality;

/**
 * {@code FIRST_VALUE}, {@code LAST_VALUE} and {@code NTH_VALUE} of a type that may always be null:
 * a frame can be short, or what it leaves out all of it.
 */
final class PickOperator extends SqlAggFunction {
  PickOperator(SqlKind kind) {
    super(
        kind.name(),
        null,
        kind,
        ReturnTypes.ARG0,
        null,
        kind == SqlKind.NTH_VALUE ? OperandTypes.ANY_NUMERIC : OperandTypes.ANY,
        SqlFunctionCategory.NUMERIC,
        false,
        true,
        Optionality.FORBIDDEN);
  }

  @Override
  public RelDataType inferReturnType(SqlOperatorBinding binding) {
    return SqlTypeTransforms.FORCE_NULLABLE.transformType(binding, binding.getOperandType(0));
  }

  @Override
  public boolean allowsNullTreatment() {
    return true;
  }
}
