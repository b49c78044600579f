package dev.heddle.frame.expr;

import java.util.ArrayList;
import java.util.List;

/** Makes calls for the fluent interfaces. */
final class ExprCalls {
  private ExprCalls() {}

  static Expr on(Expr first, ScalarFunction function, Expr... others) {
    List<Expr> arguments = new ArrayList<>(others.length + 1);
    arguments.add(first);
    arguments.addAll(List.of(others));
    return new Expr.Call(function, arguments);
  }
}
