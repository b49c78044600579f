package dev.heddle.planner.sql.binder;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.binder.scope.From;
import dev.heddle.planner.sql.binder.scope.Scope;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Binds {@code t PIVOT (sum(x) AS s FOR k IN (1 AS a))}: a group for each combination of the
 * columns that are not named, and a column {@code a_s} of the aggregate over the rows where {@code
 * k} is 1. Values that are not written are found by a query, which runs when the text is bound;
 * they are compared as texts.
 */
final class PivotBinder {
  private static final int MAX_VALUES = 10_000;

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
        throw context.error(item.value().span(), "PIVOT computes aggregates, and this is none");
      }
      aggregates.add(aggregate);
    }
    if (aggregates.isEmpty() && !pivot.keys().isEmpty()) {
      aggregates.add(Expr.Aggregate.of(AggregateFunction.COUNT_ALL));
    }
    List<List<Expr>> keys = new ArrayList<>();
    for (Relation.PivotKey key : pivot.keys()) {
      List<Expr> parts = binder.bindAll(key.parts());
      if (parts.stream().anyMatch(part -> Exprs.hasAggregate(part) || Exprs.hasWindow(part))) {
        throw context.error(
            key.span(), "the key of PIVOT is a value of each row; aggregate in a subquery");
      }
      keys.add(parts);
    }
    List<Scope.StarColumn> groups = new ArrayList<>();
    if (pivot.groups() == null) {
      if (!keys.isEmpty()) {
        addRest(pivot, from, aggregates, keys, groups);
      }
    } else {
      for (Expression group : pivot.groups()) {
        String name =
            group instanceof Expression.ColumnReference column
                ? column.parts().getLast().text()
                : context.name(group.span(), groups.size() + 1);
        groups.add(new Scope.StarColumn(name, binder.bind(group)));
      }
    }
    List<Cell> cells = List.of(new Cell("", List.of()));
    for (int i = 0; i < keys.size(); i++) {
      cells = combined(cells, values(pivot.keys().get(i), keys.get(i), from, binder), pivot);
    }
    return plan(pivot, from, groups, cells, aggregates);
  }

  /** Adds the columns that nothing else names. */
  private static void addRest(
      Relation.Pivot pivot,
      From from,
      List<Expr> aggregates,
      List<List<Expr>> keys,
      List<Scope.StarColumn> groups) {
    Set<Expr> used = new HashSet<>();
    aggregates.forEach(aggregate -> collect(aggregate, used));
    for (int i = 0; i < keys.size(); i++) {
      for (int p = 0; p < keys.get(i).size(); p++) {
        if (!isRow(pivot.keys().get(i).parts().get(p), keys.get(i).get(p))) {
          collect(keys.get(i).get(p), used);
        }
      }
    }
    for (Scope.StarColumn column : from.scope().star()) {
      Set<Expr> own = new HashSet<>();
      collect(column.value(), own);
      if (own.stream().noneMatch(used::contains)) {
        groups.add(column);
      }
    }
  }

  /** Whether a key is the row of a table, by its name, which names none of the columns. */
  private static boolean isRow(Expression written, Expr key) {
    return written instanceof Expression.ColumnReference
        && key instanceof Expr.Call call
        && call.function() == ScalarFunction.STRUCT_OF;
  }

  /** Values of some keys: the name of the column, and what is true for its rows. */
  private record Cell(String name, List<Expr> conditions) {
    Cell and(Cell other) {
      List<Expr> all = new ArrayList<>(conditions);
      all.addAll(other.conditions);
      return new Cell(name.isEmpty() ? other.name : name + "_" + other.name, all);
    }

    Expr condition() {
      return conditions.size() == 1
          ? conditions.getFirst()
          : new Expr.Call(ScalarFunction.AND, conditions);
    }
  }

  private List<Cell> combined(List<Cell> cells, List<Cell> values, Relation.Pivot pivot) {
    if ((long) cells.size() * values.size() > MAX_VALUES) {
      throw tooMany(pivot.span());
    }
    List<Cell> all = new ArrayList<>();
    for (Cell cell : cells) {
      values.forEach(value -> all.add(cell.and(value)));
    }
    return all;
  }

  private AnalysisException tooMany(Span span) {
    return context.error(
        span,
        "PIVOT makes more than "
            + MAX_VALUES
            + " columns; choose values with IN, or GROUP BY the key");
  }

  private List<Cell> values(
      Relation.PivotKey key, List<Expr> parts, From from, ExpressionBinder binder) {
    List<Cell> cells = new ArrayList<>();
    if (key.values() != null) {
      for (Query.SelectItem value : key.values()) {
        String name =
            value.alias() != null ? value.alias().text() : named(value.value(), cells.size() + 1);
        cells.add(new Cell(name, List.of(condition(value.value(), parts, binder))));
      }
      return cells;
    }
    Expr part = parts.getFirst();
    if (Correlation.isCorrelated(from.plan())) {
      throw context.error(
          key.span(), "PIVOT of rows that depend on a query around it needs its values: write IN");
    }
    Expr text = new Expr.Cast(part, DataType.STRING, CastMode.STRICT);
    for (String value : present(part, binder.checked(text, key.span()), from)) {
      if (cells.size() == MAX_VALUES) {
        throw tooMany(key.span());
      }
      Expr isValue = binder.call(ScalarFunction.EQ, key.span(), text, LiteralBinder.text(value));
      cells.add(new Cell(value, List.of(isValue)));
    }
    return cells;
  }

  /** Returns the values that there are, as texts, in their order and without null. */
  private Set<String> present(Expr key, Expr text, From from) {
    LogicalPlan values =
        Plans.project(
            new LogicalPlan.Filter(from.plan(), key.isNotNull()),
            List.of(new NamedExpr("key", key), new NamedExpr("text", text)));
    LogicalPlan sorted =
        new LogicalPlan.Sort(
            new LogicalPlan.Distinct(values), List.of(Plans.column(values, 0).ascending()));
    LogicalPlan first = new LogicalPlan.Limit(sorted, 0, MAX_VALUES + 1L);
    Set<String> texts = new LinkedHashSet<>();
    context.catalogue().rows(first).forEach(row -> texts.add(String.valueOf(row.getLast())));
    return texts;
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
      List<Scope.StarColumn> groups,
      List<Cell> cells,
      List<Expr> aggregates) {
    List<Expr> groupKeys = groups.stream().map(Scope.StarColumn::value).toList();
    List<Integer> all = IntStream.range(0, groupKeys.size()).boxed().toList();
    AggregateStage stage = new AggregateStage(context, from.plan(), groupKeys, List.of(all));
    List<NamedExpr> columns = new ArrayList<>();
    for (Scope.StarColumn group : groups) {
      columns.add(new NamedExpr(group.name(), stage.above(group.value(), pivot.span())));
    }
    for (Cell cell : cells) {
      for (int i = 0; i < aggregates.size(); i++) {
        String name = name(pivot, cell, i, columns.size() + 1);
        Expr filtered =
            cell.conditions().isEmpty()
                ? aggregates.get(i)
                : filtered(aggregates.get(i), cell.condition());
        columns.add(new NamedExpr(name, stage.above(filtered, pivot.span())));
      }
    }
    if (columns.isEmpty()) {
      throw context.error(pivot.span(), "PIVOT makes no column: its key has no value");
    }
    LogicalPlan plan = Plans.project(stage.plan(), columns);
    return RelationBinder.aliased(context, plan, null, pivot.alias());
  }

  private String name(Relation.Pivot pivot, Cell cell, int index, int position) {
    List<Query.SelectItem> aggregates = pivot.aggregates();
    if (aggregates.isEmpty()) {
      return cell.name();
    }
    Query.SelectItem aggregate = aggregates.get(index);
    boolean isSole = aggregates.size() == 1 && !pivot.keys().isEmpty();
    if (isSole && aggregate.alias() == null) {
      return cell.name();
    }
    String own =
        aggregate.alias() != null
            ? aggregate.alias().text()
            : context.name(aggregate.span(), position);
    return pivot.keys().isEmpty() ? own : cell.name() + "_" + own;
  }

  /** Returns the name of a value's column: its text, without the quotes of a literal. */
  private String named(Expression value, int position) {
    return switch (value) {
      case Expression.TextLiteral literal -> literal.value();
      case Expression.NullLiteral _ -> "NULL";
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
