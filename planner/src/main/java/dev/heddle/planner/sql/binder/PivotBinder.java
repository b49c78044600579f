package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.binder.scope.From;
import dev.heddle.planner.sql.binder.scope.Scope;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Relation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Binds {@code t PIVOT (sum(x) AS s FOR k IN (1 AS a))}: a group for each combination of the
 * columns that are not named, and a column {@code a_s} of the aggregate over the rows where {@code
 * k} is 1.
 */
final class PivotBinder {
  private final BindContext context;
  private final QueryBinder queries;
  private final RelationBinder relations;
  private final @Nullable OuterArguments outer;

  PivotBinder(
      BindContext context,
      QueryBinder queries,
      RelationBinder relations,
      @Nullable OuterArguments outer) {
    this.context = context;
    this.queries = queries;
    this.relations = relations;
    this.outer = outer;
  }

  From bind(Relation.Pivot pivot) {
    From from = relations.bind(pivot.input(), outer);
    ExpressionBinder binder =
        new ExpressionBinder(
            context, queries, from.scope(), ClauseContext.of(Clause.SELECT), outer);
    List<Expr> aggregates = new ArrayList<>();
    for (Query.SelectItem item : pivot.aggregates()) {
      Expr aggregate = binder.bind(item.value());
      if (!Exprs.hasAggregate(aggregate)) {
        throw context.error(item.value().span(), "PIVOT takes aggregates before FOR");
      }
      aggregates.add(aggregate);
    }
    List<Expr> keys = new ArrayList<>();
    for (Name key : pivot.keys()) {
      keys.add(binder.bind(new Expression.ColumnReference(List.of(key), key.span())));
    }
    Set<Expr> used = new HashSet<>();
    aggregates.forEach(aggregate -> collect(aggregate, used));
    keys.forEach(key -> collect(key, used));
    List<Scope.StarColumn> groups = new ArrayList<>();
    for (Scope.StarColumn column : from.scope().star()) {
      Set<Expr> own = new HashSet<>();
      collect(column.value(), own);
      if (own.stream().noneMatch(used::contains)) {
        groups.add(column);
      }
    }
    return plan(pivot, from, binder, groups, keys, aggregates);
  }

  private static void collect(Expr expr, Set<Expr> columns) {
    ExprParts.forEach(
        expr,
        part -> {
          if (part instanceof Expr.BoundColumn) {
            columns.add(part);
          }
        });
  }

  private From plan(
      Relation.Pivot pivot,
      From from,
      ExpressionBinder binder,
      List<Scope.StarColumn> groups,
      List<Expr> keys,
      List<Expr> aggregates) {
    List<Expr> groupKeys = groups.stream().map(Scope.StarColumn::value).toList();
    List<Integer> all = IntStream.range(0, groupKeys.size()).boxed().toList();
    AggregateStage stage = new AggregateStage(context, from.plan(), groupKeys, List.of(all));
    List<NamedExpr> columns = new ArrayList<>();
    for (Scope.StarColumn group : groups) {
      columns.add(new NamedExpr(group.name(), stage.above(group.value(), pivot.span())));
    }
    for (Query.SelectItem value : pivot.values()) {
      Expr condition = condition(value.value(), keys, binder);
      String prefix =
          value.alias() != null ? value.alias().text() : named(value.value(), columns.size() + 1);
      for (int i = 0; i < aggregates.size(); i++) {
        Query.SelectItem aggregate = pivot.aggregates().get(i);
        String name =
            aggregate.alias() != null
                ? prefix + "_" + aggregate.alias().text()
                : aggregates.size() == 1
                    ? prefix
                    : prefix + "_" + context.name(aggregate.span(), columns.size() + 1);
        Expr filtered = filtered(aggregates.get(i), condition);
        columns.add(new NamedExpr(name, stage.above(filtered, pivot.span())));
      }
    }
    LogicalPlan plan = Plans.project(stage.plan(), columns);
    return RelationBinder.aliased(context, plan, null, pivot.alias());
  }

  /** Returns the name of a value's column: its text, without the quotes of a literal. */
  private String named(Expression value, int position) {
    return switch (value) {
      case Expression.TextLiteral literal -> literal.value();
      case Expression.RowValue row ->
          row.elements().stream()
              .map(element -> named(element, position))
              .collect(Collectors.joining("_"));
      default -> context.name(value.span(), position);
    };
  }

  private Expr condition(Expression value, List<Expr> keys, ExpressionBinder binder) {
    List<Expression> parts =
        value instanceof Expression.RowValue row ? row.elements() : List.of(value);
    if (parts.size() != keys.size()) {
      throw context.error(
          value.span(),
          "PIVOT has " + keys.size() + " columns after FOR, and " + parts.size() + " values here");
    }
    List<Expr> conditions = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      Expr part = binder.bind(parts.get(i));
      boolean isNull = part instanceof Expr.Literal literal && literal.isNullLiteral();
      conditions.add(
          isNull
              ? keys.get(i).isNull()
              : binder.call(ScalarFunction.EQ, parts.get(i).span(), keys.get(i), part));
    }
    return conditions.size() == 1
        ? conditions.getFirst()
        : new Expr.Call(ScalarFunction.AND, conditions);
  }

  private static Expr filtered(Expr expr, Expr condition) {
    return ExprRewriter.replace(
        expr,
        part ->
            part instanceof Expr.Aggregate call
                ? call.filter(
                    call.condition() == null ? condition : call.condition().and(condition))
                : null);
  }
}
