package dev.heddle.frame.expr.catalogue;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.expr.WindowFrame;
import dev.heddle.frame.expr.WindowSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * A function whose definition is an expression over others, and which is so computed, spilled and
 * distributed as those are. An aggregate's definition has aggregates inside; the filter of the call
 * goes to each of them.
 */
public final class ExprFunction implements FunctionEntry {
  /** Makes the expression of a call; the number of arguments has been checked. */
  @FunctionalInterface
  public interface Body {
    /** Returns the expression. */
    Expr build(CallParts parts);
  }

  private static final int NO_UNIT = -1;

  private final List<String> names;
  private final FunctionKind kind;
  private final int minArguments;
  private final int maxArguments;
  private final DistinctUse distinctUse;
  private final OrderUse orderUse;
  private final int unitArgument;
  private final boolean takesNames;
  private final Body body;

  private ExprFunction(
      List<String> names,
      FunctionKind kind,
      int minArguments,
      int maxArguments,
      DistinctUse distinctUse,
      OrderUse orderUse,
      int unitArgument,
      boolean takesNames,
      Body body) {
    this.names = Arguments.all(names, "names");
    this.kind = kind;
    this.minArguments = minArguments;
    this.maxArguments = maxArguments;
    this.distinctUse = requireNonNull(distinctUse, "distinctUse is null");
    this.orderUse = requireNonNull(orderUse, "orderUse is null");
    this.unitArgument = unitArgument;
    this.takesNames = takesNames;
    this.body = requireNonNull(body, "body is null");
  }

  /** Defines a scalar function; names are separated by commas. */
  public static ExprFunction scalar(String names, int minArguments, int maxArguments, Body body) {
    return new ExprFunction(
        List.of(requireNonNull(names, "names is null").split(",")),
        FunctionKind.SCALAR,
        minArguments,
        maxArguments,
        DistinctUse.REFUSED,
        OrderUse.IGNORED,
        NO_UNIT,
        false,
        body);
  }

  /** Defines an aggregate that no order matters to; names are separated by commas. */
  public static ExprFunction aggregate(
      String names, int minArguments, int maxArguments, DistinctUse distinctUse, Body body) {
    return new ExprFunction(
        List.of(requireNonNull(names, "names is null").split(",")),
        FunctionKind.AGGREGATE,
        minArguments,
        maxArguments,
        distinctUse,
        OrderUse.IGNORED,
        NO_UNIT,
        false,
        body);
  }

  /** Returns this function with another use of an order inside the call. */
  public ExprFunction withOrder(OrderUse use) {
    return new ExprFunction(
        names, kind, minArguments, maxArguments, distinctUse, use, unitArgument, takesNames, body);
  }

  /** Returns this function with an argument that is the name of a part of a time. */
  public ExprFunction withUnit(int argument) {
    return new ExprFunction(
        names, kind, minArguments, maxArguments, distinctUse, orderUse, argument, takesNames, body);
  }

