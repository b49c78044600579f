package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ScalarFunction;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares rows field by field in three-valued logic: equality is that of all fields, an order goes
 * by the first field that differs.
 */
final class RowComparison {
  private RowComparison() {}

  /** Makes a comparison of two values. */
  @FunctionalInterface
  interface Comparing {
    /** Returns the call. */
    Expr compare(ScalarFunction function, Expr left, Expr right);
  }

  static Expr of(ScalarFunction function, List<Expr> left, List<Expr> right, Comparing comparing) {
    List<Expr> equal = new ArrayList<>();
    for (int i = 0; i < left.size(); i++) {
      equal.add(comparing.compare(ScalarFunction.EQ, left.get(i), right.get(i)));
    }
    return switch (function) {
      case EQ -> all(equal);
      case NOT_EQ -> all(equal).not();
      default -> ordered(function, left, right, equal, comparing);
    };
  }

  private static Expr all(List<Expr> conditions) {
    return conditions.size() == 1
        ? conditions.getFirst()
        : new Expr.Call(ScalarFunction.AND, conditions);
  }

  private static Expr ordered(
      ScalarFunction function,
      List<Expr> left,
      List<Expr> right,
      List<Expr> equal,
      Comparing comparing) {
    ScalarFunction strict =
        switch (function) {
          case LT, LT_EQ -> ScalarFunction.LT;
          default -> ScalarFunction.GT;
        };
    int last = left.size() - 1;
    Expr result = comparing.compare(function, left.get(last), right.get(last));
    for (int i = last - 1; i >= 0; i--) {
      Expr differs = comparing.compare(strict, left.get(i), right.get(i));
      result =
          Expr.Call.of(
              ScalarFunction.OR, differs, Expr.Call.of(ScalarFunction.AND, equal.get(i), result));
    }
    return result;
  }
}
