package dev.heddle.planner.translate;

import dev.heddle.planner.sql.SqlPositionException;
import java.util.ArrayList;
import java.util.List;
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
import org.apache.calcite.sql.SqlUnnestOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Moves {@code unnest(list)} from the columns of a SELECT to its tables. Whether it is a list shows
 * when types are known: of a struct, {@link OfStruct} is raised then, and the query is parsed again
 * with what is known of it.
 */
final class SelectedUnnest {
  private static final String TABLE = "$unnest";
  private static final String SECOND_TABLE = "$unnest ";

  private SelectedUnnest() {}

  /** Says that the {@code unnest} at a position is of a struct. */
  static final class OfStruct extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient SqlParserPos position;

    OfStruct(SqlParserPos position) {
      super("unnest of a struct", null, false, false);
      this.position = position;
    }

    SqlParserPos position() {
      return position;
    }
  }

  /** Returns whether a node is a call of {@code unnest} as a function. */
  static boolean isFunction(SqlNode node) {
    return node instanceof SqlCall call
        && !(call.getOperator() instanceof SqlUnnestOperator)
        && call.getOperator().getName().equalsIgnoreCase("UNNEST")
        && call.operandCount() == 1;
  }

  /**
   * Moves the call.
   *
   * @param structs positions of calls that stay where they are
   */
  static void move(SqlSelect select, List<SqlParserPos> structs) {
    SqlNodeList items = select.getSelectList();
    int moved = 0;
    for (int i = 0; i < items.size(); i++) {
      SqlCall unnest = unnest(items.get(i));
      if (unnest == null || structs.contains(unnest.getParserPosition())) {
        continue;
      }
      SqlParserPos position = unnest.getParserPosition();
      String table = moved++ == 0 ? TABLE : SECOND_TABLE + moved;
      SqlCall named = (SqlCall) items.get(i);
      SqlIdentifier name = named.operand(1);
      items.set(
          i,
          named
              .getOperator()
              .createCall(
                  named.getParserPosition(),
                  new SqlIdentifier(List.of(table, "element"), position),
                  name));
      select.setFrom(joined(select.getFrom(), unnest, table));
    }
  }

  /** Refuses a second {@code unnest} of a list in a SELECT, which is known once types are. */
  static void requireOne(SqlNode query) {
    query.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlIdentifier identifier) {
            if (identifier.names.getFirst().startsWith(SECOND_TABLE)) {
              throw new SqlPositionException(
                  "a SELECT takes one unnest of a list among its columns; write the others behind"
                      + " FROM",
                  identifier.getParserPosition());
            }
            return null;
          }
        });
  }

  private static @Nullable SqlCall unnest(SqlNode item) {
    return item.getKind() == SqlKind.AS && isFunction(((SqlCall) item).operand(0))
        ? ((SqlCall) item).operand(0)
        : null;
  }

  /**
   * Returns an alias of an {@code UNNEST} behind FROM so that elements stay whole, if it has one
   * name for them: {@code unnest(items) as u(item)}.
   */
  static SqlCall whole(SqlCall alias) {
    if (!(alias.operand(0) instanceof SqlCall unnest)
        || !(unnest.getOperator() instanceof SqlUnnestOperator operator)
        || unnest.operandCount() != 1
        || (unnest.operand(0) instanceof SqlCall list
            && list.getOperator() instanceof WholeElements)
        || alias.operandCount() != (operator.withOrdinality ? 4 : 3)) {
      return alias;
    }
    SqlParserPos position = unnest.getParserPosition();
    List<SqlNode> operands = new ArrayList<>(alias.getOperandList());
    operands.set(
        0,
        operator.createCall(
            position, WholeElements.LISTED.createCall(position, unnest.getOperandList())));
    return alias.getOperator().createCall(alias.getParserPosition(), operands);
  }

  private static SqlNode joined(@Nullable SqlNode from, SqlCall unnest, String name) {
    SqlParserPos position = unnest.getParserPosition();
    SqlNode table =
        SqlStdOperatorTable.AS.createCall(
            position,
            SqlStdOperatorTable.UNNEST.createCall(
                position, WholeElements.SELECTED.createCall(position, unnest.getOperandList())),
            new SqlIdentifier(name, position),
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
