package dev.heddle.planner.sql.binder;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.expr.WindowSpec;
import dev.heddle.frame.expr.catalogue.AggregateEntry;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.expr.catalogue.CallShape;
import dev.heddle.frame.expr.catalogue.ExprFunction;
import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.expr.catalogue.FunctionEntry;
import dev.heddle.frame.expr.catalogue.FunctionKind;
import dev.heddle.frame.expr.catalogue.LambdaEntry;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.expr.catalogue.WindowEntry;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.expr.catalogue.definition.OrderedWindowCalls;
import dev.heddle.frame.expr.catalogue.definition.TypedCalls;
import dev.heddle.planner.sql.LinearFill;
import dev.heddle.planner.sql.SessionValue;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.binder.scope.EvaluatedOnce;
import dev.heddle.planner.sql.binder.scope.ListAggregation;
import dev.heddle.planner.sql.binder.scope.MacroExpansion;
import dev.heddle.planner.sql.binder.scope.NamedArguments;
import dev.heddle.planner.sql.binder.scope.NamedValues;
import dev.heddle.planner.sql.binder.scope.Scope;
import dev.heddle.planner.sql.binder.scope.UserCalls;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Macro;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.OrderItem;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Binds calls of functions by the catalogue. */
final class CallBinder {
  private static final String ALIAS = "alias";

  private final ExpressionBinder expressions;
  private final WindowBinder windows;
  private int aggregateDepth; // of calls whose arguments are being bound
  private int windowDepth;

  CallBinder(ExpressionBinder expressions) {
    this.expressions = expressions;
    this.windows = new WindowBinder(expressions);
  }

  /** Returns whether the arguments of an aggregate are being bound. */
  boolean isInAggregate() {
    return aggregateDepth > 0;
  }

  Expr bind(Expression.Call call) {
    Name name = call.name().getLast();
    if (call.name().size() > 1) {
      List<Name> owner = call.name().subList(0, call.name().size() - 1);
      if (expressions.names().resolve(owner) != null) { // column.function(...)
        Span span = owner.getFirst().span().to(owner.getLast().span());
        return bind(call.on(name, new Expression.ColumnReference(owner, span)));
      }
      return expressions.bind(MacroExpansion.inSchema(expressions.context(), owner, call));
    }
    Macro macro = expressions.context().catalogue().macro(null, name.text());
    if (macro != null) {
      return expressions.bind(MacroExpansion.value(expressions.context(), macro, call));
    }
    switch (name.text().toLowerCase(Locale.ROOT)) {
      case "unnest" -> {
        return unnest(call);
      }
      case "grouping", "grouping_id" -> {
        return grouping(call);
      }
      case "struct_pack" -> {
        return struct(call);
      }
      case "getvariable", "current_setting" -> {
        return NamedValues.of(expressions.context(), call);
      }
      case ALIAS -> {
        return alias(call, name);
      }
      case "fill" -> {
        if (call.over() != null) {
          return fill(call);
        }
      }
      default -> {
        // A function of the catalogue.
      }
    }
    Expr sorted = windows.sortedList(call);
    if (sorted != null) {
      return sorted;
    }
    Expression aggregation = ListAggregation.query(call);
    if (aggregation != null) {
      return expressions.bind(aggregation);
    }
    UserCalls own = new UserCalls(expressions.context());
    UserFunction function = own.function(name.text(), call.arguments().size());
    if (function != null) {
      own.requirePlain(function, call);
      return expressions.checked(new Expr.UserCall(function, arguments(call, null)), call.span());
    }
    ExprFunction aggregate = own.aggregate(call);
    if (aggregate != null) {
      return call.over() != null ? over(aggregate, call) : aggregate(aggregate, call);
    }
    Optional<SessionValue> value = SessionValue.function(name.text());
    return value.isPresent()
        ? NamedValues.of(expressions.context(), value.get(), call)
        : catalogued(NamedArguments.inOrder(expressions.context(), call), name);
  }

  private Expr unnest(Expression.Call call) {
    SelectUnnests unnests = expressions.unnests();
    if (unnests == null || call.over() != null || aggregateDepth > 0 || windowDepth > 0) {
      throw expressions.error(
          call.span(),
          "unnest is a column of a SELECT, or follows FROM; compute on it in a query around"
              + " this one");
    }
    if (call.arguments().size() != 1) {
      throw expressions.error(
          call.span(), "unnest takes 1 argument, not " + call.arguments().size());
    }
    Expression argument = call.arguments().getFirst().value();
    return unnests.add(expressions, expressions.bind(argument), argument.span());
  }

