package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.binder.scope.NameIndex;
import dev.heddle.planner.sql.binder.scope.SchemaNames;
import dev.heddle.planner.sql.binder.scope.Scope;
import dev.heddle.planner.sql.binder.scope.ScopeTable;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The bound items of one select list, with stars written out, and their aliases. */
final class SelectList {
  private final BindContext context;
  private final Scope scope;
  private final List<SelectItem> items = new ArrayList<>();
  private final AliasExpansion expansion = new AliasExpansion(i -> items.get(i).expr());
  private final Map<String, Integer> exact = new HashMap<>();
  private final Map<String, List<Integer>> folded = new HashMap<>();
  private @Nullable ExpressionBinder binder;

  SelectList(BindContext context, Scope scope) {
    this.context = context;
    this.scope = scope;
  }

  List<SelectItem> items() {
    return items;
  }

  /** Binds the items of a SELECT, which may name the aliases to their left. */
  void bind(Query.Select select, ExpressionBinder expressions) {
    binder = expressions;
    if (select.items().isEmpty()) {
      addStar(new Expression.Star(null, List.of(), List.of(), select.span()));
    }
    for (Query.SelectItem item : select.items()) {
      if (item.value() instanceof Expression.Star star) {
        addStar(star);
      } else if (!addUnnest(item)) {
        add(item);
      }
    }
    if (items.isEmpty()) {
      throw context.error(select.span(), "the select list is empty");
    }
  }

  private ExpressionBinder binder() {
    return java.util.Objects.requireNonNull(binder, "nothing is bound");
  }

  private void add(Query.SelectItem item) {
    Expr expr = binder().bind(item.value());
    String name =
        item.alias() != null
            ? item.alias().text()
            : item.value() instanceof Expression.ColumnReference column
                ? column.parts().getLast().text()
                : context.name(item.span(), items.size() + 1);
    add(new SelectItem(name, item.alias(), expr, item.value().span()));
  }

  private void add(SelectItem item) {
    int position = items.size();
    items.add(item);
    if (item.alias() != null) {
      exact.putIfAbsent(item.alias().text(), position);
      folded
          .computeIfAbsent(item.alias().text().toLowerCase(Locale.ROOT), n -> new ArrayList<>())
          .add(position);
    }
  }

  /** Adds {@code unnest(value)}, of a struct its fields; returns whether the item is one. */
  private boolean addUnnest(Query.SelectItem item) {
    if (!(item.value() instanceof Expression.Call call)
        || !call.name().getLast().text().equalsIgnoreCase("unnest")
        || call.arguments().size() != 1
        || call.over() != null) {
      return false;
    }
    Expression argument = call.arguments().getFirst().value();
    Expr value = binder().bind(argument);
    if (!(binder().type(value) instanceof DataType.Struct struct)) {
      Expr element = binder().element(value, argument.span());
      String name =
          item.alias() != null ? item.alias().text() : context.name(item.span(), items.size() + 1);
      add(new SelectItem(name, item.alias(), element, call.span()));
      return true;
    }
    addFields(value, struct, call.span());
    return true;
  }

  private void addFields(Expr value, DataType.Struct struct, Span span) {
    for (String field : struct.names()) {
      Expr part = binder().call(ScalarFunction.FIELD, span, value, LiteralBinder.text(field));
      add(new SelectItem(field, null, part, span));
    }
  }

  private void addStar(Expression.Star star) {
    if (star.of() == null) {
      if (scope.tables().isEmpty()) {
        throw context.error(star.span(), "* needs a FROM clause");
      }
      addStar(star, scope.star());
      return;
    }
    if (star.of() instanceof Expression.ColumnReference reference) {
      ScopeTable table = binder().names().table(reference.parts());
      if (table != null) {
        List<Scope.StarColumn> columns = new ArrayList<>();
        for (int i = 0; i < table.columns().names().size(); i++) {
          columns.add(new Scope.StarColumn(table.columns().names().get(i), table.value(i)));
        }
        addStar(star, columns);
        return;
      }
      List<Name> parts = reference.parts();
      Name name = parts.getLast();
      boolean isTable =
          parts.size() == 1 || SchemaNames.find(parts.subList(0, parts.size() - 1)) != null;
      if (isTable && binder().names().resolve(parts) == null) {
        throw context.error(name.span(), Scope.missing("table", name, scope.tableNames()));
      }
    }
    Expr value = binder().bind(star.of());
    if (!(binder().type(value) instanceof DataType.Struct struct)) {
      throw context.error(
          star.span(),
          "only a table or a struct has columns for *, not " + binder().type(value).sqlName());
    }
    List<Scope.StarColumn> columns = new ArrayList<>();
    for (String field : struct.names()) {
      columns.add(
          new Scope.StarColumn(
              field, Expr.Call.of(ScalarFunction.FIELD, value, LiteralBinder.text(field))));
    }
    addStar(star, columns);
  }

