package dev.heddle.frame.expr.catalogue;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.AggregateFunction;
import dev.heddle.frame.expr.Expr;
import java.util.List;

/**
 * An aggregate function that the engine computes.
 *
 * @param function what is called
 */
public record AggregateEntry(AggregateFunction function) implements FunctionEntry {
  /** Checks that nothing is missing. */
  public AggregateEntry {
    requireNonNull(function, "function is null");
  }

  @Override
  public List<String> names() {
    return function == AggregateFunction.COUNT_ALL
        ? AggregateFunction.COUNT.sqlNames()
        : function.sqlNames();
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
    return FunctionKind.AGGREGATE;
  }

  @Override
  public DistinctUse distinctUse() {
    return DistinctUse.PASSED;
  }

  @Override
  public OrderUse orderUse() {
    return function.usesOrder() ? OrderUse.USED : OrderUse.IGNORED;
  }

  @Override
  public Expr.Aggregate build(CallParts parts) {
    requireNonNull(parts, "parts is null");
    return new Expr.Aggregate(
        function,
        parts.arguments(),
        parts.isDistinct(),
        parts.filter(),
        function.usesOrder() ? parts.orderBy() : List.of());
  }
}