  private Expr grouping(Expression.Call call) {
    List<Expr> keys = arguments(call, null);
    if (keys.isEmpty()) {
      throw expressions.error(call.span(), "grouping takes the keys of GROUP BY");
    }
    requireAggregates(call.span(), "grouping");
    return new Expr.Aggregate(AggregateFunction.GROUPING, keys, false, null, List.of());
  }

  private Expr struct(Expression.Call call) {
    List<Expr> arguments = new ArrayList<>();
    for (Expression.Argument argument : call.arguments()) {
      if (argument.value() instanceof Expression.SelectedColumns columns && columns.isUnpacked()) {
        for (Scope.StarColumn column : expressions.stars().columns(columns)) {
          arguments.add(LiteralBinder.text(column.name()));
          arguments.add(column.value());
        }
        continue;
      }
      String name =
          argument.name() != null
              ? argument.name().text()
              : argument.value() instanceof Expression.ColumnReference column
                  ? column.parts().getLast().text()
                  : "";
      if (name.isEmpty()) {
        throw expressions.error(
            argument.value().span(), "a field of struct_pack has a name: name := value");
      }
      arguments.add(LiteralBinder.text(name));
      arguments.add(expressions.bind(argument.value()));
    }
    return expressions.call(ScalarFunction.STRUCT_OF, call.span(), arguments);
  }

  /** Returns whether an expression is the name of a column, which an alias beside it changes. */
  static boolean asksForAlias(Expression expression, BindContext context) {
    return expression instanceof Expression.Call call
        && call.name().size() == 1
        && call.name().getFirst().text().equalsIgnoreCase(ALIAS)
        && context.catalogue().macro(null, call.name().getFirst().text()) == null;
  }

  /** The name that a value has as a column. */
  private Expr alias(Expression.Call call, Name function) {
    List<Expr> arguments = arguments(call, null);
    if (arguments.size() != 1) {
      throw expressions.error(
          call.span(), function.text() + " takes 1 argument, not " + arguments.size());
    }
    return LiteralBinder.text(arguments.getFirst().outputName());
  }

  private static boolean isCountOfAll(Expression.Call call) {
    return call.arguments().size() == 1
        && call.arguments().getFirst().value() instanceof Expression.Star star
        && star.isAll();
  }

  /** Returns how many arguments there are, with all columns of {@code *COLUMNS(...)}. */
  private int count(Expression.Call call) {
    int count = 0;
    for (Expression.Argument argument : call.arguments()) {
      count += isUnpacked(argument) ? unpacked(argument).size() : 1;
    }
    return count;
  }

  private static boolean isUnpacked(Expression.Argument argument) {
    return argument.value() instanceof Expression.SelectedColumns columns && columns.isUnpacked();
  }

  private List<Expr> unpacked(Expression.Argument argument) {
    return expressions.stars().values((Expression.SelectedColumns) argument.value());
  }

  private Expr catalogued(Expression.Call call, Name name) {
    boolean isCountOfAll = name.text().equalsIgnoreCase("count") && isCountOfAll(call);
    if (isCountOfAll && call.isDistinct()) {
      throw expressions.error(
          call.span(), "count(DISTINCT *) is not supported; count rows of SELECT DISTINCT");
    }
    int count = isCountOfAll ? 0 : count(call);
    boolean hasLambda = call.arguments().stream().anyMatch(a -> LambdaBinder.isLambda(a.value()));
    List<OrderItem> order = call.orderBy().isEmpty() ? call.withinGroup() : call.orderBy();
    CallShape shape =
        new CallShape(
            count, call.isDistinct(), call.filter() != null, !order.isEmpty(), call.over() != null);
    FunctionEntry entry = pick(name, shape, hasLambda, call.span());
    if (entry instanceof LambdaEntry lambda) {
      return expressions.lambdas().call(lambda, call);
    }
    if (hasLambda) {
      throw expressions.error(
          call.span(),
          name.text().toLowerCase(Locale.ROOT)
              + " takes no function such as x -> x + 1; list_transform, list_filter and list_reduce"
              + " do");
    }
    if (call.nulls() != null
        && call.nulls() == Expression.NullsOption.IGNORE
        && entry instanceof AggregateEntry aggregate
        && aggregate.function().keepsNulls()
        && (call.over() == null || !aggregate.function().picksRow())) {
      throw expressions.error(
          call.span(), entry.displayName() + " takes no IGNORE NULLS; leave nulls out by FILTER");
    }
    return switch (entry.kind()) {
      case SCALAR -> scalar(entry, call);
      case AGGREGATE -> call.over() != null ? over(entry, call) : aggregate(entry, call);
      case WINDOW -> over(entry, call);
    };
  }

