package dev.heddle.physical.expr;

import dev.heddle.frame.expr.catalogue.NullRule;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Facts about expressions that need no evaluation. */
public final class Expressions {
  private Expressions() {}

  /** Returns the columns that an expression reads, ascending. */
  public static SortedSet<Integer> columns(PhysicalExpr expression) {
    SortedSet<Integer> columns = new TreeSet<>();
    collect(expression, columns);
    return columns;
  }

  private static void collect(PhysicalExpr expression, SortedSet<Integer> columns) {
    if (expression instanceof PhysicalExpr.ColumnRef ref) {
      columns.add(ref.index());
    }
    forEachChild(expression, child -> collect(child, columns));
  }

  /** Calls an action for each direct part of an expression, in order. */
  public static void forEachChild(PhysicalExpr expression, Consumer<PhysicalExpr> action) {
    switch (expression) {
      case PhysicalExpr.ColumnRef _, PhysicalExpr.Literal _, PhysicalExpr.LambdaParameter _ -> {}
      case PhysicalExpr.Call call -> call.arguments().forEach(action);
      case PhysicalExpr.UserCall call -> call.arguments().forEach(action);
      case PhysicalExpr.Cast cast -> action.accept(cast.input());
      case PhysicalExpr.In in -> action.accept(in.input());
      case PhysicalExpr.Case choice -> {
        for (PhysicalExpr.Branch branch : choice.branches()) {
          action.accept(branch.condition());
          action.accept(branch.value());
        }
        action.accept(choice.otherwise());
      }
    }
  }

  /** Returns an expression with its direct parts replaced, in order. */
  public static PhysicalExpr mapChildren(
      PhysicalExpr expression, UnaryOperator<PhysicalExpr> change) {
    return switch (expression) {
      case PhysicalExpr.ColumnRef _, PhysicalExpr.Literal _, PhysicalExpr.LambdaParameter _ ->
          expression;
      case PhysicalExpr.Call call ->
          new PhysicalExpr.Call(
              call.function(), mapAll(call.arguments(), change), call.type(), call.nullable());
      case PhysicalExpr.UserCall call ->
          new PhysicalExpr.UserCall(call.function(), mapAll(call.arguments(), change));
      case PhysicalExpr.Cast cast ->
          new PhysicalExpr.Cast(
              change.apply(cast.input()), cast.type(), cast.mode(), cast.nullable());
      case PhysicalExpr.In in ->
          new PhysicalExpr.In(change.apply(in.input()), in.values(), in.nullable());
      case PhysicalExpr.Case choice -> {
        List<PhysicalExpr.Branch> branches = new ArrayList<>(choice.branches().size());
        for (PhysicalExpr.Branch branch : choice.branches()) {
          PhysicalExpr condition = change.apply(branch.condition());
          branches.add(new PhysicalExpr.Branch(condition, change.apply(branch.value())));
        }
        yield new PhysicalExpr.Case(
            branches, change.apply(choice.otherwise()), choice.type(), choice.nullable());
      }
    };
  }

  /** A loop, not a stream: expressions may be deep. */
  private static List<PhysicalExpr> mapAll(
      List<PhysicalExpr> expressions, UnaryOperator<PhysicalExpr> change) {
    List<PhysicalExpr> changed = new ArrayList<>(expressions.size());
    for (PhysicalExpr expression : expressions) {
      changed.add(change.apply(expression));
    }
    return changed;
  }

  /**
   * Returns whether equal columns give equal values: always, but for functions of the user's own
   * that are declared otherwise.
   */
  public static boolean isDeterministic(PhysicalExpr expression) {
    if (expression instanceof PhysicalExpr.UserCall call && !call.function().isDeterministic()) {
      return false;
    }
    boolean[] found = {true};
    forEachChild(expression, child -> found[0] &= isDeterministic(child));
    return found[0];
  }

  /** Returns whether a function of the user's own is called. */
  static boolean hasUserCall(PhysicalExpr expression) {
    if (expression instanceof PhysicalExpr.UserCall) {
      return true;
    }
    boolean[] found = {false};
    forEachChild(expression, child -> found[0] |= hasUserCall(child));
    return found[0];
  }

  /** Returns whether a part is a parameter of an expression over a list's elements. */
  static boolean hasLambdaParameter(PhysicalExpr expression) {
    if (expression instanceof PhysicalExpr.LambdaParameter) {
      return true;
    }
    boolean[] found = {false};
    forEachChild(expression, child -> found[0] |= hasLambdaParameter(child));
    return found[0];
  }

  /** Returns whether the value is certainly null for a row whose columns are all null. */
  static boolean isNullForNulls(PhysicalExpr expression) {
    return switch (expression) {
      case PhysicalExpr.ColumnRef _ -> true;
      case PhysicalExpr.Literal literal -> literal.value().isEmpty();
      case PhysicalExpr.Cast cast -> isNullForNulls(cast.input());
      case PhysicalExpr.In in -> isNullForNulls(in.input());
      case PhysicalExpr.Case _, PhysicalExpr.LambdaParameter _ -> false;
      case PhysicalExpr.UserCall call ->
          call.function().isStrict()
              && call.arguments().stream().anyMatch(Expressions::isNullForNulls);
      case PhysicalExpr.Call call -> {
        List<PhysicalExpr> arguments = call.arguments();
        NullRule rule = call.function().nullRule();
        yield switch (rule) {
          case STRICT, STRICT_OR_NULL -> arguments.stream().anyMatch(Expressions::isNullForNulls);
          case KLEENE, NULL_IF_ALL_NULL ->
              !arguments.isEmpty() && arguments.stream().allMatch(Expressions::isNullForNulls);
          case NEVER_NULL, NULLABLE -> false;
        };
      }
    };
  }

  /** Returns whether a predicate is certainly not true for a row whose columns are all null. */
  static boolean rejectsNulls(PhysicalExpr predicate) {
    if (isNullForNulls(predicate)) {
      return true;
    }
    if (!(predicate instanceof PhysicalExpr.Call call)) {
      return false;
    }
    return switch (call.function()) {
      case IS_NOT_NULL, IS_TRUE, IS_FALSE -> isNullForNulls(call.arguments().getFirst());
      case AND -> call.arguments().stream().anyMatch(Expressions::rejectsNulls);
      case OR -> call.arguments().stream().allMatch(Expressions::rejectsNulls);
      default -> false;
    };
  }

  /** Returns the conjuncts of a predicate, in order. */
  public static List<PhysicalExpr> conjuncts(PhysicalExpr predicate) {
    return predicate instanceof PhysicalExpr.Call call && call.function() == ScalarFunction.AND
        ? call.arguments().stream().flatMap(a -> conjuncts(a).stream()).toList()
        : List.of(predicate);
  }
}
