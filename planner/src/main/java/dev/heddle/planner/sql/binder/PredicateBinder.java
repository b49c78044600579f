package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.tree.Expression;
import java.util.ArrayList;
import java.util.List;

/** Binds comparisons, ranges, patterns, lists and the tests with IS. */
final class PredicateBinder {
  private final ExpressionBinder binder;

  PredicateBinder(ExpressionBinder binder) {
    this.binder = binder;
  }

  Expr comparison(Expression.Comparison comparison) {
    ScalarFunction function = ExpressionBinder.function(comparison.operator());
    if (comparison.left() instanceof Expression.RowValue left
        && comparison.right() instanceof Expression.RowValue right
        && left.elements().size() == right.elements().size()) {
      return RowComparison.of(
          function,
          binder.bindAll(left.elements()),
          binder.bindAll(right.elements()),
          (f, a, b) -> binder.call(f, comparison.span(), a, b),
          field -> binder.typer().type(field).nullable());
    }
    List<Expression> sides = List.of(comparison.left(), comparison.right());
    return binder.checked(
        new Expr.Call(function, binder.operators().compared(sides)), comparison.span(), sides);
  }

  Expr isTest(Expression.IsTest test) {
    Expr bound = binder.bind(test.operand());
    Expr operand = test.kind() == Expression.IsKind.NULL ? bound : binder.truth(bound);
    ScalarFunction function =
        switch (test.kind()) {
          case NULL -> test.isNegated() ? ScalarFunction.IS_NOT_NULL : ScalarFunction.IS_NULL;
          case TRUE -> test.isNegated() ? ScalarFunction.IS_NOT_TRUE : ScalarFunction.IS_TRUE;
          case FALSE -> test.isNegated() ? ScalarFunction.IS_NOT_FALSE : ScalarFunction.IS_FALSE;
          case UNKNOWN -> {
            binder.call(ScalarFunction.IS_TRUE, test.span(), operand);
            yield test.isNegated() ? ScalarFunction.IS_NOT_NULL : ScalarFunction.IS_NULL;
          }
        };
    return binder.call(function, test.span(), operand);
  }

  Expr between(Expression.Between between) {
    Expr operand = binder.bind(between.operand());
    Expr low = binder.bind(between.low());
    Expr high = binder.bind(between.high());
    Expr inside = range(operand, low, high, between);
    if (between.isSymmetric()) {
      inside =
          binder.call(
              ScalarFunction.OR, between.span(), inside, range(operand, high, low, between));
    }
    return between.isNegated() ? inside.not() : inside;
  }

  private Expr range(Expr operand, Expr low, Expr high, Expression.Between between) {
    List<Expression> parts = List.of(between.operand(), between.low(), between.high());
    Expr from =
        binder.checked(Expr.Call.of(ScalarFunction.GT_EQ, operand, low), between.span(), parts);
    Expr to =
        binder.checked(Expr.Call.of(ScalarFunction.LT_EQ, operand, high), between.span(), parts);
    return binder.call(ScalarFunction.AND, between.span(), from, to);
  }

  Expr in(Expression.InList in) {
    if (in.members().isEmpty()) {
      return inNothing(binder.bind(in.operand()), in);
    }
    List<Expression> parts = new ArrayList<>(List.of(in.operand()));
    parts.addAll(in.members());
    List<Expr> compared = binder.operators().compared(parts);
    Expr call =
        binder.checked(
            new Expr.In(compared.getFirst(), compared.subList(1, compared.size())),
            in.span(),
            parts);
    return in.isNegated() ? call.not() : call;
  }

  /** Null is not known to be in nothing, as in DuckDB. */
  private Expr inNothing(Expr operand, Expression.InList in) {
    Expr isNull = binder.call(ScalarFunction.IS_NULL, in.span(), operand);
    Expr.Branch unknown = new Expr.Branch(isNull, LiteralBinder.nothing());
    return binder.checked(
        new Expr.Case(List.of(unknown), new Expr.Literal(in.isNegated(), DataType.BOOL)),
        in.span());
  }
}