  private FunctionEntry pick(Name name, CallShape shape, boolean hasLambda, Span span) {
    if (hasLambda) {
      for (FunctionEntry entry : FunctionCatalogue.find(name.text())) {
        if (entry instanceof LambdaEntry) {
          return entry;
        }
      }
    }
    if (FunctionCatalogue.find(name.text()).isEmpty()) {
      List<String> names = new ArrayList<>(FunctionCatalogue.names());
      new UserCalls(expressions.context()).addNames(names);
      throw expressions.error(name.span(), NearestNames.missing("function", name.text(), names));
    }
    try {
      return FunctionCatalogue.pick(name.text(), shape);
    } catch (AnalysisException e) {
      throw expressions.context().located(e, span);
    }
  }

  private Expr scalar(FunctionEntry entry, Expression.Call call) {
    List<Expr> arguments = arguments(call, entry);
    return built(entry, CallParts.of(arguments), call);
  }

  private Expr built(FunctionEntry entry, CallParts parts, Expression.Call call) {
    Expr made = located(call.span(), () -> Exprs.withPlainNulls(typed(entry, parts, call)));
    return expressions.checked(
        made, call.span(), call.arguments().stream().map(Expression.Argument::value).toList());
  }

  private Expr typed(FunctionEntry entry, CallParts parts, Expression.Call call) {
    if (entry instanceof ExprFunction function) {
      requireStable(function, parts, call);
    }
    return entry.kind() == FunctionKind.AGGREGATE && parts.count() > 0
        ? TypedCalls.build(entry, parts, each -> expressions.typer().type(each).type())
        : entry.build(parts);
  }

  private void requireStable(ExprFunction function, CallParts parts, Expression.Call call) {
    for (Expr repeated : function.repeated(parts)) {
      if (ExprParts.isVolatileInEachPlace(repeated) && !EvaluatedOnce.isMarked(repeated)) {
        throw expressions.error(
            call.span(),
            function.displayName()
                + " evaluates "
                + repeated
                + " more than once, and it gives another value each time; select it as a column"
                + " in a query below");
      }
    }
  }

  private List<Expr> arguments(Expression.Call call, @Nullable FunctionEntry entry) {
    List<Expr> arguments = new ArrayList<>();
    boolean isCountOfAll =
        entry instanceof AggregateEntry aggregate
            && aggregate.function() == AggregateFunction.COUNT_ALL;
    if (isCountOfAll) {
      return arguments;
    }
    for (Expression.Argument argument : call.arguments()) {
      if (argument.name() != null && entry != null && entry.takesNames()) {
        arguments.add(expressions.bind(argument.value()).named(argument.name().text()));
        continue;
      }
      if (argument.name() != null) {
        throw expressions.error(
            argument.name().span(),
            call.name().getLast().text().toLowerCase(Locale.ROOT)
                + " takes no argument by name; leave \""
                + argument.name().text()
                + "\" out");
      }
      if (isUnpacked(argument)) {
        arguments.addAll(unpacked(argument));
        continue;
      }
      boolean isUnit =
          entry != null
              && entry.takesUnit(arguments.size())
              && argument.value() instanceof Expression.ColumnReference column
              && column.parts().size() == 1
              && isUnit(column);
      arguments.add(
          isUnit
              ? LiteralBinder.text(
                  ((Expression.ColumnReference) argument.value()).parts().getFirst().text())
              : expressions.bind(argument.value()));
    }
    return arguments;
  }

  /** A word that is neither a unit nor a column fails as a unit. */
  private boolean isUnit(Expression.ColumnReference word) {
    return FunctionCatalogue.isTimeUnit(word.parts().getFirst().text())
        || expressions.names().resolve(word.parts()) == null;
  }

  // Aggregates

  private void requireAggregates(Span span, String name) {
    Clause clause = expressions.clause();
    if (aggregateDepth > 0) {
      throw expressions.error(
          span, "aggregate " + name + " cannot be inside another; aggregate a query");
    }
    if (!clause.takesAggregates()) {
      throw expressions.error(
          span,
          "aggregate "
              + name
              + " cannot be in "
              + clause.title()
              + (clause == Clause.WHERE ? "; use HAVING" : ""));
    }
  }

