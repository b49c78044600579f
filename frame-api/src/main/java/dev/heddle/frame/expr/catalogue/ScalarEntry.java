package dev.heddle.frame.expr.catalogue;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.Expr;
import java.util.List;

/**
 * A scalar function that the engine computes.
 *
 * @param function what is called
 */
public record ScalarEntry(ScalarFunction function) implements FunctionEntry {
  /** Checks that nothing is missing. */
  public ScalarEntry {
    requireNonNull(function, "function is null");
  }

  @Override
  public List<String> names() {
    return function.sqlNames();
  }

  @Override
  public int minArguments() {
    return function.minArguments();
  }

  @Override
  public int maxArguments() {
    return function.maxArguments();
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

  @Override
  public boolean takesUnit(int argument) {
    return switch (function) {
      case DATE_TRUNC, DATE_DIFF, FULL_UNITS_BETWEEN -> argument == 0;
      default -> false;
    };
  }

  @Override
  public Expr build(CallParts parts) {
    requireNonNull(parts, "parts is null");
    return new Expr.Call(function, parts.arguments());
  }
}
