package dev.heddle.physical.expr;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.node.NumberRangeNode;
import java.util.List;
import java.util.Optional;

/**
 * Numbers from a start up or down to an end by a step, of which a call makes a list.
 *
 * @param function what makes the list
 * @param start the first number
 * @param end the last one, or the one before which a range ends
 * @param step between two numbers
 */
public record NumberSeries(
    ScalarFunction function, PhysicalExpr start, PhysicalExpr end, PhysicalExpr step) {

  /** Returns the series whose list an expression makes, if it does. */
  public static Optional<NumberSeries> of(PhysicalExpr expression) {
    if (!(expression instanceof PhysicalExpr.Call call)
        || !(call.type() instanceof DataType.ListOf list)
        || !list.element().equals(DataType.INT64)) {
      return Optional.empty();
    }
    ScalarFunction function = call.function();
    if (function != ScalarFunction.RANGE && function != ScalarFunction.GENERATE_SERIES) {
      return Optional.empty();
    }
    List<PhysicalExpr> given = call.arguments();
    return Optional.of(
        new NumberSeries(
            function,
            given.size() == 1 ? constant(0) : given.getFirst(),
            given.get(given.size() == 1 ? 0 : 1),
            given.size() < 3 ? constant(1) : given.get(2)));
  }

  private static PhysicalExpr constant(long value) {
    return PhysicalExpr.Literal.of(ScanValue.Whole.of(value), DataType.INT64);
  }

  /**
   * Returns how many numbers there are from a start to an end, or {@link Long#MAX_VALUE} if there
   * are more than that.
   *
   * @throws dev.heddle.frame.error.HeddleException if the step is 0
   */
  public long length(long first, long last, long stepBy) {
    return length(function, first, last, stepBy);
  }

  /** Returns how many numbers a function gives, as {@link #length(long, long, long)} does. */
  public static long length(ScalarFunction function, long first, long last, long stepBy) {
    return NumberRangeNode.length(function, first, last, stepBy);
  }
}
