package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import java.util.ArrayList;
import java.util.List;

/** Makes calls for the fluent interfaces. */
final class ExprCalls {
  private ExprCalls() {}

  static Expr on(Expr first, ScalarFunction function, Expr... others) {
    requireNonNull(others, "others is null");
    List<Expr> arguments = new ArrayList<>(others.length + 1);
    arguments.add(first);
    arguments.addAll(Arguments.all(others, "others"));
    return new Expr.Call(function, arguments);
  }
}
