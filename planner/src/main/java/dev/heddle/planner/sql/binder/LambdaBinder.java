package dev.heddle.planner.sql.binder;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.Lambdas;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.expr.catalogue.CallShape;
import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.expr.catalogue.FunctionEntry;
import dev.heddle.frame.expr.catalogue.LambdaEntry;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.binder.scope.NameIndex;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Binds calls with a function over elements among their arguments. */
final class LambdaBinder {
  private static final String ELEMENT = "element";
  private static final String POSITION = "position";

  private final ExpressionBinder expressions;
  private final Deque<Parameters> open = new ArrayDeque<>();

  private record Parameters(List<Name> names, List<Expr> values) {}

  LambdaBinder(ExpressionBinder expressions) {
    this.expressions = expressions;
  }

  /** Returns the parameter of a name, of the innermost function that has one; null if none has. */
  @Nullable Expr parameter(Name name) {
    for (Parameters parameters : open) {
      List<String> names = parameters.names().stream().map(Name::text).toList();
      int at = new NameIndex(names).sole(expressions.context(), "parameter", name);
      if (at >= 0) {
        return parameters.values().get(at);
      }
    }
    return null;
  }

  /** Fails inside of a function over elements. */
  void requireNone(Span span) {
    if (!open.isEmpty()) {
      throw expressions.error(
          span, "a function over a list's elements cannot have a subquery; join first");
    }
  }

  static boolean isLambda(Expression expression) {
    return expression instanceof Expression.Arrow || expression instanceof Expression.Lambda;
  }

  /** Binds a call of a function of the catalogue that takes such a function. */
  Expr call(LambdaEntry entry, Expression.Call call) {
    List<Expr> arguments = new ArrayList<>();
    Expression lambda = null;
    Expression finish = null;
    for (Expression.Argument given : call.arguments()) {
      Expression argument = given.value();
      if (lambda == null && isLambda(argument)) {
        lambda = argument;
      } else if (finish == null && isLambda(argument) && entry.isReduction()) {
        finish = argument;
      } else {
        arguments.add(expressions.bind(argument));
      }
    }
    if (lambda == null && isNamedAggregate(call)) {
      FunctionEntry named =
          FunctionCatalogue.pick("list_aggregate", CallShape.of(arguments.size()));
      return expressions.checked(named.build(CallParts.of(arguments)), call.span());
    }
    if (lambda == null || arguments.isEmpty()) {
      throw expressions.error(call.span(), entry.usage());
    }
    if (expressions.type(arguments.getFirst()).equals(DataType.NULL)) {
      return LiteralBinder.nothing();
    }
    boolean isFromZero = call.name().getLast().text().equalsIgnoreCase("transform");
    Expr built = built(entry, arguments, lambda, call.span(), isFromZero);
    if (finish == null) {
      return built;
    }
    List<Name> names = names(finish);
    if (names.size() != 1) {
      throw expressions.error(finish.span(), "the last function takes the result alone: x -> x");
    }
    return expressions.checked(bound(names, List.of(built), body(finish)), call.span());
  }

  /** Whether a call is {@code aggregate(list, 'min')}. */
  private static boolean isNamedAggregate(Expression.Call call) {
    return call.name().getLast().text().equalsIgnoreCase("aggregate")
        && call.arguments().size() > 1
        && call.arguments().get(1).value() instanceof Expression.TextLiteral;
  }

  private static Expression body(Expression lambda) {
    return switch (lambda) {
      case Expression.Arrow arrow -> arrow.body();
      case Expression.Lambda plain -> plain.body();
      default -> throw new IllegalArgumentException("No lambda: " + lambda);
    };
  }

  private Expr built(
      LambdaEntry entry, List<Expr> arguments, Expression lambda, Span span, boolean isFromZero) {
    List<Name> names = names(lambda);
    Expression body = body(lambda);
    return isFromZero && names.size() == 2
        ? made(entry, arguments, names.size(), values -> bound(names, fromZero(values), body), span)
        : made(entry, arguments, names, body, span);
  }

  /** An element and its position, counted from 0. */
  private static List<Expr> fromZero(List<Expr> values) {
    return List.of(values.get(0), values.get(1).minus(LiteralBinder.integer(1)));
  }