  /**
   * Returns this function with arguments that have names, as in {@code struct_insert(s, a := 1)}.
   */
  public ExprFunction withNames() {
    return new ExprFunction(
        names, kind, minArguments, maxArguments, distinctUse, orderUse, unitArgument, true, body);
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public int minArguments() {
    return minArguments;
  }

  @Override
  public int maxArguments() {
    return maxArguments;
  }

  @Override
  public FunctionKind kind() {
    return kind;
  }

  @Override
  public DistinctUse distinctUse() {
    return distinctUse;
  }

  @Override
  public OrderUse orderUse() {
    return orderUse;
  }

  @Override
  public boolean takesUnit(int argument) {
    return argument == unitArgument;
  }

  @Override
  public boolean takesNames() {
    return takesNames;
  }

  @Override
  public Expr build(CallParts parts) {
    if (!takes(requireNonNull(parts, "parts is null").count())) {
      throw new AnalysisException(
          FunctionCatalogue.wrongCount(displayName(), List.of(this), parts.count()));
    }
    if (!parts.isDistinct() || distinctUse == DistinctUse.PASSED) {
      return built(parts);
    }
    if (distinctUse == DistinctUse.REFUSED) {
      throw new AnalysisException(
          "DISTINCT in " + displayName() + " is not supported; aggregate a query with DISTINCT");
    }
    return built(parts.notDistinct());
  }

  private Expr built(CallParts parts) {
    Expr expression = body.build(parts);
    if (expression == null) {
      throw new AnalysisException("the definition of " + displayName() + " makes no expression");
    }
    return expression;
  }

  /**
   * Returns the parts of a call - arguments, filter, keys of its order - that occur more than once
   * in its expression. What must be evaluated once, since it gives another value each time, has to
   * become a column before.
   */
  public List<Expr> repeated(CallParts parts) {
    List<Expr> given = new ArrayList<>(); // those that are no part of others' definitions
    List<Expr> marks = new ArrayList<>();
    List<Expr> arguments = new ArrayList<>();
    for (Expr argument : requireNonNull(parts, "parts is null").arguments()) {
      boolean isVariable = !argument.children().isEmpty() || argument instanceof Expr.Column;
      arguments.add(isVariable && !isList(argument) ? mark(argument, given, marks) : argument);
    }
    List<SortKey> keys = new ArrayList<>();
    for (SortKey key : parts.orderBy()) {
      keys.add(new SortKey(mark(key.expr(), given, marks), key.direction(), key.nulls()));
    }
    Expr filter = parts.filter() == null ? null : mark(parts.filter(), given, marks);
    Expr expression =
        build(new CallParts(arguments, parts.isDistinct(), filter, keys, parts.nulls()));
    List<Expr> repeated = new ArrayList<>();
    for (int i = 0; i < marks.size(); i++) {
      if (occurrences(expression, marks.get(i)) > 1) {
        repeated.add(given.get(i));
      }
    }
    return repeated;
  }

  /** Lists of constants are looked into by definitions. */
  private static boolean isList(Expr argument) {
    return argument instanceof Expr.Call
        && argument.children().stream().allMatch(Expr.Literal.class::isInstance)
        && !argument.children().isEmpty();
  }

  private static Expr mark(Expr part, List<Expr> given, List<Expr> marks) {
    boolean isNamed = part instanceof Expr.Alias; // names count in some definitions
    Expr mark = new Expr.Alias(part, isNamed ? part.outputName() : "$" + marks.size());
    given.add(part);
    marks.add(mark);
    return mark;
  }

  private static int occurrences(Expr expression, Expr part) {
    if (expression == part) {
      return 1;
    }
    int count = 0;
    for (Expr child : expression.children()) {
      count += occurrences(child, part);
    }
    return count;
  }

  /** Puts a window around each aggregate and window function of a call's expression. */
  public static Expr over(Expr body, WindowSpec window) {
    requireNonNull(window, "window is null");
    return ExprRewriter.replace(
        requireNonNull(body, "body is null"),
        part ->
            switch (part) {
              case Expr.Aggregate call -> ordered(call, window);
              case Expr.Windowed call -> call.over(window);
              case Expr.Over over -> over;
              case Expr.Call call when isSortedMode(call) && !window.orderBy().isEmpty() ->
                  over(new Expr.Call(call.function(), sorted(call).arguments()), window);
              default -> null;
            });
  }

  /**
   * Returns whether a call takes the smallest of the most frequent values, by a sort: over a window
   * with an order it is the first of them.
   */
  private static boolean isSortedMode(Expr.Call call) {
    return call.function() == ScalarFunction.LIST_MODE
        && call.arguments().getFirst() instanceof Expr.Call list
        && list.function() == ScalarFunction.LIST_SORT;
  }

  private static Expr.Call sorted(Expr.Call mode) {
    return (Expr.Call) mode.arguments().getFirst();
  }

  /**
   * Puts a window around an aggregate. One without an order shows each row its whole partition, so
   * that the aggregate's own order can be that of the window.
   */
  private static Expr ordered(Expr.Aggregate call, WindowSpec window) {
    if (call.isDistinct() && !call.orderBy().isEmpty() && call.function().dependsOnRepetition()) {
      return distinctInOrder(call, window);
    }
    boolean isWhole = window.orderBy().isEmpty() && window.frame().equals(WindowFrame.WHOLE);
    Expr.Aggregate counted = isWhole ? withoutCondition(call) : call;
    if (!isWhole || counted.orderBy().isEmpty()) {
      return counted.over(window);
    }
    Expr.Aggregate plain =
        new Expr.Aggregate(
            counted.function(),
            counted.arguments(),
            counted.isDistinct(),
            counted.condition(),
            List.of(),
            counted.user());
    return plain.over(new WindowSpec(window.partitionBy(), counted.orderBy(), WindowFrame.WHOLE));
  }

  /** Returns the different values in an order, which is of themselves. */
  private static Expr distinctInOrder(Expr.Aggregate call, WindowSpec window) {
    Expr value = call.arguments().getFirst();
    SortKey key = call.orderBy().getFirst();
    boolean isText = call.function() == AggregateFunction.STRING_AGG;
    if (!key.expr().equals(value) || (!isText && call.function() != AggregateFunction.ARRAY_AGG)) {
      throw new AnalysisException(
          "the distinct values of "
              + call.function().displayName()
              + " over a window can be ordered by themselves only; make them distinct, or order"
              + " them, in a subquery");
    }
    Expr condition = call.condition();
    Expr present = condition == null ? value.isNotNull() : condition.and(value.isNotNull());
    Expr list =
        new Expr.Aggregate(
                AggregateFunction.ARRAY_AGG,
                List.of(value),
                true,
                isText ? present : condition,
                List.of())
            .over(window)
            .listSort(key.direction(), key.nulls());
    return isText
        ? new Expr.Call(ScalarFunction.LIST_JOIN, List.of(list, call.arguments().get(1)))
        : list;
  }

  /**
   * Returns a pick of one of some rows as one of all rows in another order, where those that count
   * come before the others, or behind them if the last is picked.
   */
  private static Expr.Aggregate withoutCondition(Expr.Aggregate call) {
    Expr condition = call.condition();
    boolean isLast = call.function() == AggregateFunction.LAST;
    if (condition == null || (call.function() != AggregateFunction.FIRST && !isLast)) {
      return call;
    }
    Expr counts = Functions.coalesce(condition, Functions.lit(false));
    List<SortKey> order = new ArrayList<>(call.orderBy());
    order.addFirst(isLast ? counts.ascending() : counts.descending());
    Expr value = Functions.caseWhen(condition, call.arguments().getFirst()).otherwiseNull();
    return new Expr.Aggregate(call.function(), List.of(value), false, null, order);
  }

  @Override
  public String toString() {
    return displayName();
  }
}
