package dev.heddle.planner.translate;

import dev.heddle.planner.sql.FriendlySyntax;
import dev.heddle.planner.sql.SqlPositionException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Turns {@code SELECT DISTINCT ON (a) ... ORDER BY b}, which keeps the first row of each {@code a},
 * into {@code QUALIFY row_number() OVER (PARTITION BY a ORDER BY b) = 1}.
 */
final class DistinctOn {
  private DistinctOn() {}

  /** Returns whether a node is the first column that {@link FriendlySyntax} marks a SELECT by. */
  static boolean isMark(SqlNode item, String name) {
    return item instanceof SqlCall call && call.getOperator().getName().equals(name);
  }

  /** Rewrites a SELECT if it is distinct by keys. */
  static void rewrite(SqlSelect select, SqlNodeList order) {
    SqlNodeList items = select.getSelectList();
    if (!isMark(items.get(0), FriendlySyntax.DISTINCT_ON)) {
      return;
    }
    SqlCall mark = (SqlCall) items.remove(0);
    SqlParserPos position = mark.getParserPosition();
    if (select.getQualify() != null) {
      throw new SqlPositionException(
          "DISTINCT ON beside QUALIFY is not supported; write one in a query around the other",
          position);
    }
    List<SqlNode> keys = new ArrayList<>();
    for (SqlNode key : mark.getOperandList()) {
      keys.add(selected(key, items));
    }
    List<SqlNode> sortKeys = new ArrayList<>();
    for (SqlNode key : order) {
      sortKeys.add(sortKey(key, items));
    }
    SqlNode window =
        SqlWindow.create(
            null,
            null,
            new SqlNodeList(keys, position),
            new SqlNodeList(sortKeys, position),
            SqlLiteral.createBoolean(false, position),
            null,
            null,
            null,
            position);
    SqlNode number =
        SqlStdOperatorTable.OVER.createCall(
            position, SqlStdOperatorTable.ROW_NUMBER.createCall(position), window);
    select.setQualify(
        SqlStdOperatorTable.EQUALS.createCall(
            position, number, SqlLiteral.createExactNumeric("1", position)));
  }

  private static SqlNode sortKey(SqlNode key, SqlNodeList items) {
    if (SortKeys.isWrapper(key)) {
      SqlCall call = (SqlCall) key;
      return call.getOperator()
          .createCall(call.getParserPosition(), sortKey(call.operand(0), items));
    }
    if (key instanceof SqlIdentifier name && name.getSimple().equals(FriendlySyntax.ALL)) {
      throw new SqlPositionException(
          "ORDER BY ALL beside DISTINCT ON is not supported; list the columns",
          key.getParserPosition());
    }
    return selected(key, items);
  }

  /** Returns what a key names in the select list by number or alias, else the key. */
  private static SqlNode selected(SqlNode key, SqlNodeList items) {
    if (key instanceof SqlNumericLiteral number && number.isInteger()) {
      int at = number.intValue(true);
      return at >= 1 && at <= items.size()
          ? Copies.of(SqlUtil.stripAs(items.get(at - 1)))
          : Copies.of(key);
    }
    if (key instanceof SqlIdentifier name && name.isSimple()) {
      for (SqlNode item : items) {
        if (item.getKind() == SqlKind.AS
            && ((SqlCall) item).operand(1) instanceof SqlIdentifier alias
            && alias.getSimple().equalsIgnoreCase(name.getSimple())) {
          return Copies.of(((SqlCall) item).operand(0));
        }
      }
    }
    return Copies.of(key);
  }
}
