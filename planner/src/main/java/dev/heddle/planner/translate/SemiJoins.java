package dev.heddle.planner.translate;

import dev.heddle.planner.sql.SqlPositionException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Turns {@code a SEMI JOIN b ON c} into {@code a WHERE EXISTS (SELECT 1 FROM b WHERE c)}, and anti
 * joins into {@code NOT EXISTS}, which Calcite's validator and converter know.
 */
final class SemiJoins {
  private final List<SqlNode> conditions = new ArrayList<>();

  private SemiJoins() {}

  /** Changes the tables and the condition of a SELECT. */
  static void rewrite(SqlSelect select) {
    SqlNode from = select.getFrom();
    if (!(from instanceof SqlJoin)) {
      return;
    }
    SemiJoins joins = new SemiJoins();
    select.setFrom(joins.without(from));
    for (SqlNode condition : joins.conditions) {
      SqlNode where = select.getWhere();
      select.setWhere(
          where == null
              ? condition
              : SqlStdOperatorTable.AND.createCall(
                  condition.getParserPosition(), where, condition));
    }
  }

  private static boolean isSemi(SqlNode node) {
    return node instanceof SqlJoin join
        && (join.getJoinType() == JoinType.LEFT_SEMI_JOIN
            || join.getJoinType() == JoinType.LEFT_ANTI_JOIN);
  }

  private SqlNode without(SqlNode from) {
    if (!(from instanceof SqlJoin join)) {
      return from;
    }
    if (isSemi(join)) {
      conditions.add(exists(join));
      return without(join.getLeft());
    }
    int known = conditions.size();
    SqlNode left = without(join.getLeft());
    boolean fillsLeft = join.getJoinType() == JoinType.RIGHT || join.getJoinType() == JoinType.FULL;
    if ((conditions.size() > known && fillsLeft) || isSemi(join.getRight())) {
      throw new SqlPositionException(
          "a semi or anti join on the side of another join that may be filled with nulls, or on the"
              + " right, is not supported; write it as a query in parentheses",
          join.getParserPosition());
    }
    join.setLeft(left);
    return join;
  }

  private static SqlNode exists(SqlJoin join) {
    SqlParserPos position = join.getParserPosition();
    SqlNode table = join.getRight();
    SqlNode condition = join.getCondition();
    if (join.isNatural() || condition == null) {
      throw new SqlPositionException(
          "a semi or anti join needs a condition behind ON or USING", position);
    }
    if (join.getConditionType() == JoinConditionType.USING) {
      SqlNodeList renamed = new SqlNodeList(position);
      SqlNode equal = null;
      for (SqlNode name : (SqlNodeList) condition) {
        SqlIdentifier own = new SqlIdentifier("$" + renamed.size(), name.getParserPosition());
        renamed.add(
            SqlStdOperatorTable.AS.createCall(name.getParserPosition(), name, Copies.of(own)));
        SqlNode one =
            SqlStdOperatorTable.EQUALS.createCall(name.getParserPosition(), Copies.of(name), own);
        equal = equal == null ? one : SqlStdOperatorTable.AND.createCall(position, equal, one);
      }
      table =
          SqlStdOperatorTable.AS.createCall(
              position,
              select(renamed, table, null, position),
              new SqlIdentifier("$keys", position));
      condition = equal;
    }
    SqlNodeList one = SqlNodeList.of(SqlLiteral.createExactNumeric("1", position));
    SqlNode exists =
        SqlStdOperatorTable.EXISTS.createCall(position, select(one, table, condition, position));
    return join.getJoinType() == JoinType.LEFT_SEMI_JOIN
        ? exists
        : SqlStdOperatorTable.NOT.createCall(position, exists);
  }

  private static SqlSelect select(
      SqlNodeList items, SqlNode from, @Nullable SqlNode where, SqlParserPos position) {
    return new SqlSelect(
        position, null, items, from, where, null, null, null, null, null, null, null, null);
  }
}
