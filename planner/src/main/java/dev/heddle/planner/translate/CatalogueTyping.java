package dev.heddle.planner.translate;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Argument;
import dev.heddle.frame.expr.CatalogueFunction;
import dev.heddle.frame.expr.LiteralReader;
import dev.heddle.frame.expr.ScalarFunction;
import dev.heddle.frame.expr.Signature;
import dev.heddle.frame.expr.UserFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.SqlPositionException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;

/**
 * Types a SQL operator by the catalogue: what it takes, what it gives, and whether that may be
 * null.
 */
record CatalogueTyping(CatalogueFunction function)
    implements SqlReturnTypeInference, SqlOperandTypeChecker {

  private Signature signature(SqlOperatorBinding binding) {
    List<Argument> arguments = new ArrayList<>(binding.getOperandCount());
    for (int i = 0; i < binding.getOperandCount(); i++) {
      DataType type = TypeMapping.dataType(binding.getOperandType(i));
      arguments.add(
          isTextLiteral(binding, i, type)
              ? Argument.literal(binding.getOperandLiteralValue(i, String.class))
              : Argument.of(type));
    }
    return FieldNames.function(function, arguments)
        .resolve(FieldNames.matched(function, arguments));
  }

  private boolean isTextLiteral(SqlOperatorBinding binding, int index, DataType type) {
    return (function instanceof ScalarFunction
            || function instanceof UserFunction) // others: not told
        && type instanceof DataType.Str
        && binding.isOperandLiteral(index, false);
  }

  @Override
  public RelDataType inferReturnType(SqlOperatorBinding binding) {
    boolean any = false;
    boolean all = true;
    for (int i = 0; i < binding.getOperandCount(); i++) {
      boolean nullable = binding.getOperandType(i).isNullable();
      any |= nullable;
      all &= nullable;
    }
    return TypeMapping.relType(
        binding.getTypeFactory(),
        signature(binding).resultType(),
        function.nullRule().isNullable(any, all));
  }

  @Override
  public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
    try {
      Signature signature = signature(binding);
      for (int i = 0; i < binding.getOperandCount(); i++) {
        checkReadable(binding, i, signature.argumentTypes().get(i));
      }
      return true;
    } catch (AnalysisException e) {
      if (throwOnFailure) {
        throw new SqlPositionException(e.getMessage(), binding.getCall().getParserPosition());
      }
      return false;
    }
  }

  private void checkReadable(SqlCallBinding binding, int index, DataType type) {
    DataType given = TypeMapping.dataType(binding.getOperandType(index));
    if (type instanceof DataType.Str || !isTextLiteral(binding, index, given)) {
      return;
    }
    String text = binding.getOperandLiteralValue(index, String.class);
    if (!LiteralReader.isReadable(text, type)) {
      SqlNode operand = binding.operand(index);
      throw new SqlPositionException(
          "'" + text + "' is no " + type.sqlName(), operand.getParserPosition());
    }
  }

  @Override
  public SqlOperandCountRange getOperandCountRange() {
    return function.maxArguments() == CatalogueFunction.UNBOUNDED
        ? SqlOperandCountRanges.from(function.minArguments())
        : SqlOperandCountRanges.between(function.minArguments(), function.maxArguments());
  }

  @Override
  public String getAllowedSignatures(SqlOperator operator, String name) {
    return name + "(...)";
  }
}
