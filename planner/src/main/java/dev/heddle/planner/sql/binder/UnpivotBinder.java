package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.binder.scope.From;
import dev.heddle.planner.sql.binder.scope.Scope;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.SyntaxTree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Binds {@code t UNPIVOT (v FOR k IN (a, b))}: a row for each of the columns, with its name in
 * {@code k} and its value in {@code v}. Rows without a value are left out unless NULLs are
 * included.
 */
final class UnpivotBinder {
  private final BindContext context;
  private final QueryBinder queries;
  private final RelationBinder relations;
  private final @Nullable OuterArguments outer;

  UnpivotBinder(
      BindContext context,
      QueryBinder queries,
      RelationBinder relations,
      @Nullable OuterArguments outer) {
    this.context = context;
    this.queries = queries;
    this.relations = relations;
    this.outer = outer;
  }

  From bind(Relation.Unpivot unpivot) {
    From from = relations.bind(unpivot.input(), outer);
    ExpressionBinder binder =
        new ExpressionBinder(
            context, queries, from.scope(), ClauseContext.of(Clause.SELECT), outer);
    Set<Expr> used = new HashSet<>();
    List<Expr> rows = new ArrayList<>();
    for (Relation.UnpivotColumns columns : unpivot.columns()) {
      boolean isSelection =
          columns.columns().size() == 1
              && (columns.columns().getFirst() instanceof Expression.Star
                  || columns.columns().getFirst() instanceof Expression.SelectedColumns);
      if (isSelection) {
        for (Scope.StarColumn column : selected(columns.columns().getFirst(), binder)) {
          rows.add(
              row(
                  unpivot,
                  List.of(column.value()),
                  List.of(),
                  List.of(column.name()),
                  binder,
                  used));
        }
      } else {
        rows.add(row(unpivot, columns, binder, used));
      }
    }
    Expr list = binder.call(ScalarFunction.LIST_OF, unpivot.span(), rows);
    LogicalPlan plan = Plans.unnest(from.plan(), list, "$entry");
    Expr entry = Plans.column(plan, plan.schema().size() - 1);
    List<NamedExpr> columns = new ArrayList<>();
    for (Scope.StarColumn column : from.scope().star()) {
      if (!used.contains(column.value())) {
        columns.add(new NamedExpr(column.name(), column.value()));
      }
    }
    List<Expr> values = new ArrayList<>();
    for (Name key : unpivot.keys()) {
      columns.add(new NamedExpr(key.text(), field(entry, "k" + key.text())));
    }
    for (Name value : unpivot.values()) {
      Expr field = field(entry, "v" + value.text());
      values.add(field);
      columns.add(new NamedExpr(value.text(), field));
    }
    if (!unpivot.includesNulls()) {
      List<Expr> present = values.stream().map(Expr::isNotNull).toList();
      plan =
          new LogicalPlan.Filter(
              plan,
              present.size() == 1 ? present.getFirst() : new Expr.Call(ScalarFunction.OR, present));
    }
    return RelationBinder.aliased(context, Plans.project(plan, columns), null, unpivot.alias());
  }

  private static Expr field(Expr struct, String name) {
    return Expr.Call.of(ScalarFunction.FIELD, struct, LiteralBinder.text(name));
  }

  private static List<Scope.StarColumn> selected(Expression written, ExpressionBinder binder) {
    return written instanceof Expression.Star star
        ? binder.stars().columns(star)
        : binder.stars().columns((Expression.SelectedColumns) written);
  }

  private Expr row(
      Relation.Unpivot unpivot,
      Relation.UnpivotColumns columns,
      ExpressionBinder binder,
      Set<Expr> used) {
    List<Expression> keys =
        columns.key() == null
            ? List.of()
            : columns.key() instanceof Expression.RowValue row
                ? row.elements()
                : List.of(columns.key());
    List<Expression> written = columns.columns().stream().map(UnpivotBinder::column).toList();
    List<Expr> values = binder.bindAll(written);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < written.size(); i++) {
      names.add(name(written.get(i), values.get(i), binder.scope()));
    }
    return row(unpivot, values, keys, names, binder, used);
  }

  /** Returns the column that a constant names, as PIVOT has made it of one; else what there is. */
  private static Expression column(Expression written) {
    String name =
        switch (written) {
          case Expression.NumberLiteral number -> number.digits();
          case Expression.TextLiteral text -> text.value();
          default -> null;
        };
    Span span = written.span();
    return name == null
        ? written
        : new Expression.ColumnReference(List.of(new Name(name, true, span)), span);
  }

  private Expr row(
      Relation.Unpivot unpivot,
      List<Expr> values,
      List<Expression> keys,
      List<String> names,
      ExpressionBinder binder,
      Set<Expr> used) {
    if (values.size() != unpivot.values().size()
        || (!keys.isEmpty() && keys.size() != unpivot.keys().size())) {
      throw context.error(
          unpivot.span(), "UNPIVOT takes one column in each entry for each name of a value");
    }
    for (Expr value : values) {
      ExprParts.forEach(
          value,
          part -> {
            if (part instanceof Expr.BoundColumn) {
              used.add(part);
            }
          });
    }
    List<Expr> arguments = new ArrayList<>();
    for (int i = 0; i < unpivot.keys().size(); i++) {
      arguments.add(LiteralBinder.text("k" + unpivot.keys().get(i).text()));
      arguments.add(
          keys.isEmpty() ? LiteralBinder.text(String.join("_", names)) : key(keys.get(i), binder));
    }
    for (int i = 0; i < values.size(); i++) {
      arguments.add(LiteralBinder.text("v" + unpivot.values().get(i).text()));
      arguments.add(values.get(i));
    }
    return binder.call(ScalarFunction.STRUCT_OF, unpivot.span(), arguments);
  }

  /** Returns the key behind AS: a constant, or an alias. */
  private static Expr key(Expression key, ExpressionBinder binder) {
    return key instanceof Expression.ColumnReference alias && alias.parts().size() == 1
        ? LiteralBinder.text(alias.parts().getFirst().text())
        : binder.bind(key);
  }

  /** Returns the name of a column as its table has it, of an expression that of its column. */
  private String name(Expression written, Expr value, Scope scope) {
    List<Expression.ColumnReference> columns = new ArrayList<>();
    boolean unused =
        SyntaxTree.any(
            written,
            node -> {
              if (node instanceof Expression.ColumnReference column) {
                columns.add(column);
              }
              return false;
            });
    if (columns.size() != 1) {
      return context.name(written.span(), 1);
    }
    Expression.ColumnReference reference = columns.getFirst();
    String text = reference.parts().getLast().text();
    Expr plain = value;
    while (plain instanceof Expr.Cast cast) {
      plain = cast.operand();
    }
    for (Scope.StarColumn each : scope.star()) {
      if (each.value().equals(plain) && text.equalsIgnoreCase(each.name())) {
        return each.name();
      }
    }
    return text;
  }
}