  private CallParts parts(@Nullable FunctionEntry entry, Expression.Call call) {
    List<Expr> arguments = arguments(call, entry);
    List<SortKey> keys = new ArrayList<>();
    for (OrderItem item : call.orderBy().isEmpty() ? call.withinGroup() : call.orderBy()) {
      keys.add(windows.sortKey(item));
    }
    Expr filter = call.filter() == null ? null : expressions.condition(call.filter());
    if (call.nulls() == Expression.NullsOption.IGNORE
        && entry instanceof AggregateEntry aggregate
        && aggregate.function().keepsNulls()) {
      Expr isThere = arguments.getFirst().isNotNull();
      filter = filter == null ? isThere : filter.and(isThere);
    }
    NullTreatment nulls =
        call.nulls() == Expression.NullsOption.IGNORE
            ? NullTreatment.IGNORE
            : NullTreatment.RESPECT;
    return new CallParts(arguments, call.isDistinct(), filter, keys, nulls);
  }

  private Expr aggregate(FunctionEntry entry, Expression.Call call) {
    aggregateDepth++;
    CallParts parts;
    try {
      parts = EvaluatedOnce.marked(parts(entry, call), call.span());
    } finally {
      aggregateDepth--;
    }
    Expr made = built(entry, parts, call);
    if (parts.orderBy().stream()
        .anyMatch(key -> ExprParts.any(key.expr(), Expr.BoundColumn.class::isInstance))) {
      requireAggregates(call.span(), entry.displayName()); // of this query, if the order is
      return made;
    }
    return owned(made, entry.displayName(), call.span());
  }

  /** Returns the aggregate, or what it is here if it belongs to an enclosing query. */
  Expr owned(Expr made, String name, Span span) {
    OuterArguments outer = expressions.outer();
    if (outer != null && Exprs.isOfOuterColumnsAlone(made)) {
      Expr outside = outer.outside(made);
      return outer.inside(outer.outer().calls().owned(outside, name, span));
    }
    requireAggregates(span, name);
    return made;
  }

  /** Binds {@code fill(x) OVER (ORDER BY y)}, or with the order behind x. */
  private Expr fill(Expression.Call call) {
    requireWindow("fill", call);
    windowDepth++;
    try {
      CallParts parts = parts(null, call);
      WindowSpec window = windows.bind(requireNonNull(call.over()));
      ExprTyper typer = expressions.typer();
      Expr made = located(call.span(), () -> LinearFill.of(parts, window, typer));
      return expressions.checked(made, call.span());
    } finally {
      windowDepth--;
    }
  }

  private Expr located(Span span, Supplier<Expr> made) {
    try {
      return made.get();
    } catch (AnalysisException e) {
      throw expressions.context().located(e, span);
    }
  }

  private void requireWindow(String function, Expression.Call call) {
    Clause clause = expressions.clause();
    if (!clause.takesWindows() || aggregateDepth > 0 || windowDepth > 0) {
      String place =
          aggregateDepth > 0
              ? "an aggregate"
              : windowDepth > 0 ? "another window function" : clause.title();
      throw expressions.error(
          call.span(),
          "window function "
              + function
              + " cannot be in "
              + place
              + (clause == Clause.WHERE ? "; use QUALIFY" : "; compute it in a query below"));
    }
  }

  private Expr over(FunctionEntry entry, Expression.Call call) {
    requireWindow(entry.displayName(), call);
    windowDepth++;
    try {
      CallParts parts = parts(entry, call);
      WindowSpec window = windows.bind(requireNonNull(call.over()));
      if (entry instanceof WindowEntry(WindowFunction function)
          && !parts.orderBy().isEmpty()
          && !call.isFromLast()) {
        Span span = call.span();
        Expr made = located(span, () -> OrderedWindowCalls.over(function, parts, window));
        return expressions.checked(made, span);
      }
      Expr made = built(entry, parts, call);
      Expr over = ExprFunction.over(made, window);
      if (call.isFromLast()) {
        requireNthValue(made, call);
        over = ExprFunction.over(made, WindowBinder.reversed(window));
      }
      return expressions.checked(over, call.span());
    } finally {
      windowDepth--;
    }
  }

  private void requireNthValue(Expr made, Expression.Call call) {
    if (!(made instanceof Expr.WindowCall window)
        || window.function() != WindowFunction.NTH_VALUE) {
      throw expressions.error(call.span(), "FROM LAST goes with nth_value only");
    }
  }
}
