package dev.heddle.planner.sql.binder;

import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.GeneratorCalls;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.binder.scope.From;
import dev.heddle.planner.sql.binder.scope.Scope;
import dev.heddle.planner.sql.binder.scope.TypeBinder;
import dev.heddle.planner.sql.binder.scope.UserCalls;
import dev.heddle.planner.sql.reader.FileReferences;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Relation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Binds functions in FROM: readers of files, {@code range}, {@code unnest} and those of the user's
 * own that give lists.
 */
final class TableFunctionBinder {
  private static final List<String> NAMES =
      Stream.concat(
              Stream.of("generate_series", "json_each", "json_tree", "range", "unnest"),
              FileReferences.readers().stream())
          .sorted()
          .toList();

  /** The name of rows that are always the fields of structs. */
  private static final String FIELDS = "rows";

  private final BindContext context;
  private final QueryBinder queries;

  TableFunctionBinder(BindContext context, QueryBinder queries) {
    this.context = context;
    this.queries = queries;
  }

  From bind(Relation.Function function, @Nullable OuterArguments outer) {
    Expression.Call call = function.call();
    Name name = call.name().getLast();
    String lower = name.text().toLowerCase(Locale.ROOT);
    List<String> system = context.catalogue().systemFunctions();
    if (call.name().size() == 1 && system.contains(lower)) {
      return system(lower, function);
    }
    boolean isGenerator = GeneratorCalls.NAMES.contains(lower);
    boolean isKnown = isGenerator || NAMES.contains(lower);
    UserCalls own = new UserCalls(context);
    UserFunction rows =
        call.name().size() == 1 ? own.function(name.text(), call.arguments().size()) : null;
    if (rows != null && !isKnown) {
      return userRows(rows, function, outer);
    }
    if (call.name().size() > 1 || !isKnown) {
      List<String> all = new ArrayList<>(NAMES);
      all.addAll(system);
      own.addRowFunctions(all);
      Collections.sort(all);
      throw context.error(name.span(), NearestNames.missing("table function", name.text(), all));
    }
    return switch (lower) {
      case "range" -> series(ScalarFunction.RANGE, lower, function, outer);
      case "generate_series" -> series(ScalarFunction.GENERATE_SERIES, lower, function, outer);
      case "unnest" -> unnest(function, lower, outer);
      case "json_each", "json_tree" -> unnest(ofParts(function), lower, outer);
      default -> {
        Expression.Call unnest = GeneratorCalls.asUnnest(call);
        if (isGenerator && unnest == null) {
          throw context.error(
              call.span(), lower + " does not take " + call.arguments().size() + " such arguments");
        }
        yield unnest == null
            ? reader(function)
            : unnest(
                ofList(function, unnest), unnest.arguments().size() > 1 ? FIELDS : "col", outer);
      }
    };
  }

  /** Returns what a function of the user's own gives: fields of structs, or other elements. */
  private From userRows(
      UserFunction rows, Relation.Function function, @Nullable OuterArguments outer) {
    Expression.Call call = function.call();
    if (!(rows.resultType() instanceof DataType.ListOf list)) {
      throw context.error(
          call.span(),
          rows.name()
              + " gives "
              + rows.resultType().sqlName()
              + ", which is no list of rows; call it in SELECT");
    }
    new UserCalls(context).requirePlain(rows, call);
    ExpressionBinder binder = binder(outer);
    List<Expr> arguments = new ArrayList<>();
    for (Expression.Argument argument : call.arguments()) {
      if (argument.name() != null) {
        throw context.error(argument.name().span(), rows.name() + " takes no argument by name");
      }
      arguments.add(binder.bind(argument.value()));
    }
    Expr made = binder.checked(new Expr.UserCall(rows, arguments), call.span());
    String name = rows.name().toLowerCase(Locale.ROOT);
    LogicalPlan unnest = unnested(function, made, name);
    if (!(list.element() instanceof DataType.Struct struct)) {
      return aliased(withoutRow(unnest, List.of(name)), name, function.alias(), true);
    }
    List<NamedExpr> columns = new ArrayList<>();
    Expr row = Plans.column(unnest, 1);
    for (String field : struct.names()) {
      Expr value = Expr.Call.of(ScalarFunction.FIELD, row, LiteralBinder.text(field));
      columns.add(new NamedExpr(field, value));
    }
    if (function.withOrdinality()) {
      columns.add(new NamedExpr("ordinality", Plans.column(unnest, 2)));
    }
    return aliased(Plans.project(unnest, columns), name, function.alias(), false);
  }

  private From system(String name, Relation.Function function) {
    if (!function.call().arguments().isEmpty() || function.withOrdinality()) {
      throw context.error(function.span(), name + " takes no arguments, and no WITH ORDINALITY");
    }
    return aliased(context.catalogue().systemRows(name), name, function.alias(), false);
  }

