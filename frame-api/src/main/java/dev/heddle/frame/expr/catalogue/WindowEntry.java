package dev.heddle.frame.expr.catalogue;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;

/**
 * A function that exists only over a window.
 *
 * @param function what is called
 */
public record WindowEntry(WindowFunction function) implements EngineEntry {
  /** Checks that nothing is missing. */
  public WindowEntry {
    requireNonNull(function, "function is null");
  }

  @Override
  public FunctionKind kind() {
    return FunctionKind.WINDOW;
  }

  @Override
  public Expr.WindowCall build(CallParts parts) {
    requireNonNull(parts, "parts is null");
    if (parts.isDistinct()) {
      throw new AnalysisException(displayName() + " takes no DISTINCT");
    }
    if (parts.filter() != null) {
      throw new AnalysisException(
          displayName() + " takes no FILTER over a window; use CASE, or filter in a query below");
    }
    if (!parts.orderBy().isEmpty()) {
      throw new AnalysisException(displayName() + " takes no ORDER BY inside; order its window");
    }
    return new Expr.WindowCall(function, parts.arguments(), parts.nulls());
  }
}
