package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.expr.WindowFrame;
import dev.heddle.frame.expr.WindowSpec;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedAggregate;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Puts the clauses of a SELECT together in the order in which they are evaluated: WHERE, grouping,
 * HAVING, windows, QUALIFY, unnested lists, DISTINCT ON, columns, DISTINCT, ORDER BY. Lists whose
 * elements are grouped by are unnested before.
 */
final class SelectAssembly {
  private final BindContext context;
  private final SelectParts parts;
  private final SelectList list;
  private final List<Expr> values = new ArrayList<>(); // of the items, over the plan so far
  private List<SortKey> order = List.of();
  private List<Expr> distinctOn = List.of();
  private List<Expr> lists = List.of();
  private List<Expr> keys; // of GROUP BY
  private @Nullable Expr having;
  private @Nullable Expr qualify;
  private LogicalPlan plan;

  SelectAssembly(BindContext context, SelectParts parts) {
    this.context = context;
    this.parts = parts;
    this.list = parts.list();
    this.plan = parts.from().plan();
    this.keys = parts.keys();
    this.having = parts.having();
    this.qualify = parts.qualify();
  }

  /**
   * Returns the rows.
   *
   * @param distinct keys of DISTINCT ON; empty for DISTINCT; null without
   * @param sortKeys keys over the row of FROM
   */
  LogicalPlan plan(@Nullable List<Expr> distinct, List<SortKey> sortKeys) {
    list.items().forEach(item -> values.add(item.expr()));
    order = sortKeys;
    distinctOn = distinct == null ? List.of() : distinct;
    lists = parts.lists();
    if (parts.where() != null) {
      refuseElements(parts.where(), "WHERE");
      plan = new LogicalPlan.Filter(plan, parts.where());
    }
    if (keys.stream().anyMatch(Placeholders::hasList)) {
      unnest();
    }
    aggregate();
    windows();
    if (qualify != null) {
      refuseElements(qualify, "QUALIFY");
      plan = new LogicalPlan.Filter(plan, qualify);
    }
    unnest();
    if (!distinctOn.isEmpty()) {
      keepFirst();
    }
    return ordered(distinct != null && distinctOn.isEmpty());
  }

  private static List<SortKey> mapped(List<SortKey> keys, UnaryOperator<Expr> operator) {
    return keys.stream()
        .map(key -> new SortKey(operator.apply(key.expr()), key.direction(), key.nulls()))
        .toList();
  }

  /** Returns what writes out the items as they are now. */
  private AliasExpansion expansion() {
    return new AliasExpansion(List.copyOf(values)::get);
  }

  private void mapAll(UnaryOperator<Expr> operator) {
    values.replaceAll(operator);
    order = mapped(order, operator);
    distinctOn = distinctOn.stream().map(operator).toList();
    lists = lists.stream().map(operator).toList();
    qualify = qualify == null ? null : operator.apply(qualify);
  }

  /** Refuses what is computed before the lists of the select list are unnested. */
  private void refuseElements(Expr expr, String place) {
    if (!parts.lists().isEmpty() && Placeholders.hasList(expr)) {
      throw context.error(
          parts.select().span(),
          place + " cannot read an unnest of the same SELECT; write it in a query around this one");
    }
  }

  private boolean anyPart(java.util.function.Predicate<Expr> condition) {
    return values.stream().anyMatch(condition)
        || order.stream().anyMatch(key -> condition.test(key.expr()))
        || distinctOn.stream().anyMatch(condition)
        || lists.stream().anyMatch(condition)
        || (qualify != null && condition.test(qualify));
  }

  // Grouping

  private void aggregate() {
    boolean isGrouped = parts.sets() != null || having != null || anyPart(Exprs::hasAggregate);
    if (!isGrouped) {
      return;
    }
    List<List<Integer>> sets = parts.sets() == null ? List.of(List.of()) : parts.sets();
    AggregateStage stage = new AggregateStage(context, plan, keys, sets);
    for (int i = 0; i < values.size(); i++) {
      Span span = list.items().get(i).span();
      values.set(i, stage.above(writtenOutInside(values.get(i)), span));
    }
    Span whole = parts.select().span();
    UnaryOperator<Expr> above = expr -> stage.above(writtenOutInside(expr), whole);
    order = mapped(order, above);
    distinctOn = distinctOn.stream().map(above).toList();
    lists = lists.stream().map(above).toList();
    qualify = qualify == null ? null : above.apply(qualify);
    Expr condition = having == null ? null : stage.above(having, parts.select().having().span());
    plan = stage.plan();
    if (condition != null) {
      refuseElements(condition, "HAVING");
      plan = new LogicalPlan.Filter(plan, condition);
    }
  }

  /** Returns an item whose aggregates and windows name no alias; elsewhere aliases stay. */
  private Expr writtenOutInside(Expr expr) {
    return ExprRewriter.replace(expr, this::writtenOutCall);
  }

