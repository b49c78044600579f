package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.planner.sql.binder.scope.Aliases;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.binder.scope.From;
import dev.heddle.planner.sql.binder.scope.Scope;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.OrderItem;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Binds the clauses of one SELECT, and has them put together. */
final class SelectBinder {
  /** A condition that would have more nodes reads the aliases that it names as columns. */
  private static final int MAX_EXPANDED_NODES = 1_000;

  private final BindContext context;
  private final QueryBinder queries;
  private final @Nullable OuterArguments outer;
  private final SelectUnnests unnests = new SelectUnnests();

  SelectBinder(BindContext context, QueryBinder queries, @Nullable OuterArguments outer) {
    this.context = context;
    this.queries = queries;
    this.outer = outer;
  }

  /**
   * Returns the rows of a SELECT in its order.
   *
   * @param orderByAll the key that all columns are ordered by; null without
   */
  LogicalPlan bind(Query.Select select, List<OrderItem> orderBy, @Nullable OrderItem orderByAll) {
    From given = from(select);
    SelectList list = new SelectList(context);
    list.bind(select, binder(given, select, Clause.SELECT, Aliases.NONE, list::alias, unnests));
    Expr named = where(select, given, list);
    boolean usesAlias = named != null && Placeholders.isIn(named);
    boolean isLarge = usesAlias && list.expandedSize(named) > MAX_EXPANDED_NODES;
    AliasLayers layers = isLarge ? list.layers(given.plan(), named) : null;
    From from = layers == null ? given : new From(layers.plan(), given.scope());
    Expr where =
        usesAlias
            ? rowCondition(
                layers == null
                    ? list.expandedOnce(named, select.where().span())
                    : layers.values().getLast(),
                select.where().span())
            : named;
    GroupBinder groups =
        new GroupBinder(
            context,
            binder(from, select, Clause.GROUP_BY, Aliases.NONE, Aliases.NONE, unnests),
            list);
    List<List<Integer>> sets = select.groupBy() == null ? null : groups.bind(select.groupBy());
    Expr having = having(select, from, list, groups.keys());
    Expr qualify = qualify(select, from, list);
    SelectParts parts =
        new SelectParts(
            from,
            list,
            where,
            groups.keys(),
            sets,
            having,
            qualify,
            unnests.lists(),
            unnests.depths(),
            select);
    SelectAssembly assembly = new SelectAssembly(context, parts);
    return assembly.plan(
        distinctKeys(select, from, list), sortKeys(select, from, list, orderBy, orderByAll));
  }

  private From from(Query.Select select) {
    if (select.from() == null) {
      LogicalPlan row = Plans.oneRow();
      return new From(row, Scope.empty(row.schema()));
    }
    return new RelationBinder(context, queries, outer).bind(select.from(), outer);
  }

  private ExpressionBinder binder(
      From from,
      Query.Select select,
      Clause clause,
      Aliases preferred,
      Aliases aliases,
      @Nullable SelectUnnests taken) {
    return new ExpressionBinder(
        context,
        queries,
        from.scope(),
        new ClauseContext(clause, preferred, aliases, select.windows(), taken),
        outer);
  }

  private @Nullable Expr where(Query.Select select, From from, SelectList list) {
    if (select.where() == null) {
      return null;
    }
    ExpressionBinder binder = binder(from, select, Clause.WHERE, Aliases.NONE, list::alias, null);
    return binder.condition(select.where());
  }

  private Expr rowCondition(Expr condition, Span span) {
    if (Exprs.hasAggregate(condition) || Exprs.hasWindow(condition)) {
      throw context.error(
          span, "WHERE uses an alias of an aggregate or window function; use HAVING or QUALIFY");
    }
    return condition;
  }

  private @Nullable Expr having(Query.Select select, From from, SelectList list, List<Expr> keys) {
    if (select.having() == null) {
      return null;
    }
    Aliases ungrouped =
        name -> {
          Expr column = from.scope().column(context, name);
          return column != null && keys.contains(column) ? null : list.alias(name);
        };
    ExpressionBinder binder = binder(from, select, Clause.HAVING, ungrouped, list::alias, null);
    return list.expandedOnce(binder.condition(select.having()), select.having().span());
  }

  private @Nullable Expr qualify(Query.Select select, From from, SelectList list) {
    if (select.qualify() == null) {
      return null;
    }
    ExpressionBinder binder = binder(from, select, Clause.QUALIFY, Aliases.NONE, list::alias, null);
    return list.expandedOnce(binder.condition(select.qualify()), select.qualify().span());
  }

  private @Nullable List<Expr> distinctKeys(Query.Select select, From from, SelectList list) {
    if (select.distinct() == null) {
      return null;
    }
    ExpressionBinder binder =
        binder(from, select, Clause.ORDER_BY, Aliases.NONE, list::alias, unnests);
    List<Expr> keys = new ArrayList<>();
    for (Expression key : select.distinct()) {
      keys.add(list.expanded(key(key, list, binder, "DISTINCT ON")));
    }
    return keys;
  }

  private List<SortKey> sortKeys(
      Query.Select select,
      From from,
      SelectList list,
      List<OrderItem> orderBy,
      @Nullable OrderItem orderByAll) {
    ExpressionBinder binder =
        binder(from, select, Clause.ORDER_BY, Aliases.NONE, list::alias, unnests);
    List<SortKey> keys = new ArrayList<>();
    if (orderByAll != null) {
      for (int i = 0; i < list.items().size(); i++) {
        keys.add(WindowBinder.sortKey(list.value(i), orderByAll, binder));
      }
    }
    for (OrderItem item : orderBy) {
      binder
          .stars()
          .forEach(
              () -> {
                Expr key = key(OperatorBinder.uncollated(item.key()), list, binder, "ORDER BY");
                keys.add(WindowBinder.sortKey(key, item, binder));
              });
    }
    return keys;
  }

  /** Returns what a key means: an alias, a position in the select list, else an expression. */
  private Expr key(Expression key, SelectList list, ExpressionBinder binder, String clause) {
    int ordinal = QueryBinder.ordinal(context, key, list.items().size(), clause);
    if (ordinal > 0) {
      return list.value(ordinal - 1);
    }
    if (key instanceof Expression.ColumnReference reference && reference.parts().size() == 1) {
      Name name = reference.parts().getFirst();
      int position = list.position(name);
      if (position >= 0) {
        return list.value(position);
      }
      int column = list.column(name);
      if (column >= 0 && binder.scope().isAmbiguous(name)) {
        return list.value(column); // of the tables that have one, that whose column is selected
      }
    }
    return binder.bind(key);
  }
}
