package dev.heddle.planner.sql.binder.scope;

import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Expression.ColumnReference;
import dev.heddle.planner.sql.tree.Macro;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.SyntaxTree;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Writes out calls of macros: the body with arguments in the places of parameters. What is wrong in
 * the body is an error at the call. Names in it that are no parameters mean what they do there.
 */
public final class MacroExpansion {
  private final BindContext context;
  private final Macro macro;
  private final Expression.Call call;

  private MacroExpansion(BindContext context, Macro macro, Expression.Call call) {
    this.context = context;
    this.macro = macro;
    this.call = call;
  }

  /** Returns the expression that a call stands for. */
  public static Expression value(BindContext context, Macro macro, Expression.Call call) {
    return (Expression) new MacroExpansion(context, macro, call).expanded();
  }

  /**
   * Returns the expression that a call with a schema before its name stands for.
   *
   * @param qualifiers what is written before the macro's own name
   * @throws dev.heddle.frame.error.AnalysisException if there is no such macro
   */
  public static Expression inSchema(
      BindContext context, List<Name> qualifiers, Expression.Call call) {
    Name name = call.name().getLast();
    SchemaName schema = SchemaNames.find(context.catalogue(), qualifiers);
    Macro macro = schema == null ? null : context.catalogue().macro(schema, name.text());
    if (macro == null) {
      throw context.error(
          call.name().getFirst().span(),
          "no function \""
              + String.join(".", call.name().stream().map(Name::text).toList())
              + "\"; "
              + (schema == null
                  ? "functions have no schema, and there is no such column"
                  : "schema " + schema.name() + " has no macro of that name"));
    }
    return value(context, macro, call);
  }

  /** Returns the query that a call in FROM stands for. */
  public static Query query(BindContext context, Macro macro, Expression.Call call) {
    return (Query) new MacroExpansion(context, macro, call).expanded();
  }

  private Record expanded() {
    boolean isPlain =
        !call.isDistinct()
            && call.orderBy().isEmpty()
            && call.withinGroup().isEmpty()
            && call.filter() == null
            && call.nulls() == null
            && call.over() == null;
    if (!isPlain) {
      throw context.error(
          call.span(),
          "macro "
              + name()
              + " takes arguments alone; write DISTINCT, ORDER BY, FILTER and OVER in it");
    }
    Macro.Form form = form();
    List<Expression> values = values(form);
    return SyntaxTree.replaced(form.body(), replacement(form.parameters(), values));
  }

  private String name() {
    return macro.name().text();
  }

  /** Returns the form whose parameters the arguments fit. */
  private Macro.Form form() {
    int given = call.arguments().size();
    for (Macro.Form form : macro.forms()) {
      long needed = form.parameters().stream().filter(p -> p.otherwise() == null).count();
      if (given >= needed && given <= form.parameters().size()) {
        return form;
      }
    }
    List<String> forms = new ArrayList<>();
    for (Macro.Form form : macro.forms()) {
      List<String> names = form.parameters().stream().map(p -> p.name().text()).toList();
      forms.add(name() + "(" + String.join(", ", names) + ")");
    }
    throw context.error(
        call.span(),
        "macro "
            + name()
            + " does not take "
            + given
            + (given == 1 ? " argument" : " arguments")
            + "; it is "
            + String.join(" or ", forms));
  }

  private List<Expression> values(Macro.Form form) {
    List<@Nullable Expression> values = new ArrayList<>();
    form.parameters().forEach(p -> values.add(null));
    for (int i = 0; i < call.arguments().size(); i++) {
      Expression.Argument argument = call.arguments().get(i);
      int at = argument.name() == null ? i : position(form, argument.name());
      if (values.get(at) != null) {
        throw context.error(
            argument.value().span(),
            "parameter \"" + form.parameters().get(at).name().text() + "\" is given twice");
      }
      values.set(at, argument.value());
    }
    List<Expression> all = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      Macro.Parameter parameter = form.parameters().get(i);
      Expression value = values.get(i);
      if (value == null && parameter.otherwise() == null) {
        throw context.error(
            call.span(), "macro " + name() + " needs \"" + parameter.name().text() + "\"");
      }
      all.add(value != null ? value : atCall(parameter.otherwise()));
    }
    return all;
  }

  private int position(Macro.Form form, Name wanted) {
    List<String> names = form.parameters().stream().map(p -> p.name().text()).toList();
    int at = new NameIndex(names).sole(context, "parameter", wanted);
    if (at < 0) {
      throw context.error(wanted.span(), Scope.missing("parameter", wanted, names));
    }
    return at;
  }

  private Expression atCall(Expression value) {
    return SyntaxTree.replaced(value, node -> node instanceof Span ? call.span() : null);
  }

  private UnaryOperator<@Nullable Object> replacement(
      List<Macro.Parameter> parameters, List<Expression> values) {
    return new UnaryOperator<>() {
      @Override
      public @Nullable Object apply(@Nullable Object node) {
        return switch (node) {
          case Span _ -> call.span();
          case Expression.Star star when star.of() == null || !star.isAll() -> star(star);
          case ColumnReference column -> argument(column);
          case null, default -> null;
        };
      }

      /** Names behind a star are of its own columns. */
      private Expression star(Expression.Star star) {
        List<Expression.Replacement> replaced = new ArrayList<>();
        for (Expression.Replacement each : star.replaced()) {
          replaced.add(
              new Expression.Replacement(SyntaxTree.replaced(each.value(), this), each.name()));
        }
        return new Expression.Star(
            star.of(), star.excluded(), replaced, star.renamed(), call.span());
      }

      private @Nullable Expression argument(ColumnReference column) {
        Name first = column.parts().getFirst();
        for (int i = 0; i < parameters.size(); i++) {
          if (first.mayMean(parameters.get(i).name().text())) {
            Expression value = values.get(i);
            for (Name field : column.parts().subList(1, column.parts().size())) {
              value = new Expression.FieldAccess(value, field, call.span());
            }
            return value;
          }
        }
        return null;
      }
    };
  }
}