  private @Nullable Expr writtenOutCall(Expr expr) {
    return switch (expr) {
      case Expr.Aggregate call -> {
        Expr whole = list.expanded(call);
        refuseElements(whole, "an aggregate");
        if (whole.children().stream().anyMatch(Exprs::hasAggregate)) {
          throw context.error(
              parts.select().span(),
              "aggregate " + call + " cannot contain an alias of an aggregate");
        }
        yield whole;
      }
      case Expr.Over over -> {
        Expr whole = list.expanded(over);
        refuseElements(whole, "a window");
        yield whole;
      }
      default -> null;
    };
  }

  // Windows

  private void windows() {
    if (!anyPart(Exprs::hasWindow)) {
      return;
    }
    WindowStage stage = new WindowStage(plan);
    mapAll(expr -> stage.above(writtenOutInside(expr)));
    plan = stage.plan();
  }

  private void keepFirst() {
    mapAll(expansion()::of);
    WindowSpec window =
        new WindowSpec(
            distinctOn, order, order.isEmpty() ? WindowFrame.WHOLE : WindowFrame.RUNNING);
    Expr.Over number = Expr.WindowCall.of(WindowFunction.ROW_NUMBER).over(window);
    WindowStage stage = new WindowStage(plan);
    Expr position = stage.above(number);
    plan = stage.plan();
    Expr isFirst = Expr.Call.of(ScalarFunction.EQ, position, new Expr.Literal(1L, DataType.INT64));
    plan = new LogicalPlan.Filter(plan, isFirst);
  }

  // Lists

  private void unnest() {
    if (lists.isEmpty()) {
      return;
    }
    List<Expr> whole = lists.stream().map(expansion()::of).toList();
    for (Expr list : whole) {
      refuseElements(list, "unnest");
      if (Exprs.hasAggregate(list) || Exprs.hasWindow(list)) {
        throw context.error(
            parts.select().span(),
            "GROUP BY cannot read an unnest of aggregates; write it in a query around this one");
      }
    }
    lists = List.of();
    plan = Plans.unnestTogether(plan, whole, parts.depths(), "unnest");
    Expr column = Plans.column(plan, plan.schema().size() - 1);
    UnaryOperator<Expr> read = expr -> elements(expr, column, whole.size());
    mapAll(read);
    keys = keys.stream().map(read).toList();
    having = having == null ? null : read.apply(having);
  }

  private static Expr elements(Expr expr, Expr column, int count) {
    return ExprRewriter.replace(
        expr,
        part -> {
          int at = Placeholders.list(part);
          return at < 0 ? null : Plans.zippedElement(column, at, count);
        });
  }

  // Columns and order

  private LogicalPlan ordered(boolean isDistinct) {
    AliasLayers layers = new AliasLayers(plan, values);
    plan = layers.plan();
    List<Expr> outputs = layers.values();
    List<NamedExpr> columns = new ArrayList<>();
    for (int i = 0; i < outputs.size(); i++) {
      columns.add(new NamedExpr(list.items().get(i).name(), outputs.get(i)));
    }
    int width = columns.size();
    List<SortKey> keys = new ArrayList<>();
    for (SortKey key : order) {
      Expr value = layers.above(key.expr());
      if (value instanceof Expr.Literal) {
        continue;
      }
      int at = outputs.indexOf(value);
      if (at < 0) {
        at = columns.size();
        columns.add(new NamedExpr("$key" + at, value));
        outputs.add(value);
      }
      keys.add(
          new SortKey(
              new Expr.BoundColumn(at, columns.get(at).name()), key.direction(), key.nulls()));
    }
    LogicalPlan rows = Plans.project(plan, columns);
    if (isDistinct) {
      rows = columns.size() == width ? new LogicalPlan.Distinct(rows) : distinct(rows, width);
    }
    if (keys.isEmpty()) {
      return rows;
    }
    LogicalPlan sorted = new LogicalPlan.Sort(rows, keys);
    return columns.size() == width ? sorted : Plans.first(sorted, width);
  }

  /** Returns the different rows of the first columns, each with the keys of its first row. */
  private static LogicalPlan distinct(LogicalPlan rows, int width) {
    List<NamedExpr> groups = Plans.columns(rows).subList(0, width);
    List<NamedAggregate> first = new ArrayList<>();
    List<Field> fields = new ArrayList<>(rows.schema().fields().subList(0, width));
    for (int i = width; i < rows.schema().size(); i++) {
      Field field = rows.schema().field(i);
      first.add(
          new NamedAggregate(
              field.name(), Expr.Aggregate.of(AggregateFunction.FIRST, Plans.column(rows, i))));
      fields.add(new Field(field.name(), field.type(), true));
    }
    List<Integer> all = IntStream.range(0, width).boxed().toList();
    return new LogicalPlan.Aggregate(rows, groups, first, List.of(all), new Schema(fields));
  }
}
