package dev.heddle.frame.expr.catalogue;

import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.litNull;
import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.schema.DataType;
import java.util.List;

/**
 * An aggregate function that the engine computes.
 *
 * @param function what is called
 */
public record AggregateEntry(AggregateFunction function) implements EngineEntry {
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
    boolean hasNoSeparator =
        function == AggregateFunction.STRING_AGG && parts.count() == 2 && isNull(parts.argument(1));
    return new Expr.Aggregate(
        function,
        hasNoSeparator ? List.of(litNull(DataType.STRING), lit("")) : parts.arguments(),
        parts.isDistinct(),
        parts.filter(),
        function.usesOrder() ? parts.orderBy() : List.of());
  }

  private static boolean isNull(Expr expr) {
    return switch (expr) {
      case Expr.Literal literal -> literal.isNullLiteral();
      case Expr.Cast cast -> isNull(cast.operand());
      default -> false;
    };
  }
}
