package dev.heddle.planner.translate;

import dev.heddle.planner.sql.SqlPositionException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Checks the form of an as-of join's condition in the parsed text. */
final class AsOfCondition {
  private AsOfCondition() {}

  /**
   * Checks a join if it is one as of.
   *
   * @throws SqlPositionException if its condition is not equalities and one comparison of order
   */
  static void check(SqlJoin join) {
    if (join.getJoinType() == JoinType.ASOF || join.getJoinType() == JoinType.LEFT_ASOF) {
      throw error("give its condition behind ON, such as ON a.k = b.k AND a.t >= b.t", join);
    }
    List<SqlNode> conjuncts = new ArrayList<>();
    if (join.getCondition() != null) {
      collect(join.getCondition(), conjuncts);
    }
    if (!conjuncts.removeIf(AsOfCondition::isMark)) {
      if (join.getCondition() != null && holdsMark(join.getCondition())) {
        throw error("its condition must be comparisons that are joined by AND", join);
      }
      return;
    }
    if (join.getJoinType() != JoinType.INNER && join.getJoinType() != JoinType.LEFT) {
      throw error("it is an inner or a left join; swap the sides", join);
    }
    int orders = 0;
    for (SqlNode conjunct : conjuncts) {
      boolean isOrder =
          switch (conjunct.getKind()) {
            case LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL -> true;
            default -> false;
          };
      if (!isOrder && conjunct.getKind() != SqlKind.EQUALS) {
        throw error(
            "its condition must compare values of both sides by = and once by <, <=, > or >=;"
                + " filter the sides or the result by anything else",
            join);
      }
      orders += isOrder ? 1 : 0;
    }
    if (orders != 1) {
      throw error(
          "it takes one comparison by <, <=, > or >= between the sides, not " + orders, join);
    }
  }

  private static SqlPositionException error(String what, SqlJoin join) {
    SqlNode place = join.getCondition() == null ? join.getRight() : join.getCondition();
    SqlParserPos position = place.getParserPosition();
    return new SqlPositionException("Cannot take this ASOF JOIN: " + what, position);
  }

  private static void collect(SqlNode node, List<SqlNode> conjuncts) {
    if (node.getKind() == SqlKind.AND) {
      ((SqlCall) node).getOperandList().forEach(operand -> collect(operand, conjuncts));
    } else {
      conjuncts.add(node);
    }
  }

  private static boolean isMark(SqlNode node) {
    return node instanceof SqlCall call
        && call.getOperator().getName().equals(AsOfMarks.MARK.getName());
  }

  private static boolean holdsMark(SqlNode condition) {
    boolean[] found = {false};
    condition.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            found[0] |= isMark(call);
            return call.getKind() == SqlKind.SELECT ? null : super.visit(call);
          }
        });
    return found[0];
  }
}
