package dev.heddle.planner.translate;

import dev.heddle.frame.expr.AggregateFunction;
import dev.heddle.frame.expr.WindowFunction;
import dev.heddle.planner.sql.SqlPositionException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code count(x) FILTER (WHERE c) OVER w}, which Calcite does not take: values that are left out
 * become null. Functions that see nulls, and those that are no aggregates, are refused. Stateless.
 */
final class OverFilters {
  private static final List<String> WINDOW_NAMES =
      Arrays.stream(WindowFunction.values()).flatMap(f -> f.sqlNames().stream()).toList();
  private static final List<String> NULL_KEEPING_NAMES =
      Stream.concat(
              Stream.of(AggregateFunction.values())
                  .filter(AggregateFunction::keepsNulls)
                  .flatMap(f -> f.sqlNames().stream()),
              Stream.of("list", "array_agg"))
          .toList();

  private OverFilters() {}

  /**
   * Rewrites the filter of a call over a window, if it has one.
   *
   * @throws SqlPositionException if the call takes no filter, or no DISTINCT that it has
   */
  static SqlNode apply(SqlCall over) {
    if (!(over.operand(0) instanceof SqlCall call)) {
      return over;
    }
    boolean isFiltered = call.getKind() == SqlKind.FILTER;
    SqlCall function = isFiltered ? call.operand(0) : call;
    SqlParserPos position = function.getParserPosition();
    String name = function.getOperator().getName().toLowerCase(Locale.ROOT);
    SqlLiteral quantifier = function.getFunctionQuantifier();
    boolean isDistinct = quantifier != null && quantifier.getValue() == SqlSelectKeyword.DISTINCT;
    if (isDistinct && WINDOW_NAMES.contains(name)) {
      throw new SqlPositionException(name + " takes no DISTINCT", position);
    }
    if (!isFiltered) {
      return over;
    }
    boolean isOrdered = function.getOperandList().stream().anyMatch(SqlNodeList.class::isInstance);
    if (isOrdered || WINDOW_NAMES.contains(name) || NULL_KEEPING_NAMES.contains(name)) {
      throw new SqlPositionException(
          name + " takes no FILTER over a window; use CASE, or filter in a query below", position);
    }
    List<SqlNode> operands = new ArrayList<>();
    for (SqlNode operand : function.getOperandList()) {
      boolean isStar = operand instanceof SqlIdentifier identifier && identifier.isStar();
      operands.add(
          new SqlCase(
              position,
              null,
              SqlNodeList.of(Copies.of(call.operand(1))),
              SqlNodeList.of(isStar ? SqlLiteral.createBoolean(true, position) : operand),
              SqlLiteral.createNull(position)));
    }
    SqlNode filtered = function.getOperator().createCall(quantifier, position, operands);
    return over.getOperator().createCall(over.getParserPosition(), filtered, over.operand(1));
  }
}
