package dev.heddle.planner.translate;

import dev.heddle.planner.sql.FriendlySyntax;
import dev.heddle.planner.sql.SqlPositionException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSetOperator;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * {@code UNION [ALL] BY NAME}: the columns of both sides by their names, null where a side does not
 * have one. Once the columns are {@link Learned}, a SELECT around each side puts them in order.
 */
final class UnionByName extends SqlSetOperator {
  private UnionByName(boolean isAll) {
    super("UNION BY NAME", SqlKind.UNION, 12, isAll);
  }

  /** Says which columns the two sides have. */
  private static final class OfColumns extends Learned.Lesson {
    private static final long serialVersionUID = 1;
    private final transient SqlParserPos union;
    private final transient List<List<String>> columns;

    OfColumns(SqlParserPos union, List<List<String>> columns) {
      super("columns of a union by name");
      this.union = union;
      this.columns = columns;
    }

    @Override
    void learn(Learned learned) {
      learned.hasColumns(union, columns);
    }
  }

  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    List<List<String>> columns = new ArrayList<>();
    for (SqlNode side : call.getOperandList()) {
      columns.add(validator.getValidatedNodeType(side).getFieldNames());
    }
    throw new OfColumns(call.getParserPosition(), columns);
  }

  /** Returns what stands for a union, which is the call itself if it is not one by name. */
  static SqlCall rewrite(SqlCall union, Learned learned) {
    if (union.getOperator() instanceof UnionByName) {
      return union;
    }
    SqlSelect first = firstSelect(union.operand(1));
    if (first == null || !DistinctOn.isMark(first.getSelectList().get(0), FriendlySyntax.BY_NAME)) {
      return union;
    }
    SqlNode mark = first.getSelectList().remove(0);
    boolean isAll = ((SqlSetOperator) union.getOperator()).isAll();
    SqlParserPos position = union.getParserPosition();
    List<List<String>> columns = learned.columns(position);
    if (columns == null) {
      return new UnionByName(isAll).createCall(position, union.getOperandList());
    }
    Map<String, String> names = new LinkedHashMap<>();
    List<Map<String, String>> sides = new ArrayList<>();
    for (List<String> side : columns) {
      Map<String, String> own = new LinkedHashMap<>();
      for (String name : side) {
        if (own.put(name.toLowerCase(Locale.ROOT), name) != null) {
          throw new SqlPositionException(
              "two columns \"" + name + "\" in one side of UNION BY NAME; rename one",
              mark.getParserPosition());
        }
        names.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
      }
      sides.add(own);
    }
    SqlSetOperator plain = isAll ? SqlStdOperatorTable.UNION_ALL : SqlStdOperatorTable.UNION;
    return plain.createCall(
        position,
        arranged(union.operand(0), sides.get(0), names),
        arranged(union.operand(1), sides.get(1), names));
  }

  /** Returns the SELECT that is written first in a query. */
  private static @Nullable SqlSelect firstSelect(SqlNode query) {
    return switch (query) {
      case SqlSelect select -> select;
      case SqlOrderBy ordered -> firstSelect(ordered.query);
      case SqlWith with -> firstSelect(((SqlWithItem) with.withList.get(0)).query);
      case SqlCall call when call.getOperator() instanceof SqlSetOperator ->
          firstSelect(call.operand(0));
      default -> null;
    };
  }

  private static SqlSelect arranged(
      SqlNode side, Map<String, String> own, Map<String, String> names) {
    SqlParserPos position = side.getParserPosition();
    SqlNodeList items = new SqlNodeList(position);
    names.forEach(
        (key, name) -> {
          String column = own.get(key);
          SqlNode value =
              column == null
                  ? SqlLiteral.createNull(position)
                  : new SqlIdentifier(column, position);
          items.add(
              SqlStdOperatorTable.AS.createCall(
                  position, value, new SqlIdentifier(name, position)));
        });
    SqlNode table =
        SqlStdOperatorTable.AS.createCall(position, side, new SqlIdentifier("$side", position));
    return new SqlSelect(
        position, null, items, table, null, null, null, null, null, null, null, null, null);
  }
}
