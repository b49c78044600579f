package dev.heddle.planner.cost;

import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.rel.LogicalUnnest;
import dev.heddle.planner.types.TypeMapping;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

/** Estimates the numbers of series whose bounds are literals, such as {@code range(1000)}. */
final class SeriesEstimates {
  private SeriesEstimates() {}

  /**
   * Returns the estimate of a node that gives the numbers of a series, if it does.
   *
   * @param input the estimate of its input
   */
  static Optional<RelEstimate> of(LogicalUnnest unnest, RelEstimate input) {
    if (!(unnest.getInput() instanceof Project project)
        || !(project.getProjects().get(unnest.list()) instanceof RexCall call)
        || !isOfNumbers(call)) {
      return Optional.empty();
    }
    boolean hasEnd;
    switch (call.getOperator().getName().toLowerCase(Locale.ROOT)) {
      case "range" -> hasEnd = false;
      case "generate_series" -> hasEnd = true;
      default -> {
        return Optional.empty();
      }
    }
    List<BigDecimal> given = new ArrayList<>();
    for (RexNode argument : call.getOperands()) {
      if (!(argument instanceof RexLiteral literal)
          || !(literal.getValue() instanceof BigDecimal number)) {
        return Optional.empty();
      }
      given.add(number);
    }
    BigDecimal start = given.size() == 1 ? BigDecimal.ZERO : given.getFirst();
    BigDecimal end = given.get(given.size() == 1 ? 0 : 1);
    BigDecimal step = given.size() < 3 ? BigDecimal.ONE : given.get(2);
    return step.signum() == 0
        ? Optional.empty()
        : Optional.of(estimate(unnest, input, start, step, length(start, end, step, hasEnd)));
  }

  private static boolean isOfNumbers(RexCall call) {
    return TypeMapping.dataType(call.getType()) instanceof DataType.ListOf list
        && list.element().isInteger();
  }

  private static double length(BigDecimal start, BigDecimal end, BigDecimal step, boolean hasEnd) {
    BigDecimal steps = end.subtract(start).divide(step, MathContext.DECIMAL64);
    BigDecimal length =
        hasEnd
            ? steps.setScale(0, RoundingMode.FLOOR).add(BigDecimal.ONE)
            : steps.setScale(0, RoundingMode.CEILING);
    return Math.max(0, length.doubleValue());
  }

  private static RelEstimate estimate(
      LogicalUnnest unnest, RelEstimate input, BigDecimal start, BigDecimal step, double length) {
    double rows = input.rows() * (unnest.keepsEmpty() ? Math.max(1, length) : length);
    double first = start.doubleValue();
    double last = first + step.doubleValue() * Math.max(0, length - 1);
    List<ColumnEstimate> columns = new ArrayList<>(input.columns());
    columns.add(numbers(length, rows, Math.min(first, last), Math.max(first, last)));
    if (unnest.withPosition()) {
      columns.add(numbers(length, rows, 1, length));
    }
    return new RelEstimate(rows, columns);
  }

  private static ColumnEstimate numbers(double distinct, double rows, double low, double high) {
    double values = Math.max(1, distinct);
    return new ColumnEstimate(values, values, rows, 0, low, high, Long.BYTES);
  }
}
