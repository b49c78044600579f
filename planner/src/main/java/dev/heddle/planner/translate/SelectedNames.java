package dev.heddle.planner.translate;

import dev.heddle.planner.sql.FriendlySyntax;
import dev.heddle.planner.sql.SqlPositionException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * What other clauses name by the select list: aliases in {@code WHERE} and in the list itself,
 * where columns of tables go first, and all keys of {@code GROUP BY ALL} and {@code ORDER BY ALL}.
 */
final class SelectedNames extends SqlShuttle {
  private final SqlNodeList items;
  private final int before; // position in the list
  private final SqlValidatorScope scope;
  private final SqlNameMatcher matcher;

  private SelectedNames(
      SqlNodeList items, int before, SqlValidatorScope scope, SqlNameMatcher matcher) {
    this.items = items;
    this.before = before;
    this.scope = scope;
    this.matcher = matcher;
  }

  /** Changes {@code WHERE} and {@code GROUP BY} of a SELECT whose tables are known. */
  static void resolve(SqlSelect select, SqlValidatorScope scope, HeddleValidator validator) {
    SqlNodeList items = select.getSelectList();
    SqlNameMatcher matcher = validator.getCatalogReader().nameMatcher();
    for (int i = 1; i < items.size(); i++) {
      items.set(i, withAliases(items.get(i), new SelectedNames(items, i, scope, matcher)));
    }
    if (select.getWhere() != null) {
      select.setWhere(
          select.getWhere().accept(new SelectedNames(items, items.size(), scope, matcher)));
    }
    SqlNodeList group = select.getGroup();
    if (group != null && group.size() == 1 && isAll(group.get(0))) {
      select.setGroupBy(keys(items, group.getParserPosition(), validator));
    }
  }

  /** Resolves aliases in a column of the list, whose own name stays. */
  private static SqlNode withAliases(SqlNode item, SelectedNames names) {
    if (item instanceof SqlCall as && as.getKind() == SqlKind.AS) {
      SqlNode value = as.<SqlNode>operand(0).accept(names);
      if (value != as.operand(0)) {
        as.setOperand(0, value);
      }
      return as;
    }
    return item instanceof SqlIdentifier ? item : item.accept(names);
  }

  private static boolean isAll(SqlNode key) {
    return key instanceof SqlIdentifier name
        && name.isSimple()
        && name.getSimple().equals(FriendlySyntax.ALL);
  }

  /** Returns the columns that are neither constant nor computed from rows of a group. */
  private static SqlNodeList keys(
      SqlNodeList items, SqlParserPos position, HeddleValidator validator) {
    SqlNodeList keys = new SqlNodeList(position);
    for (SqlNode item : items) {
      SqlNode value = SqlUtil.stripAs(item);
      if (value instanceof SqlIdentifier star && star.isStar()) {
        throw new SqlPositionException(
            "GROUP BY ALL beside * is not supported; list the columns", item.getParserPosition());
      }
      if (!(value instanceof SqlLiteral)
          && !validator.isAggregate(value)
          && !has(value, call -> call.getKind() == SqlKind.OVER)) {
        keys.add(Copies.of(value));
      }
    }
    return keys;
  }

  private static boolean has(SqlNode value, Predicate<SqlCall> wanted) {
    boolean[] found = {false};
    value.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            found[0] |= wanted.test(call);
            return call.isA(SqlKind.QUERY) ? null : super.visit(call);
          }
        });
    return found[0];
  }

  /** Puts the numbers of all columns in the place of {@code ORDER BY ALL}. */
  static void orderByAll(SqlSelect select) {
    SqlNodeList order = select.getOrderList();
    if (order == null || order.size() != 1) {
      return;
    }
    List<SqlCall> wrappers = new ArrayList<>();
    SqlNode key = order.get(0);
    while (SortKeys.isWrapper(key)) {
      wrappers.add((SqlCall) key);
      key = ((SqlCall) key).operand(0);
    }
    if (!isAll(key)) {
      return;
    }
    SqlParserPos position = key.getParserPosition();
    SqlNodeList keys = new SqlNodeList(position);
    for (int i = 1; i <= select.getSelectList().size(); i++) {
      SqlNode column = SqlLiteral.createExactNumeric(String.valueOf(i), position);
      for (SqlCall wrapper : wrappers.reversed()) {
        column = wrapper.getOperator().createCall(position, column);
      }
      keys.add(column);
    }
    select.setOrderBy(keys);
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    return call.isA(SqlKind.QUERY) ? call : super.visit(call);
  }

  /** An alias stands for its column, in which only aliases left of it are known. */
  @Override
  public @Nullable SqlNode visit(SqlIdentifier identifier) {
    if (!identifier.isSimple()) {
      return identifier;
    }
    for (int i = 0; i < before; i++) {
      if (items.get(i) instanceof SqlCall item
          && item.getKind() == SqlKind.AS
          && item.operand(1) instanceof SqlIdentifier alias
          && matcher.matches(alias.getSimple(), identifier.getSimple())
          && !has(item.operand(0), call -> call.isA(SqlKind.QUERY))) {
        boolean isColumn =
            !scope.findQualifyingTableNames(identifier.getSimple(), identifier, matcher).isEmpty();
        return isColumn
            ? identifier
            : Copies.of(item.operand(0)).accept(new SelectedNames(items, i, scope, matcher));
      }
    }
    return identifier;
  }
}
