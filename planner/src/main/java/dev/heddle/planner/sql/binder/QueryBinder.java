package dev.heddle.planner.sql.binder;

import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.binder.scope.Scope;
import dev.heddle.planner.sql.binder.scope.ScopeTable;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.OrderItem;
import dev.heddle.planner.sql.tree.Query;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Binds queries: their common tables, bodies, orders and limits. It knows the common tables that
 * can be named where it is used. Immutable.
 */
final class QueryBinder {
  private final BindContext context;
  private final List<CommonTable> commonTables; // the innermost last

  QueryBinder(BindContext context) {
    this(context, List.of());
  }

  private QueryBinder(BindContext context, List<CommonTable> commonTables) {
    this.context = context;
    this.commonTables = commonTables;
  }

  BindContext context() {
    return context;
  }

  /** Returns a binder that also knows a common table. */
  QueryBinder with(CommonTable table) {
    List<CommonTable> all = new ArrayList<>(commonTables);
    all.add(table);
    return new QueryBinder(context, all);
  }

  /** Returns the common table of a name, the innermost one; null if there is none. */
  @Nullable CommonTable commonTable(Name name) {
    for (int i = commonTables.size() - 1; i >= 0; i--) {
      if (commonTables.get(i).name().equals(name.text())) {
        return commonTables.get(i);
      }
    }
    for (int i = commonTables.size() - 1; i >= 0; i--) {
      if (commonTables.get(i).name().equalsIgnoreCase(name.text())) {
        return commonTables.get(i);
      }
    }
    return null;
  }

  List<String> commonTableNames() {
    return commonTables.stream().map(CommonTable::name).toList();
  }

  /**
   * Returns the rows of a query.
   *
   * @param outer where columns of enclosing queries become arguments; null for the outermost one
   */
  LogicalPlan bind(Query query, @Nullable OuterArguments outer) {
    CancelPoint.check();
    return withTables(query, outer).ordered(query, outer);
  }

  /** Returns a binder that also knows the common tables of a query. */
  QueryBinder withTables(Query query, @Nullable OuterArguments outer) {
    QueryBinder inner = this;
    Set<String> names = new HashSet<>();
    for (Query.CommonTable table : query.with()) {
      if (!names.add(table.name().text().toLowerCase(Locale.ROOT))) {
        throw context.error(
            table.name().span(), "WITH defines \"" + table.name().text() + "\" twice");
      }
      inner =
          inner.with(
              query.isRecursive()
                  ? new RecursionBinder(inner, outer).bind(table)
                  : inner.commonTable(table, outer));
    }
    return inner;
  }

  /** Binds a common table expression that does not read itself. */
  CommonTable commonTable(Query.CommonTable table, @Nullable OuterArguments outer) {
    LogicalPlan plan = bind(table.query(), outer);
    List<String> columns = RelationBinder.columnNames(context, plan, table.columns());
    return new CommonTable(table.name().text(), Plans.named(plan, columns), outer);
  }

  /** Returns how many recursions this is inside of. */
  int openRecursions() {
    return (int)
        commonTables.stream()
            .filter(table -> table.plan() instanceof LogicalPlan.WorkingTable)
            .count();
  }

  private LogicalPlan ordered(Query query, @Nullable OuterArguments outer) {
    LogicalPlan plan;
    if (query.body() instanceof Query.Select select) {
      plan =
          new SelectBinder(context, this, outer).bind(select, query.orderBy(), query.orderByAll());
    } else {
      plan = body(query.body(), outer);
      List<SortKey> keys = sortKeys(query, plan, outer);
      plan = keys.isEmpty() ? plan : new LogicalPlan.Sort(plan, keys);
    }
    return query.offset() == null && query.limit() == null
        ? plan
        : new LimitBinder(context, this).bind(query, plan);
  }

  /** Returns the rows of a body without order. */
  LogicalPlan body(Query.Body body, @Nullable OuterArguments outer) {
    return switch (body) {
      case Query.Nested nested -> bind(nested.query(), outer);
      case Query.Values values -> new ValuesBinder(context, this, outer).bind(values);
      case Query.SetOperations operations ->
          new SetOperationBinder(context, this, outer).bind(operations);
      case Query.Select select ->
          new SelectBinder(context, this, outer).bind(select, List.of(), null);
    };
  }

  /** Returns the keys over the output of a body that is no SELECT. */
  private List<SortKey> sortKeys(Query query, LogicalPlan plan, @Nullable OuterArguments outer) {
    List<SortKey> keys = new ArrayList<>();
    ScopeTable table = ScopeTable.of(null, plan.schema().names(), plan.schema());
    ExpressionBinder binder =
        new ExpressionBinder(
            context,
            this,
            Scope.of(table, plan.schema()),
            ClauseContext.of(Clause.ORDER_BY),
            outer);
    if (query.orderByAll() != null) {
      for (int i = 0; i < plan.schema().size(); i++) {
        keys.add(WindowBinder.sortKey(Plans.column(plan, i), query.orderByAll(), binder));
      }
    }
    for (OrderItem item : query.orderBy()) {
      int ordinal = ordinal(context, item.key(), plan.schema().size(), "ORDER BY");
      Expr key =
          ordinal > 0
              ? Plans.column(plan, ordinal - 1)
              : binder.bind(OperatorBinder.uncollated(item.key()));
      if (Exprs.hasAggregate(key) || Exprs.hasWindow(key)) {
        throw context.error(
            item.span(), "the order of a set operation or of VALUES goes by their columns");
      }
      keys.add(WindowBinder.sortKey(key, item, binder));
    }
    return keys;
  }

  /** Returns the position, from 1, that a key is; 0 if it is no integer literal. */
  static int ordinal(BindContext context, Expression key, int columns, String clause) {
    boolean isInteger =
        key instanceof Expression.NumberLiteral number
            && number.digits().chars().allMatch(Character::isDigit);
    if (!isInteger) {
      return 0;
    }
    String digits = ((Expression.NumberLiteral) key).digits();
    int position = digits.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    if (position < 1 || position > columns) {
      throw context.error(
          key.span(), clause + " " + digits + " is no position of a column: there are " + columns);
    }
    return position;
  }
}
