package dev.heddle.planner.translate;

import dev.heddle.planner.sql.SqlPositionException;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Moves {@code unnest(list)} from the columns of a SELECT to its tables. */
final class SelectedUnnest {
  private static final String TABLE = "$unnest";

  private SelectedUnnest() {}

  static void move(SqlSelect select) {
    SqlNodeList items = select.getSelectList();
    boolean isMoved = false;
    for (int i = 0; i < items.size(); i++) {
      SqlCall unnest = unnest(items.get(i));
      if (unnest == null) {
        continue;
      }
      SqlParserPos position = unnest.getParserPosition();
      if (isMoved) {
        throw new SqlPositionException(
            "a SELECT takes one unnest among its columns; write the others behind FROM", position);
      }
      isMoved = true;
      SqlCall named = (SqlCall) items.get(i);
      SqlIdentifier name = named.operand(1);
      items.set(
          i,
          named
              .getOperator()
              .createCall(
                  named.getParserPosition(),
                  new SqlIdentifier(java.util.List.of(TABLE, "element"), position),
                  name));
      select.setFrom(joined(select.getFrom(), unnest));
    }
  }

  private static @Nullable SqlCall unnest(SqlNode item) {
    return item.getKind() == SqlKind.AS
            && ((SqlCall) item).operand(0) instanceof SqlCall call
            && call.getOperator().getName().equalsIgnoreCase("UNNEST")
            && call.operandCount() == 1
        ? call
        : null;
  }

  private static SqlNode joined(@Nullable SqlNode from, SqlCall unnest) {
    SqlParserPos position = unnest.getParserPosition();
    SqlNode table =
        SqlStdOperatorTable.AS.createCall(
            position,
            SqlStdOperatorTable.UNNEST.createCall(position, unnest.getOperandList()),
            new SqlIdentifier(TABLE, position),
            new SqlIdentifier("element", position));
    return from == null
        ? table
        : new SqlJoin(
            position,
            from,
            SqlLiteral.createBoolean(false, position),
            JoinType.COMMA.symbol(position),
            table,
            JoinConditionType.NONE.symbol(position),
            null);
  }
}
