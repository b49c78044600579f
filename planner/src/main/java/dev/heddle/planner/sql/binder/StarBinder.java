package dev.heddle.planner.sql.binder;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.binder.scope.NameIndex;
import dev.heddle.planner.sql.binder.scope.SchemaNames;
import dev.heddle.planner.sql.binder.scope.Scope;
import dev.heddle.planner.sql.binder.scope.ScopeTable;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the columns that a star or {@code COLUMNS} stands for.
 *
 * <p>An expression with {@code COLUMNS} in it is bound once for each of its columns; several in one
 * expression go through theirs side by side. Which names a test or regular expression takes is
 * found by a query over the names, so that it means what it does everywhere.
 */
final class StarBinder {
  private static final String NAME = "name";
  private static final int NONE = -1;

  private final ExpressionBinder binder;
  private int at = NONE; // of the columns that COLUMNS stands for; NONE outside of forEach
  private int count; // of these columns; NONE if no COLUMNS has been met
  private @Nullable String name;
  private @Nullable Expression selector;

  StarBinder(ExpressionBinder binder) {
    this.binder = binder;
  }

  /** Runs what binds an expression: once, or once for each column of COLUMNS in it. */
  void forEach(Runnable body) {
    int outerAt = at;
    int outerCount = count;
    at = 0;
    count = NONE;
    try {
      do {
        name = null;
        body.run();
        at++;
      } while (at < count);
    } finally {
      at = outerAt;
      count = outerCount;
      name = null;
    }
  }

  /** Returns the name of the column that COLUMNS now stands for; null if there is no COLUMNS. */
  @Nullable String name() {
    return name;
  }