  private Expr made(
      LambdaEntry entry, List<Expr> arguments, List<Name> names, Expression body, Span span) {
    return made(entry, arguments, names.size(), values -> bound(names, values, body), span);
  }

  private Expr made(
      LambdaEntry entry,
      List<Expr> arguments,
      int parameters,
      Function<List<Expr>, Expr> body,
      Span span) {
    Expr call;
    try {
      call = entry.build(arguments, parameters, body, this::witness);
    } catch (AnalysisException e) {
      throw isPlaced(e) ? e : expressions.context().located(e, span);
    }
    return expressions.checked(call, span);
  }

  /**
   * Returns a null of a list's type, so that parameters do not repeat the list, which may hold
   * other such calls; the list itself while its type depends on what is not known yet.
   */
  private Expr witness(Expr list) {
    boolean isOpen =
        ExprParts.any(
            list,
            part ->
                part instanceof Expr.OuterName
                    || (part instanceof Expr.Parameter parameter && parameter.isUntyped()));
    return isOpen ? list : Lambdas.typed(expressions.typer(), list);
  }

  private static boolean isPlaced(AnalysisException e) {
    return String.valueOf(e.getMessage()).endsWith(")")
        && String.valueOf(e.getMessage()).contains(" (line ");
  }

  private List<Name> names(Expression lambda) {
    if (lambda instanceof Expression.Lambda plain) {
      return plain.parameters();
    }
    Expression left = ((Expression.Arrow) lambda).left();
    List<Expression> parts =
        left instanceof Expression.RowValue row ? row.elements() : List.of(left);
    List<Name> names = new ArrayList<>();
    for (Expression part : parts) {
      if (!(part instanceof Expression.ColumnReference column) || column.parts().size() != 1) {
        throw expressions.error(part.span(), "a parameter such as x is expected before ->");
      }
      names.add(column.parts().getFirst());
    }
    return names;
  }

  /** Positions are those in the whole list: elements are filtered beside theirs. */
  private Expr withPositions(Expression.ListComprehension list, Expr elements) {
    LambdaEntry transform = new LambdaEntry(ScalarFunction.LIST_TRANSFORM);
    Expr pairs =
        transform.build(
            List.of(elements),
            2,
            given ->
                Expr.Call.of(
                    ScalarFunction.STRUCT_OF,
                    LiteralBinder.text(ELEMENT),
                    given.get(0),
                    LiteralBinder.text(POSITION),
                    given.get(1)),
            this::witness);
    Expr kept =
        new LambdaEntry(ScalarFunction.LIST_FILTER)
            .build(List.of(pairs), 1, pair -> ofPair(list, pair, list.condition()), this::witness);
    Expr values =
        transform.build(List.of(kept), 1, pair -> ofPair(list, pair, list.value()), this::witness);
    return expressions.checked(values, list.span());
  }

  private Expr ofPair(Expression.ListComprehension list, List<Expr> pair, Expression expression) {
    List<Expr> fields =
        Stream.of(ELEMENT, POSITION)
            .map(
                field ->
                    (Expr)
                        Expr.Call.of(
                            ScalarFunction.FIELD, pair.getFirst(), LiteralBinder.text(field)))
            .toList();
    return bound(list.parameters(), fields, expression);
  }

  private Expr bound(List<Name> names, List<Expr> values, Expression body) {
    open.push(new Parameters(names, values));
    try {
      return expressions.bind(body);
    } finally {
      open.pop();
    }
  }

  /** Binds {@code [value for x in list if condition]}. */
  Expr comprehension(Expression.ListComprehension list) {
    Expr elements = expressions.bind(list.list());
    if (list.condition() != null && list.parameters().size() > 1) {
      return withPositions(list, elements);
    }
    if (list.condition() != null) {
      elements =
          made(
              new LambdaEntry(ScalarFunction.LIST_FILTER),
              List.of(elements),
              list.parameters(),
              list.condition(),
              list.span());
    }
    return made(
        new LambdaEntry(ScalarFunction.LIST_TRANSFORM),
        List.of(elements),
        list.parameters(),
        list.value(),
        list.span());
  }
}
