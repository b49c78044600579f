package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.GeneratorCalls;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.binder.scope.NameIndex;
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
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The bound items of one select list, with stars written out, and their aliases. */
final class SelectList {
  private final BindContext context;
  private final List<SelectItem> items = new ArrayList<>();
  private final AliasExpansion expansion = new AliasExpansion(i -> items.get(i).expr());
  private final Map<String, Integer> exact = new HashMap<>();
  private final Map<String, List<Integer>> folded = new HashMap<>();
  private @Nullable ExpressionBinder binder;

  SelectList(BindContext context) {
    this.context = context;
  }

  List<SelectItem> items() {
    return items;
  }

  /** Binds the items of a SELECT, which may name the aliases to their left. */
  void bind(Query.Select select, ExpressionBinder expressions) {
    binder = expressions;
    if (select.items().isEmpty()) {
      addStar(Expression.Star.all(select.span()));
    }
    for (Query.SelectItem item : select.items()) {
      if (item.value() instanceof Expression.Star star) {
        addStar(star);
      } else {
        binder().stars().forEach(() -> addOne(item));
      }
    }
    if (items.isEmpty()) {
      throw context.error(select.span(), "the select list is empty");
    }
  }

  private ExpressionBinder binder() {
    return java.util.Objects.requireNonNull(binder, "nothing is bound");
  }

  private void addOne(Query.SelectItem item) {
    if (!addUnnest(item)) {
      add(item);
    }
  }

  private void add(Query.SelectItem item) {
    Expr value = binder().bind(item.value());
    Name alias = alias(item);
    boolean asksForAlias = alias != null && CallBinder.asksForAlias(item.value(), context);
    Expr expr = asksForAlias ? LiteralBinder.text(alias.text()) : value;
    add(new SelectItem(name(item), alias, expr, item.value().span()));
  }

  /** Returns the alias, in which the column that COLUMNS stands for is written out. */
  private @Nullable Name alias(Query.SelectItem item) {
    return item.alias() == null ? null : binder().stars().named(item.alias());
  }

  private String name(Query.SelectItem item) {
    Name alias = alias(item);
    String column = binder().stars().name();
    return alias != null
        ? alias.text()
        : column != null
            ? column
            : item.value() instanceof Expression.ColumnReference reference
                ? declared(reference.parts())
                : context.name(item.span(), items.size() + 1);
  }

  /** Returns the name of a column as its table has it, whatever its case in the text. */
  private String declared(List<Name> parts) {
    Name written = parts.getLast();
    Set<String> alike = new TreeSet<>();
    for (ScopeTable table : binder().scope().tables()) {
      String name = table.name();
      boolean isMeant = name != null && parts.size() == 2 && parts.getFirst().mayMean(name);
      if (parts.size() == 1 || isMeant) {
        table.columns().names().stream().filter(written::mayMean).forEach(alike::add);
      }
    }
    return alike.size() == 1 ? alike.iterator().next() : written.text();
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

  /**
   * Adds {@code unnest(value)}, of a struct its fields; returns whether the item is one. With
   * {@code recursive := true} lists in lists, and the structs in them, are unnested too.
   */
  private boolean addUnnest(Query.SelectItem item) {
    if (!(item.value() instanceof Expression.Call written)) {
      return false;
    }
    boolean isMacro = context.catalogue().macro(null, written.name().getLast().text()) != null;
    Expression.Call generator = isMacro ? null : GeneratorCalls.asUnnest(written);
    Expression.Call call = generator == null ? written : generator;
    if (!call.name().getLast().text().equalsIgnoreCase("unnest")
        || call.arguments().isEmpty()
        || call.over() != null) {
      return false;
    }
    int depth = SelectUnnests.depth(binder(), call);
    if (depth < 1) {
      return false;
    }
    Expression argument = call.arguments().getFirst().value();
    Expr value = binder().bind(argument);
    if (!(binder().type(value) instanceof DataType.Struct struct)) {
      Expr list = value;
      int level = 1;
      while (level < depth
          && binder().type(list) instanceof DataType.ListOf(DataType inner)
          && inner instanceof DataType.ListOf) {
        list = binder().call(ScalarFunction.FLATTEN, argument.span(), list);
        level++;
      }
      Expr element = binder().element(list, level, argument.span());
      if (level < depth && binder().type(element) instanceof DataType.Struct fields) {
        addFields(element, fields, call.span(), depth - level);
        return true;
      }
      add(new SelectItem(name(item), alias(item), element, call.span()));
      return true;
    }
    addFields(value, struct, call.span(), depth);
    return true;
  }

  /** Adds the fields of a struct, and of structs in it down to a depth. */
  private void addFields(Expr value, DataType.Struct struct, Span span, int depth) {
    for (String field : struct.names()) {
      Expr part = binder().call(ScalarFunction.FIELD, span, value, LiteralBinder.text(field));
      if (depth > 1 && binder().type(part) instanceof DataType.Struct inner) {
        addFields(part, inner, span, depth - 1);
      } else {
        add(new SelectItem(field, null, part, span));
      }
    }
  }

  private void addStar(Expression.Star star) {
    for (Scope.StarColumn column : binder().stars().columns(star)) {
      add(new SelectItem(column.name(), null, column.value(), star.span()));
    }
  }

  /** Returns the position of the item with an alias; -1 if there is none. */
  int position(Name alias) {
    Integer found = exact.get(alias.text());
    if (found != null) {
      return found;
    }
    List<Integer> others = folded.getOrDefault(alias.text().toLowerCase(Locale.ROOT), List.of());
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
