package dev.heddle.planner.sql.binder;

import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.lit;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ScalarFunction;

/** Characters of a text by position, as elements of a list are: from 1, or from -1 at the end. */
final class TextParts {
  private TextParts() {}

  /** Returns the character at a position; empty where there is none. */
  static Expr at(Expr text, Expr position) {
    return Expr.Call.of(ScalarFunction.SUBSTRING, text, fromStart(text, position), lit(1));
  }

  /** Returns the characters from one position to another, both included. */
  static Expr between(Expr text, Expr from, Expr to) {
    Expr start = atLeast(1, fromStart(text, from));
    Expr length = atLeast(0, fromStart(text, to).minus(start).plus(lit(1)));
    return Expr.Call.of(ScalarFunction.SUBSTRING, text, start, length);
  }

  private static Expr atLeast(int least, Expr number) {
    return caseWhen(number.lt(lit(least)), lit(least)).otherwise(number);
  }

  private static Expr fromStart(Expr text, Expr position) {
    Expr counted = Expr.Call.of(ScalarFunction.LENGTH, text).plus(position).plus(lit(1));
    if (position instanceof Expr.Literal literal && literal.value() instanceof Number number) {
      return number.longValue() < 0 ? counted : position;
    }
    return caseWhen(position.lt(lit(0)), counted).otherwise(position);
  }
}
