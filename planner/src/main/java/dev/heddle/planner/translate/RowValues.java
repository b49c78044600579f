package dev.heddle.planner.translate;

import dev.heddle.frame.expr.ScalarFunction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Makes structs of {@code (a, b)} and {@code row(a, b)} where they are values: not the rows of
 * {@code VALUES}, the sides of {@code IN} and the sets of {@code GROUP BY}. One a query.
 */
final class RowValues {
  private final Set<SqlNode> kept = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Takes note of the rows among the parts of a call that are no values. */
  void keep(SqlCall call) {
    if (call instanceof SqlSelect select) {
      keepAll(select.getGroup());
      return;
    }
    switch (call.getKind()) {
      case VALUES, IN, NOT_IN, SOME, ALL, ROLLUP, CUBE, GROUPING_SETS ->
          keepAll(call.getOperandList());
      default -> {}
    }
  }

  private void keepAll(@Nullable List<SqlNode> nodes) {
    if (nodes == null) {
      return;
    }
    for (SqlNode node : nodes) {
      if (node instanceof SqlNodeList list) {
        keepAll(list);
      } else if (node != null && node.getKind() == SqlKind.ROW) {
        kept.add(node);
      }
    }
  }

  /** Returns whether a node is a row that is a value. */
  boolean isValue(SqlNode node) {
    return node.getKind() == SqlKind.ROW && !kept.contains(node);
  }

  /** Returns a row as a struct, whose fields are counted. */
  static SqlNode struct(SqlCall row) {
    SqlParserPos position = row.getParserPosition();
    List<SqlNode> operands = new ArrayList<>();
    for (SqlNode value : row.getOperandList()) {
      String name = "element" + (operands.size() / 2 + 1);
      operands.add(SqlLiteral.createCharString(name, position));
      operands.add(value);
    }
    return SqlCalls.function(ScalarFunction.STRUCT_OF, position, operands);
  }
}
