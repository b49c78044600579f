package dev.heddle.planner.translate;

import dev.heddle.frame.expr.Argument;
import dev.heddle.frame.expr.CatalogueFunction;
import dev.heddle.frame.expr.ScalarFunction;
import dev.heddle.frame.expr.UserFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.types.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.SqlReturnTypeInference;

/** Types a call by the catalogue: what it gives, and whether that may be null. */
record CatalogueTyping(CatalogueFunction function) implements SqlReturnTypeInference {
  private boolean isTextLiteral(SqlOperatorBinding binding, int index, DataType type) {
    return (function instanceof ScalarFunction
            || function instanceof UserFunction) // others: not told
        && type instanceof DataType.Str
        && binding.isOperandLiteral(index, false);
  }

  @Override
  public RelDataType inferReturnType(SqlOperatorBinding binding) {
    List<Argument> arguments = new ArrayList<>(binding.getOperandCount());
    boolean any = false;
    boolean all = true;
    for (int i = 0; i < binding.getOperandCount(); i++) {
      DataType type = TypeMapping.dataType(binding.getOperandType(i));
      arguments.add(
          isTextLiteral(binding, i, type)
              ? Argument.literal(binding.getOperandLiteralValue(i, String.class))
              : Argument.of(type));
      boolean nullable = binding.getOperandType(i).isNullable();
      any |= nullable;
      all &= nullable;
    }
    return TypeMapping.relType(
        binding.getTypeFactory(),
        function.resolve(arguments).resultType(),
        function.nullRule().isNullable(any, all));
  }
}