  private From reader(Relation.Function function) {
    Expression.Call call = function.call();
    if (function.withOrdinality()) {
      throw context.error(
          function.span(),
          "WITH ORDINALITY goes with unnest; a reader has the option file_row_number");
    }
    FileReferences.Reading reading;
    try {
      reading =
          FileReferences.reading(call, context.script(), new TypeBinder(context).optionTypes());
    } catch (IllegalArgumentException e) {
      throw context.error(call.span(), String.valueOf(e.getMessage()));
    }
    LogicalPlan plan = Plans.file(context.catalogue(), reading.source(), reading.binaryAsText());
    return aliased(plan, call.name().getLast().text(), function.alias(), false);
  }

  /**
   * Returns rows under a name; a column of elements, which is the first, takes the table's alias.
   */
  private From aliased(
      LogicalPlan plan, String name, Relation.@Nullable Alias alias, boolean isOfElements) {
    boolean namesColumn = isOfElements && alias != null && alias.columns().isEmpty();
    Relation.Alias named =
        namesColumn ? new Relation.Alias(alias.name(), List.of(alias.name())) : alias;
    From from = RelationBinder.aliased(context, plan, name, named);
    return namesColumn ? from.ofElements(name) : from;
  }

  private ExpressionBinder binder(@Nullable OuterArguments outer) {
    Scope nothing = Scope.empty(Plans.oneRow().schema());
    return new ExpressionBinder(context, queries, nothing, ClauseContext.of(Clause.FROM), outer);
  }

  private From series(
      ScalarFunction series,
      String name,
      Relation.Function function,
      @Nullable OuterArguments outer) {
    ExpressionBinder binder = binder(outer);
    List<Expr> arguments = new ArrayList<>();
    for (Expression.Argument argument : function.call().arguments()) {
      arguments.add(binder.bind(argument.value()));
    }
    Expr list = binder.call(series, function.call().span(), arguments);
    LogicalPlan unnest = unnested(function, list, name);
    return aliased(withoutRow(unnest, List.of(name)), name, function.alias(), true);
  }

  private static LogicalPlan unnested(Relation.Function function, Expr list, String name) {
    return function.withOrdinality()
        ? Plans.unnestWithOrdinality(Plans.oneRow(), list, name)
        : Plans.unnest(Plans.oneRow(), list, name);
  }

  /** Returns the columns behind that of the one row, under their names. */
  private static LogicalPlan withoutRow(LogicalPlan unnest, List<String> names) {
    List<NamedExpr> columns = new ArrayList<>();
    for (int i = 1; i < unnest.schema().size(); i++) {
      String name = i <= names.size() ? names.get(i - 1) : unnest.schema().field(i).name();
      columns.add(new NamedExpr(name, Plans.column(unnest, i)));
    }
    return Plans.project(unnest, columns);
  }

  /** Returns the lists of a function's rows as what is unnested. */
  private static Relation.Function ofParts(Relation.Function function) {
    Expression.Call call = function.call();
    Name name = new Name("unnest", false, call.name().getLast().span());
    return ofList(function, Expression.Call.of(name, List.of(call), call.span()));
  }

  private static Relation.Function ofList(Relation.Function function, Expression.Call call) {
    Expression list = call.arguments().getFirst().value();
    Expression.Call unnest =
        Expression.Call.of(call.name().getLast(), List.of(list), function.span());
    return new Relation.Function(
        unnest, function.isLateral(), function.withOrdinality(), function.alias(), function.span());
  }

  private From unnest(Relation.Function function, String name, @Nullable OuterArguments outer) {
    ExpressionBinder binder = binder(outer);
    SelectUnnests lists = new SelectUnnests();
    Expression.Call call = function.call();
    if (call.arguments().isEmpty()) {
      throw context.error(call.span(), "unnest takes a list");
    }
    for (Expression.Argument argument : call.arguments()) {
      lists.add(binder, binder.bind(argument.value()), argument.value().span());
    }
    boolean isOne = lists.lists().size() == 1;
    Expr list = binder.checked(Plans.zipped(lists.lists(), binder.typer()), call.span());
    LogicalPlan unnest = unnested(function, list, "unnest");
    Expr whole = Plans.column(unnest, 1);
    List<NamedExpr> columns = new ArrayList<>();
    List<Expr> elements = new ArrayList<>();
    for (int i = 0; i < lists.lists().size(); i++) {
      elements.add(Plans.zippedElement(whole, i, lists.lists().size()));
    }
    boolean keepsWhole =
        isOne
            && !name.equals(FIELDS)
            && function.alias() != null
            && function.alias().columns().size() == (function.withOrdinality() ? 2 : 1);
    ExprTyper typer = new ExprTyper(unnest.schema(), BindContext.ACTION);
    boolean isSpread = false;
    for (Expr each : elements) {
      if (!keepsWhole && typer.type(each).type() instanceof DataType.Struct struct) {
        isSpread = true;
        struct
            .names()
            .forEach(
                field ->
                    columns.add(
                        new NamedExpr(
                            field,
                            Expr.Call.of(ScalarFunction.FIELD, each, LiteralBinder.text(field)))));
      } else {
        columns.add(new NamedExpr(name.equals("col") ? name : "unnest", each));
      }
    }
    if (function.withOrdinality()) {
      columns.add(new NamedExpr("ordinality", Plans.column(unnest, 2)));
    }
    boolean isOfElements = isOne && !isSpread;
    return aliased(Plans.project(unnest, columns), name, function.alias(), isOfElements);
  }
}
