package dev.heddle.planner.cost;

import dev.heddle.planner.rel.UserDefined;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Numbers expressions: those that are the same over the same columns, whatever side of a comparison
 * a column is on, have the same number in every process. 0 is the number of those of which a second
 * run may give other values, and of those that are not known well enough.
 */
final class RexNumbers {
  private RexNumbers() {}

  /** Returns the number of an expression over columns of these numbers. */
  static long of(RexNode expression, long[] columns) {
    return switch (expression) {
      case RexInputRef column ->
          column.getIndex() < columns.length ? columns[column.getIndex()] : 0;
      case RexLiteral literal ->
          Mix.of(
              literal.getType().getSqlTypeName().getName(),
              Mix.of(literal.isNull() ? "null" : String.valueOf(literal.getValue())));
      case RexOver _ -> 0;
      case RexCall call -> ofCall(call, columns);
      case RexFieldAccess field -> {
        long of = of(field.getReferenceExpr(), columns);
        yield of == 0 ? 0 : Mix.of(field.getField().getName(), of);
      }
      default -> 0;
    };
  }

  private static long ofCall(RexCall call, long[] columns) {
    SqlOperator operator = call.getOperator();
    if (!operator.isDeterministic()
        || operator.isDynamicFunction()
        || operator instanceof UserDefined) {
      return 0;
    }
    List<RexNode> operands = call.getOperands();
    if (call.isA(SqlKind.CAST)
        && SqlTypeUtil.equalSansNullability(call.getType(), operands.getFirst().getType())) {
      return of(operands.getFirst(), columns);
    }
    long[] parts = new long[operands.size()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = of(operands.get(i), columns);
      if (parts[i] == 0) {
        return 0;
      }
    }
    SqlKind kind = call.getKind();
    boolean isTurned = kind == SqlKind.GREATER_THAN || kind == SqlKind.GREATER_THAN_OR_EQUAL;
    String name = isTurned ? kind.reverse().sql : operator.getName();
    long number = Mix.of(name);
    if (call.isA(SqlKind.CAST)) {
      number = Mix.of(number, Mix.of(call.getType().toString()));
    }
    if (isSymmetric(kind)) {
      long sum = 0;
      for (long part : parts) {
        sum += Mix.of(part, 1);
      }
      return Mix.of(number, sum);
    }
    for (int i = 0; i < parts.length; i++) {
      number = Mix.of(number, parts[isTurned ? parts.length - 1 - i : i]);
    }
    return number;
  }

  private static boolean isSymmetric(SqlKind kind) {
    return switch (kind) {
      case AND, OR, EQUALS, NOT_EQUALS, IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM -> true;
      case PLUS, TIMES -> true;
      default -> false;
    };
  }
}
