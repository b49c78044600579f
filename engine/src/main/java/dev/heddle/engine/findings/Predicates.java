package dev.heddle.engine.findings;

import dev.heddle.physical.expr.Expressions;
import dev.heddle.physical.expr.PhysicalExpr;
import java.util.Set;

/** Looks at expressions of filters. */
final class Predicates {
  private Predicates() {}

  /** Adds the names of the user's functions that an expression calls. */
  static void addUserFunctions(PhysicalExpr expression, Set<String> names) {
    if (expression instanceof PhysicalExpr.UserCall call) {
      names.add(call.function().name());
    }
    Expressions.forEachChild(expression, child -> addUserFunctions(child, names));
  }

  /** Returns whether a filter tests something made of a column where it could test the column. */
  static boolean hidesColumn(PhysicalExpr predicate) {
    return switch (predicate) {
      case PhysicalExpr.Call call ->
          call.arguments().stream()
              .anyMatch(each -> isConnective(call) ? hidesColumn(each) : isMadeOfColumn(each));
      case PhysicalExpr.In in -> isMadeOfColumn(in.input());
      case PhysicalExpr.UserCall _, PhysicalExpr.Case _, PhysicalExpr.Cast _ -> true;
      case PhysicalExpr.ColumnRef _, PhysicalExpr.Literal _, PhysicalExpr.LambdaParameter _ ->
          false;
    };
  }

  /** Returns whether a filter tests the result of a cast of a column. */
  static boolean testsCast(PhysicalExpr predicate) {
    return switch (predicate) {
      case PhysicalExpr.Call call ->
          call.arguments().stream()
              .anyMatch(each -> isConnective(call) ? testsCast(each) : isCast(each));
      case PhysicalExpr.In in -> isCast(in.input());
      case PhysicalExpr.Cast cast -> isCast(cast);
      case PhysicalExpr.UserCall _,
          PhysicalExpr.Case _,
          PhysicalExpr.ColumnRef _,
          PhysicalExpr.Literal _,
          PhysicalExpr.LambdaParameter _ ->
          false;
    };
  }

  private static boolean isConnective(PhysicalExpr.Call call) {
    return switch (call.function()) {
      case AND, OR, NOT -> true;
      default -> false;
    };
  }

  private static boolean isMadeOfColumn(PhysicalExpr expression) {
    return !(expression instanceof PhysicalExpr.ColumnRef)
        && !Expressions.columns(expression).isEmpty();
  }

  private static boolean isCast(PhysicalExpr expression) {
    return expression instanceof PhysicalExpr.Cast && !Expressions.columns(expression).isEmpty();
  }
}