  /**
   * Returns an alias for the column that COLUMNS now stands for: {@code \\0} in it is the column's
   * name, {@code \\1} the first group of the regular expression in it.
   */
  Name named(Name alias) {
    if (name == null || alias.text().indexOf('\\') < 0) {
      return alias;
    }
    String text = alias.text();
    StringBuilder made = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char next = i + 1 < text.length() ? text.charAt(i + 1) : ' ';
      if (text.charAt(i) == '\\' && next >= '0' && next <= '9') {
        made.append(group(name, next - '0'));
        i++;
      } else {
        made.append(text.charAt(i));
      }
    }
    return new Name(made.toString(), true, alias.span());
  }

  private String group(String column, int group) {
    if (group == 0) {
      return column;
    }
    if (!(selector instanceof Expression.TextLiteral pattern)) {
      return "";
    }
    Expr found =
        Expr.Call.of(
            ScalarFunction.REGEXP_EXTRACT,
            LiteralBinder.text(column),
            LiteralBinder.text(pattern.value()),
            LiteralBinder.integer(group));
    LogicalPlan row = Plans.project(Plans.oneRow(), List.of(new NamedExpr(NAME, found)));
    return String.valueOf(rows(row).getFirst().getFirst());
  }

  private List<List<@Nullable Object>> rows(LogicalPlan plan) {
    return binder.context().catalogue().rows(plan);
  }

  /** Returns the column that COLUMNS stands for now. */
  Expr value(Expression.SelectedColumns columns) {
    if (at == NONE || columns.isUnpacked()) {
      throw binder.error(
          columns.span(),
          columns.isUnpacked()
              ? "*COLUMNS(...) is arguments of a function, or elements of a list"
              : "COLUMNS is part of a select list, of WHERE, HAVING, QUALIFY or ORDER BY");
    }
    List<Scope.StarColumn> all = columns(columns);
    if (count != NONE && count != all.size()) {
      throw binder.error(
          columns.span(),
          "COLUMNS stands for "
              + all.size()
              + " columns here and for "
              + count
              + " elsewhere in the expression");
    }
    count = all.size();
    if (name == null) {
      name = all.get(at).name();
      selector = columns.selector();
    }
    return all.get(at).value();
  }

  /** Returns all columns of COLUMNS. */
  List<Expr> values(Expression.SelectedColumns columns) {
    return columns(columns).stream().map(Scope.StarColumn::value).toList();
  }

  /** Returns the columns of COLUMNS with their names; fails if there is none. */
  List<Scope.StarColumn> columns(Expression.SelectedColumns columns) {
    List<Scope.StarColumn> selected = selected(columns.selector());
    if (selected.isEmpty()) {
      throw binder.error(
          columns.span(),
          "no column is selected of ["
              + String.join(", ", binder.scope().columnNames())
              + "]; a regular expression distinguishes case");
    }
    return selected;
  }

  private List<Scope.StarColumn> selected(Expression wanted) {
    return switch (wanted) {
      case Expression.Star star -> columns(star);
      case Expression.SelectedColumns columns -> selected(columns.selector());
      case Expression.PatternTest test when test.operand() instanceof Expression.Star star ->
          filtered(
              columns(star),
              NAME,
              new Expression.PatternTest(
                  test.kind(),
                  reference(NAME, test.span()),
                  test.pattern(),
                  test.escape(),
                  test.isNegated(),
                  test.span()));
      case Expression.Lambda lambda when lambda.parameters().size() == 1 ->
          filtered(star(), lambda.parameters().getFirst().text(), lambda.body());
      case Expression.Arrow arrow
          when arrow.left() instanceof Expression.ColumnReference parameter ->
          filtered(star(), parameter.parts().getLast().text(), arrow.body());
      case Expression.ListComprehension list
          when list.list() instanceof Expression.Star star && list.parameters().size() == 1 ->
          comprehended(columns(star), list);
      default -> constant(wanted);
    };
  }

  private List<Scope.StarColumn> star() {
    return binder.scope().star();
  }

  private static Expression.ColumnReference reference(String name, Span span) {
    return new Expression.ColumnReference(List.of(new Name(name, true, span)), span);
  }

  /** The names of columns as rows, and what binds expressions over them. */
  private record Names(LogicalPlan plan, ExpressionBinder binder) {}

  private Names names(List<Scope.StarColumn> columns, String parameter) {
    Schema schema =
        Schema.of(
            new Field(parameter, DataType.STRING, false), new Field("$at", DataType.INT64, false));
    List<List<Expr.Literal>> rows = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      rows.add(
          List.of(
              new Expr.Literal(columns.get(i).name(), DataType.STRING),
              new Expr.Literal((long) i, DataType.INT64)));
    }
    Scope scope = Scope.of(ScopeTable.of(null, schema.names(), schema), schema);
    return new Names(
        new LogicalPlan.Values(schema, rows),
        new ExpressionBinder(
            binder.context(), binder.queries(), scope, ClauseContext.of(Clause.WHERE), null));
  }

  /** Returns the columns whose names pass a test. */
  private List<Scope.StarColumn> filtered(
      List<Scope.StarColumn> columns, String parameter, Expression test) {
    Names names = names(columns, parameter);
    return filtered(columns, names, names.binder().condition(test));
  }

  private List<Scope.StarColumn> filtered(
      List<Scope.StarColumn> columns, Names names, Expr condition) {
    LogicalPlan passing = new LogicalPlan.Filter(names.plan(), condition);
    List<Integer> found = new ArrayList<>();
    for (List<@Nullable Object> row : rows(passing)) {
      found.add(((Number) requireNonNull(row.get(1), "a position")).intValue());
    }
    return found.stream().sorted().map(columns::get).toList();
  }

  private List<Scope.StarColumn> comprehended(
      List<Scope.StarColumn> columns, Expression.ListComprehension list) {
    Names names = names(columns, list.parameters().getFirst().text());
    LogicalPlan passing =
        list.condition() == null
            ? names.plan()
            : new LogicalPlan.Filter(names.plan(), names.binder().condition(list.condition()));
    LogicalPlan values =
        Plans.project(passing, List.of(new NamedExpr(NAME, names.binder().bind(list.value()))));
    return named(rows(values).stream().map(row -> row.getFirst()).toList(), list.span());
  }

  /** Returns the columns that a regular expression, or a list of names, selects. */
  private List<Scope.StarColumn> constant(Expression wanted) {
    if (wanted instanceof Expression.ColumnReference column) {
      throw binder.error(
          column.span(),
          "COLUMNS takes no column but texts with names; write '" + text(column) + "'");
    }
    ExpressionBinder constants = names(List.of(), NAME).binder().withoutRow(null);
    Expr value = constants.bind(wanted);
    Object selecting =
        value instanceof Expr.Literal literal
            ? literal.value()
            : rows(Plans.project(Plans.oneRow(), List.of(new NamedExpr(NAME, value))))
                .getFirst()
                .getFirst();
    if (selecting instanceof String pattern) {
      Names names = names(star(), NAME);
      Expr match =
          names
              .binder()
              .call(
                  ScalarFunction.REGEXP_MATCHES,
                  wanted.span(),
                  names.binder().bind(reference(NAME, wanted.span())),
                  LiteralBinder.text(pattern));
      return filtered(star(), names, match);
    }
    if (selecting instanceof List<?> list) {
      return named(list, wanted.span());
    }
    throw binder.error(
        wanted.span(),
        "COLUMNS takes a regular expression, a list of names, a star, or a function such as"
            + " c -> c LIKE 'n%'");
  }

  /** Returns the columns of some names, in their own order. */
  private List<Scope.StarColumn> named(List<?> wanted, Span span) {
    NameIndex index = new NameIndex(star().stream().map(Scope.StarColumn::name).toList());
    Set<Integer> positions = new HashSet<>();
    for (Object each : wanted) {
      positions.addAll(positions(index, new Name(String.valueOf(each), false, span)));
    }
    return positions.stream().sorted().map(star()::get).toList();
  }

  private List<Integer> positions(NameIndex index, Name wanted) {
    List<Integer> found =
        index.exact(wanted).isEmpty() ? index.ignoringCase(wanted) : index.exact(wanted);
    if (found.isEmpty()) {
      throw binder.error(wanted.span(), Scope.missing("column", wanted, index.names()));
    }
    return found;
  }

  // Stars

  /** Returns the columns of a star. */
  List<Scope.StarColumn> columns(Expression.Star star) {
    if (star.of() == null) {
      if (binder.scope().tables().isEmpty()) {
        throw binder.error(star.span(), "* needs a FROM clause");
      }
      return changed(star, star());
    }
    if (star.of() instanceof Expression.ColumnReference reference) {
      ScopeTable table = binder.names().table(reference.parts());
      if (table != null) {
        List<Scope.StarColumn> columns = new ArrayList<>();
        for (int i = 0; i < table.columns().names().size(); i++) {
          columns.add(new Scope.StarColumn(table.columns().names().get(i), table.value(i)));
        }
        return changed(star, columns);
      }
      List<Name> parts = reference.parts();
      Name last = parts.getLast();
      boolean isTable =
          parts.size() == 1
              || SchemaNames.find(binder.context().catalogue(), parts.subList(0, parts.size() - 1))
                  != null;
      if (isTable && binder.names().resolve(parts) == null) {
        throw binder.error(last.span(), Scope.missing("table", last, binder.scope().tableNames()));
      }
    }
    Expr value = binder.bind(star.of());
    if (!(binder.type(value) instanceof DataType.Struct struct)) {
      throw binder.error(
          star.span(),
          "only a table or a struct has columns for *, not " + binder.type(value).sqlName());
    }
    List<Scope.StarColumn> columns = new ArrayList<>();
    for (String field : struct.names()) {
      columns.add(
          new Scope.StarColumn(
              field, Expr.Call.of(ScalarFunction.FIELD, value, LiteralBinder.text(field))));
    }
    return changed(star, columns);
  }

  private List<Scope.StarColumn> changed(Expression.Star star, List<Scope.StarColumn> columns) {
    List<String> names = new ArrayList<>(columns.stream().map(Scope.StarColumn::name).toList());
    NameIndex index = new NameIndex(List.copyOf(names));
    boolean[] isExcluded = new boolean[columns.size()];
    Expr[] values = columns.stream().map(Scope.StarColumn::value).toArray(Expr[]::new);
    Set<String> excluded = new HashSet<>();
    for (Expression.ColumnReference column : star.excluded()) {
      if (!excluded.add(text(column).toLowerCase(Locale.ROOT))) {
        throw binder.error(column.span(), "column \"" + text(column) + "\" is excluded twice");
      }
      for (int position : positions(index, columns, column)) {
        isExcluded[position] = true;
      }
    }
    for (Expression.Replacement replacement : star.replaced()) {
      Expr value = binder.bind(replacement.value());
      for (int position : positions(index, replacement.name())) {
        requireKept(isExcluded[position], replacement.name(), "replaced");
        values[position] = value;
      }
    }
    for (Expression.Renaming renaming : star.renamed()) {
      for (int position : positions(index, columns, renaming.column())) {
        requireKept(isExcluded[position], renaming.column().parts().getLast(), "renamed");
        names.set(position, renaming.name().text());
      }
    }
    List<Scope.StarColumn> kept = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      if (!isExcluded[i]) {
        kept.add(new Scope.StarColumn(names.get(i), values[i]));
      }
    }
    return kept;
  }

  private void requireKept(boolean isExcluded, Name column, String what) {
    if (isExcluded) {
      throw binder.error(
          column.span(), "column \"" + column.text() + "\" is excluded, and cannot be " + what);
    }
  }

  private static String text(Expression.ColumnReference column) {
    return String.join(".", column.parts().stream().map(Name::text).toList());
  }

  /** Returns the positions of a name; with its table's name, of that table's column. */
  private List<Integer> positions(
      NameIndex index, List<Scope.StarColumn> columns, Expression.ColumnReference column) {
    if (column.parts().size() == 1) {
      return positions(index, column.parts().getFirst());
    }
    Expr wanted = binder.bind(column);
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).value().equals(wanted)) {
        found.add(i);
      }
    }
    if (found.isEmpty()) {
      throw binder.error(column.span(), "\"" + text(column) + "\" is no column of the star");
    }
    return found;
  }
}
