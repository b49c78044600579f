package dev.heddle.frame.expr.catalogue;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.LambdaRole;
import dev.heddle.frame.expr.Lambdas;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A function of a list that evaluates an expression for each element: {@code list_transform(list, x
 * -> x + 1)}.
 *
 * @param function what is called
 */
public record LambdaEntry(ScalarFunction function) implements FunctionEntry {
  /** Checks that nothing is missing. */
  public LambdaEntry {
    requireNonNull(function, "function is null");
  }

  /** The place, from 0, of the expression among the arguments; the list precedes it. */
  public static final int LAMBDA_ARGUMENT = 1;

  @Override
  public List<String> names() {
    return function.sqlNames();
  }

  @Override
  public int minArguments() {
    return 2;
  }

  @Override
  public int maxArguments() {
    return isReduction() ? 3 : 2;
  }

  @Override
  public FunctionKind kind() {
    return FunctionKind.SCALAR;
  }

  @Override
  public DistinctUse distinctUse() {
    return DistinctUse.REFUSED;
  }

  @Override
  public OrderUse orderUse() {
    return OrderUse.IGNORED;
  }

  private boolean isReduction() {
    return function == ScalarFunction.LIST_REDUCE;
  }

  /** Returns the roles of its parameters, in order; the last one, a position, may be missing. */
  public List<LambdaRole> roles() {
    return Lambdas.roles(function);
  }

  /** Fails always: the expression is no argument like others. */
  @Override
  public Expr build(CallParts parts) {
    throw new AnalysisException(
        displayName()
            + (isReduction()
                ? " takes a list, a function such as (sum, x) -> sum + x, and maybe a first value"
                : " takes a list and a function such as x -> x + 1"));
  }

  /**
   * Returns the call.
   *
   * @param initial the value that a reduction begins with; null for its first element
   * @param parameters how many parameters the expression has
   * @param body makes the expression of its parameters, which have the types of what they
   *     represent, see {@link Lambdas#call}
   * @param witness gives something small of a list's type, or the list
   * @throws AnalysisException if the first value or the number of parameters does not fit
   */
  public Expr build(
      Expr list,
      @Nullable Expr initial,
      int parameters,
      Function<List<Expr>, Expr> body,
      UnaryOperator<Expr> witness) {
    return initial != null && !isReduction()
        ? build(CallParts.of(list, initial))
        : Lambdas.call(function, list, initial, parameters, body, witness);
  }
}
