package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls that evaluate an expression for each element of a list.
 *
 * <p>A call has a number, and its parameters have it too. It is one more than those of the calls
 * inside of its expression, so equal calls have equal numbers, and no call inside takes a parameter
 * for its own.
 */
final class Lambdas {
  private Lambdas() {}

  /** Makes a call over the elements, and maybe their positions. */
  static Expr each(ScalarFunction function, Expr list, UnaryOperator<Expr> body) {
    return each(
        function,
        list,
        List.of(LambdaRole.ELEMENT),
        given -> requireNonNull(body, "body is null").apply(given.getFirst()));
  }

  /** Makes a call over the elements and their positions. */
  static Expr each(ScalarFunction function, Expr list, BinaryOperator<Expr> body) {
    return each(
        function,
        list,
        List.of(LambdaRole.ELEMENT, LambdaRole.POSITION),
        given -> requireNonNull(body, "body is null").apply(given.get(0), given.get(1)));
  }

  private static Expr each(
      ScalarFunction function,
      Expr list,
      List<LambdaRole> roles,
      Function<List<Expr>, Expr> given) {
    List<Expr> open = open(roles);
    Expr body = made(given.apply(open));
    int binding = highest(body) + 1;
    return Expr.Call.of(
        function, list, Functions.lit(binding), bound(body, open, roles, list, binding));
  }

  /**
   * Makes a call over the result so far and the next element. Both are of the type in which the
   * elements and the first result meet.
   */
  static Expr reduce(Expr list, BinaryOperator<Expr> given) {
    List<LambdaRole> roles = List.of(LambdaRole.RESULT, LambdaRole.ELEMENT);
    List<Expr> open = open(roles);
    Expr body = made(requireNonNull(given, "body is null").apply(open.get(0), open.get(1)));
    int binding = highest(body) + 1;
    Expr both = list.listConcat(Functions.list(bound(body, open, roles, list, binding)));
    return Expr.Call.of(
        ScalarFunction.LIST_REDUCE,
        list,
        Functions.lit(binding),
        bound(body, open, roles, both, binding),
        parameter(both, binding, LambdaRole.RESULT));
  }

  private static Expr made(@Nullable Expr body) {
    if (body == null) {
      throw new AnalysisException(
          "Cannot make a lambda: its function returned null instead of an expression");
    }
    return body;
  }

  /** Parameters without a number; each equals those of calls around, but for its identity. */
  private static List<Expr> open(List<LambdaRole> roles) {
    return roles.stream().map(role -> parameter(Functions.litNull(), 0, role)).toList();
  }

  private static Expr bound(
      Expr body, List<Expr> open, List<LambdaRole> roles, Expr list, int binding) {
    Expr bound = body;
    for (int i = 0; i < roles.size(); i++) {
      bound = replace(bound, open.get(i), parameter(list, binding, roles.get(i)));
    }
    return bound;
  }

  private static Expr parameter(Expr list, int binding, LambdaRole role) {
    return Expr.Call.of(
        ScalarFunction.LAMBDA_PARAMETER, list, Functions.lit(binding), Functions.lit(role.word()));
  }

  /** Returns the highest number of a call in an expression; 0 if there is none. */
  private static int highest(Expr expr) {
    int[] found = {0};
    if (expr instanceof Expr.Call call && call.function().takesLambda()) {
      found[0] = binding(call);
    }
    Expr unused =
        ExprRewriter.mapChildren(
            expr,
            part -> {
              found[0] = Math.max(found[0], highest(part));
              return part;
            });
    return found[0];
  }

  /** Returns the number of a call, or of a parameter. */
  static int binding(Expr.Call call) {
    return ((Number) ((Expr.Literal) call.arguments().get(1)).value()).intValue();
  }

  private static Expr replace(Expr expr, Expr open, Expr bound) {
    if (expr == open) {
      return bound;
    }
    boolean isLeaf = expr instanceof Expr.Column || expr instanceof Expr.Literal;
    boolean[] isChanged = {false};
    Expr replaced =
        isLeaf
            ? expr
            : ExprRewriter.mapChildren(
                expr,
                part -> {
                  Expr changed = replace(part, open, bound);
                  isChanged[0] |= changed != part;
                  return changed;
                });
    return isChanged[0] ? replaced : expr;
  }
}
