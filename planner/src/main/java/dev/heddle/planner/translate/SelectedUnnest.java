package dev.heddle.planner.translate;

import dev.heddle.frame.expr.ScalarFunction;
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
import org.apache.calcite.sql.SqlStarExclude;
import org.apache.calcite.sql.SqlUnnestOperator;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Moves {@code unnest(list)} from the columns of a SELECT to its tables, several as one. Whether it
 * is a list shows when types are known: of a struct, {@link OfStruct} is raised then, and the query
 * is parsed again with what is known of it.
 */
final class SelectedUnnest {
  private static final String TABLE = "$unnest";
  private static final String ELEMENT = "$element";
  private static final String ROWS = "$rows";
  private static final int WINDOWS = 6; // operand of a SELECT

  private SelectedUnnest() {}

  /** Says that the {@code unnest} at a position is of a struct. */
  static final class OfStruct extends Learned.Lesson {
    private static final long serialVersionUID = 1;
    private final transient SqlParserPos position;

    OfStruct(SqlParserPos position) {
      super("unnest of a struct");
      this.position = position;
    }

    @Override
    void learn(Learned learned) {
      learned.isStruct(position);
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
   * Moves the calls, several side by side: shorter lists are filled up with nulls. Aggregates and
   * windows beside them are computed first, in a query below.
   *
   * @param learned which calls are of structs, and stay where they are
   */
  static void move(SqlSelect select, Learned learned) {
    Calls calls = new Calls(learned);
    select.getSelectList().accept(calls);
    if (calls.found.isEmpty()) {
      return;
    }
    if (computesRows(select)) {
      putBelow(select, calls);
    }
    List<SqlCall> lists = new ArrayList<>(calls.found);
    SqlNodeList items = select.getSelectList();
    Elements elements = new Elements(lists);
    items.replaceAll(item -> item == null ? null : withoutElement(item.accept(elements)));
    select.setFrom(joined(select.getFrom(), lists));
  }

  /** Leaves the column that the table adds out of a star. */
  private static SqlNode withoutElement(SqlNode item) {
    SqlParserPos position = item.getParserPosition();
    SqlIdentifier element = new SqlIdentifier(ELEMENT, position);
    if (item instanceof SqlStarExclude exclude && exclude.getStarIdentifier().names.size() == 1) {
      exclude.getExcludeList().add(element);
    }
    return item instanceof SqlIdentifier star && star.isStar() && star.names.size() == 1
        ? new SqlStarExclude(position, star, SqlNodeList.of(element))
        : item;
  }

  /** Finds the calls in expressions, but not in queries among them. */
  private static final class Calls extends SqlBasicVisitor<@Nullable Void> {
    private final Learned learned;
    private final List<SqlCall> found = new ArrayList<>();

    Calls(Learned learned) {
      this.learned = learned;
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
      if (isFunction(call) && !learned.isOfStruct(call.getParserPosition())) {
        found.add(call);
        return null;
      }
      return call.isA(SqlKind.QUERY) ? null : super.visit(call);
    }
  }

  /** Puts what the table gives in the place of the calls. */
  private static final class Elements extends SqlShuttle {
    private final List<SqlCall> lists;

    Elements(List<SqlCall> lists) {
      this.lists = lists;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      for (int i = 0; i < lists.size(); i++) {
        if (lists.get(i) == call) {
          SqlParserPos position = call.getParserPosition();
          SqlNode element = new SqlIdentifier(List.of(TABLE, ELEMENT), position);
          SqlNode name = SqlLiteral.createCharString(ZippedLists.field(i), position);
          return lists.size() == 1
              ? element
              : SqlOperators.operator(ScalarFunction.FIELD).createCall(position, element, name);
        }
      }
      return call.isA(SqlKind.QUERY) ? call : super.visit(call);
    }
  }

  /** Whether the rows of a SELECT are not just those of its tables. */
  private static boolean computesRows(SqlSelect select) {
    boolean[] computes = {
      select.getGroup() != null || select.getHaving() != null || select.getQualify() != null
    };
    select
        .getSelectList()
        .accept(
            new SqlBasicVisitor<@Nullable Void>() {
              @Override
              public @Nullable Void visit(SqlCall call) {
                computes[0] |=
                    call.getKind() == SqlKind.OVER
                        || SqlOperators.isAggregate(call.getOperator().getName());
                return call.isA(SqlKind.QUERY) ? null : super.visit(call);
              }
            });
    return computes[0];
  }

  /** Makes a query below of all but the calls, which take their lists from it. */
  private static void putBelow(SqlSelect select, Calls calls) {
    SqlNodeList items = select.getSelectList();
    SqlParserPos position = items.getParserPosition();
    SqlNodeList below = new SqlNodeList(position);
    SqlNodeList above = new SqlNodeList(position);
    List<SqlCall> lists = new ArrayList<>();
    for (SqlNode item : items) {
      SqlCall list = unnest(item, calls.found);
      if ((item.getKind() != SqlKind.AS && !(item instanceof SqlIdentifier name && !name.isStar()))
          || (list == null && contains(item, calls.found))) {
        throw new SqlPositionException(
            "beside aggregates and windows, unnest is a column of its own, and columns are named;"
                + " compute on it in a query around this one",
            item.getParserPosition());
      }
      SqlParserPos at = item.getParserPosition();
      SqlIdentifier column = new SqlIdentifier("$" + below.size(), at);
      SqlNode value = list == null ? SqlUtil.stripAs(item) : list.operand(0);
      below.add(SqlStdOperatorTable.AS.createCall(at, value, column));
      SqlNode upper = column;
      if (list != null) {
        upper = list.getOperator().createCall(list.getParserPosition(), column);
        lists.add((SqlCall) upper);
      }
      SqlNode name =
          item instanceof SqlIdentifier identifier
              ? identifier.getComponent(identifier.names.size() - 1)
              : ((SqlCall) item).operand(1);
      above.add(SqlStdOperatorTable.AS.createCall(at, upper, name));
    }
    SqlSelect inner = (SqlSelect) select.clone(select.getParserPosition());
    inner.setSelectList(below);
    inner.setOperand(0, new SqlNodeList(position)); // without DISTINCT
    select.setSelectList(above);
    select.setFrom(
        SqlStdOperatorTable.AS.createCall(position, inner, new SqlIdentifier(ROWS, position)));
    select.setWhere(null);
    select.setGroupBy(null);
    select.setHaving(null);
    select.setQualify(null);
    select.setOperand(WINDOWS, SqlNodeList.EMPTY);
    calls.found.clear();
    calls.found.addAll(lists);
  }

  private static @Nullable SqlCall unnest(SqlNode item, List<SqlCall> calls) {
    SqlNode plain = SqlUtil.stripAs(item);
    return calls.stream().filter(call -> call == plain).findFirst().orElse(null);
  }

  private static boolean contains(SqlNode item, List<SqlCall> calls) {
    boolean[] contains = {false};
    item.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            contains[0] |= calls.stream().anyMatch(c -> c == call);
            return super.visit(call);
          }
        });
    return contains[0];
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
            && (list.getOperator() instanceof WholeElements
                || list.getOperator() instanceof ZippedLists))
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

  private static SqlNode joined(@Nullable SqlNode from, List<SqlCall> calls) {
    SqlParserPos position = calls.getFirst().getParserPosition();
    List<SqlNode> lists = new ArrayList<>();
    for (SqlCall call : calls) {
      lists.add(WholeElements.SELECTED.createCall(call.getParserPosition(), call.getOperandList()));
    }
    SqlNode list =
        lists.size() == 1 ? lists.getFirst() : ZippedLists.INSTANCE.createCall(position, lists);
    SqlNode table =
        SqlStdOperatorTable.AS.createCall(
            position,
            SqlStdOperatorTable.UNNEST.createCall(position, list),
            new SqlIdentifier(TABLE, position),
            new SqlIdentifier(ELEMENT, position));
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
