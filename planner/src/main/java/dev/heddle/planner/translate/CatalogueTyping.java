package dev.heddle.planner.translate;

import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.expr.catalogue.Argument;
import dev.heddle.frame.expr.catalogue.CatalogueFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.types.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.SqlReturnTypeInference;

/** Types a call by the catalogue: what it gives, and whether that may be null. */
record CatalogueTyping(CatalogueFunction function) implements SqlReturnTypeInference {
  private Argument argument(SqlOperatorBinding binding, int index) {
    DataType type = TypeMapping.dataType(binding.getOperandType(index));
    boolean isScalar = function instanceof ScalarFunction || function instanceof UserFunction;
    if (!isScalar || !binding.isOperandLiteral(index, false)) { // others: not passed
      return Argument.of(type);
    }
    if (type instanceof DataType.Str) {
      return Argument.literal(binding.getOperandLiteralValue(index, String.class));
    }
    Long whole = type.isInteger() ? binding.getOperandLiteralValue(index, Long.class) : null;
    return whole == null ? Argument.of(type) : Argument.literal(type, whole);
  }

  @Override
  public RelDataType inferReturnType(SqlOperatorBinding binding) {
    List<Argument> arguments = new ArrayList<>(binding.getOperandCount());
    int nullable = 0;
    for (int i = 0; i < binding.getOperandCount(); i++) {
      arguments.add(argument(binding, i));
      nullable += binding.getOperandType(i).isNullable() ? 1 : 0;
    }
    return TypeMapping.relType(
        binding.getTypeFactory(),
        new ExprType(
            function.resolve(arguments).resultType(),
            function.nullRule().isNullable(nullable, arguments.size())));
  }
}
