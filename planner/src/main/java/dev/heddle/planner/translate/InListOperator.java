package dev.heddle.planner.translate;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Argument;
import dev.heddle.frame.expr.LiteralReader;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.SqlPositionException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/** {@code x IN (a, b, c)} over values, typed by what all operands meet in. In SQL text only. */
final class InListOperator extends SqlFunction {
  /** The operator; its first operand is looked for among the others. */
  static final InListOperator INSTANCE = new InListOperator();

  private InListOperator() {
    super(
        "IN",
        SqlKind.OTHER_FUNCTION,
        null,
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
  }

  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    List<Argument> arguments = new ArrayList<>();
    boolean nullable = false;
    for (SqlNode operand : call.getOperandList()) {
      RelDataType type = validator.deriveType(scope, operand);
      boolean isText = operand instanceof SqlLiteral literal && isText(literal);
      arguments.add(
          isText
              ? Argument.literal(String.valueOf(((SqlLiteral) operand).toValue()))
              : Argument.of(TypeMapping.dataType(type)));
      nullable |= SqlTypeUtil.containsNullable(type); // as of the = between structs
    }
    DataType common;
    try {
      common = FunctionCalls.inType(arguments);
    } catch (AnalysisException e) {
      throw new SqlPositionException(
          e.getMessage().replaceFirst("^coalesce", "IN"), call.getParserPosition());
    }
    for (SqlNode operand : call.getOperandList()) {
      if (operand instanceof SqlLiteral literal
          && isText(literal)
          && !(common instanceof DataType.Str)
          && !LiteralReader.isReadable(literal.toValue(), common)) {
        throw new SqlPositionException(
            "'" + literal.toValue() + "' is no " + common.sqlName(), operand.getParserPosition());
      }
    }
    RelDataType type = TypeMapping.relType(validator.getTypeFactory(), DataType.BOOL, nullable);
    validator.setValidatedNodeType(call, type);
    return type;
  }

  private static boolean isText(SqlLiteral literal) {
    return literal.getTypeName() == org.apache.calcite.sql.type.SqlTypeName.CHAR;
  }
}
