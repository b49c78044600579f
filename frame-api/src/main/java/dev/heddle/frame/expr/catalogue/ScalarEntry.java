package dev.heddle.frame.expr.catalogue;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.Expr;

/**
 * A scalar function that the engine computes.
 *
 * @param function what is called
 */
public record ScalarEntry(ScalarFunction function) implements EngineEntry {
  /** Checks that nothing is missing. */
  public ScalarEntry {
    requireNonNull(function, "function is null");
  }

  @Override
  public FunctionKind kind() {
    return FunctionKind.SCALAR;
  }

  /** With a third argument of {@code regexp_extract} definitions find out what it names. */
  @Override
  public int maxArguments() {
    return switch (function) {
      case REGEXP_EXTRACT, REGEXP_EXTRACT_ALL -> 2;
      default -> function.maxArguments();
    };
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