  private void addStar(Expression.Star star, List<Scope.StarColumn> columns) {
    List<String> names = columns.stream().map(Scope.StarColumn::name).toList();
    NameIndex index = new NameIndex(names);
    boolean[] isExcluded = new boolean[columns.size()];
    Expr[] values = columns.stream().map(Scope.StarColumn::value).toArray(Expr[]::new);
    for (Name name : star.excluded()) {
      for (int at : positions(index, name)) {
        isExcluded[at] = true;
      }
    }
    for (Expression.Replacement replacement : star.replaced()) {
      Expr value = binder().bind(replacement.value());
      for (int at : positions(index, replacement.name())) {
        values[at] = value;
      }
    }
    for (int i = 0; i < values.length; i++) {
      if (!isExcluded[i]) {
        add(new SelectItem(names.get(i), null, values[i], star.span()));
      }
    }
  }

  private List<Integer> positions(NameIndex index, Name name) {
    List<Integer> found =
        index.exact(name).isEmpty() ? index.ignoringCase(name) : index.exact(name);
    if (found.isEmpty()) {
      throw context.error(name.span(), Scope.missing("column", name, index.names()));
    }
    return found;
  }

  /** Returns the position of the item with an alias; -1 if there is none. */
  int position(Name alias) {
    Integer found = exact.get(alias.text());
    if (found != null) {
      return found;
    }
    List<Integer> others =
        alias.isQuoted()
            ? List.of()
            : folded.getOrDefault(alias.text().toLowerCase(Locale.ROOT), List.of());
    if (others.size() > 1) {
      String first = items.get(others.get(0)).name();
      String second = items.get(others.get(1)).name();
      if (!first.equals(second)) {
        throw NameIndex.ambiguousCase(context, "column", alias, first, second);
      }
    }
    return others.isEmpty() ? -1 : others.getFirst();
  }

  /** Returns the position of the only selected column of a name, without alias; -1 if none is. */
  int column(Name name) {
    int found = -1;
    for (int i = 0; i < items.size(); i++) {
      SelectItem item = items.get(i);
      if (name.mayMean(item.name())
          && item.alias() == null
          && item.expr() instanceof Expr.BoundColumn) {
        if (found >= 0) {
          return -1;
        }
        found = i;
      }
    }
    return found;
  }

  /** Returns the expression of an alias: a plain value itself, else its placeholder. */
  @Nullable Expr alias(Name name) {
    int position = position(name);
    return position < 0 ? null : value(position);
  }

  /** Returns the column of an item: a plain value itself, else its placeholder. */
  Expr value(int position) {
    SelectItem item = items.get(position);
    return Exprs.isPlain(item.expr())
        ? item.expr()
        : Placeholders.alias(position, item.name(), binder().typer().type(item.expr()));
  }

  /** Returns an expression with aliases replaced by their expressions. */
  Expr expanded(Expr expr) {
    return expansion.of(expr);
  }

  /** Returns how many nodes an expression has with aliases replaced by their expressions. */
  double expandedSize(Expr expr) {
    return expandedSize(expr, new HashMap<>());
  }

  private double expandedSize(Expr expr, Map<Integer, Double> known) {
    int item = Placeholders.item(expr);
    if (item >= 0) {
      Double found = known.get(item);
      if (found == null) {
        found = expandedSize(items.get(item).expr(), known);
        known.put(item, found);
      }
      return found;
    }
    double size = 1;
    for (Expr child : expr.children()) {
      size += expandedSize(child, known);
    }
    return size;
  }

  /** Computes the items that an expression names as columns below it. It is the last value. */
  AliasLayers layers(LogicalPlan input, Expr expr) {
    Set<Integer> named = new HashSet<>();
    addNamed(expr, named);
    List<Expr> given = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      given.add(named.contains(i) ? items.get(i).expr() : LiteralBinder.nothing());
    }
    given.add(expr);
    return new AliasLayers(input, given);
  }

  private void addNamed(Expr expr, Set<Integer> named) {
    ExprParts.forEach(
        expr,
        part -> {
          int item = Placeholders.item(part);
          if (item >= 0 && named.add(item)) {
            addNamed(items.get(item).expr(), named);
          }
        });
  }

  /** Returns such an expression; fails if an alias is of a value that changes each time. */
  Expr expandedOnce(Expr expr, Span span) {
    Expr whole = expanded(expr);
    if (whole != expr && ExprParts.any(expr, this::isVolatileAlias)) {
      throw context.error(
          span,
          "an alias of an expression that gives another value each time cannot be used here; select"
              + " it in a query below");
    }
    return whole;
  }

  private boolean isVolatileAlias(Expr expr) {
    int item = Placeholders.item(expr);
    return item >= 0 && ExprParts.isVolatile(expanded(items.get(item).expr()));
  }
}
