package dev.heddle.planner.translate;

import dev.heddle.frame.expr.Argument;
import dev.heddle.frame.expr.ScalarFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.StandardConvertletTable;

/** Turns calls in SQL text into calls in plans, typed and cast by the catalogue. Stateless. */
final class SqlConvertlets implements SqlRexConvertletTable {
  static final SqlConvertlets INSTANCE = new SqlConvertlets();

  private SqlConvertlets() {}

  @Override
  public SqlRexConvertlet get(SqlCall call) {
    if (call.getOperator() instanceof InListOperator) {
      return SqlConvertlets::inList;
    }
    if (call.getOperator() instanceof SqlCastOperator) {
      return SqlConvertlets::cast;
    }
    if (SqlKind.AVG_AGG_FUNCTIONS.contains(call.getKind())) {
      // Calcite's own would write averages and variances out as sums and counts.
      return (context, c) ->
          context
              .getRexBuilder()
              .makeCall(
                  context.getValidator().getValidatedNodeType(c),
                  c.getOperator(),
                  operands(context, c));
    }
    if (call.getKind() == SqlKind.CASE) {
      return SqlConvertlets::caseOf;
    }
    if (call.getOperator() instanceof UserFunctionOperator operator) {
      return (context, c) ->
          FunctionCalls.call(context.getRexBuilder(), operator.function(), operands(context, c));
    }
    Optional<ScalarFunction> function = SqlOperators.scalar(call.getOperator());
    if (function.isPresent()) {
      return (context, c) -> call(context, function.get(), operands(context, c));
    }
    return StandardConvertletTable.INSTANCE.get(call);
  }

  private static RexNode call(
      SqlRexContext context, ScalarFunction function, List<RexNode> operands) {
    List<Argument> arguments = operands.stream().map(FunctionCalls::argument).toList();
    if (FieldNames.function(function, arguments) == ScalarFunction.FIELD) {
      String name = FieldNames.matched(function, arguments).get(1).text();
      return context.getRexBuilder().makeFieldAccess(operands.getFirst(), name, true);
    }
    return FunctionCalls.call(context.getRexBuilder(), function, operands);
  }

  private static List<RexNode> operands(SqlRexContext context, SqlCall call) {
    List<RexNode> operands = new ArrayList<>();
    for (SqlNode operand : call.getOperandList()) {
      operands.add(context.convertExpression(operand));
    }
    return operands;
  }

  private static RexNode inList(SqlRexContext context, SqlCall call) {
    return FunctionCalls.in(context.getRexBuilder(), operands(context, call));
  }

  private static RexNode cast(SqlRexContext context, SqlCall call) {
    RexBuilder rex = context.getRexBuilder();
    RexNode operand = context.convertExpression(call.operand(0));
    RelDataType type = context.getValidator().getValidatedNodeType(call);
    boolean safe = call.getKind() == SqlKind.SAFE_CAST;
    if (TypeMapping.dataType(operand.getType()).equals(TypeMapping.dataType(type))) {
      return operand.getType().equals(type) ? operand : rex.makeAbstractCast(type, operand, safe);
    }
    RexNode cast = rex.makeCast(type, operand, false, safe);
    return cast.getType().equals(type) ? cast : rex.makeAbstractCast(type, cast, safe);
  }

  private static RexNode caseOf(SqlRexContext context, SqlCall call) {
    org.apache.calcite.sql.fun.SqlCase node = (org.apache.calcite.sql.fun.SqlCase) call;
    RexBuilder rex = context.getRexBuilder();
    RelDataType type = context.getValidator().getValidatedNodeType(call);
    List<RexNode> operands = new ArrayList<>();
    for (int i = 0; i < node.getWhenOperands().size(); i++) {
      operands.add(context.convertExpression(node.getWhenOperands().get(i)));
      operands.add(value(context, node.getThenOperands().get(i), type));
    }
    operands.add(value(context, node.getElseOperand(), type));
    return rex.makeCall(type, SqlStdOperatorTable.CASE, operands);
  }

  private static RexNode value(SqlRexContext context, SqlNode node, RelDataType type) {
    RexNode value = context.convertExpression(node);
    return FunctionCalls.cast(context.getRexBuilder(), value, TypeMapping.dataType(type));
  }
}
