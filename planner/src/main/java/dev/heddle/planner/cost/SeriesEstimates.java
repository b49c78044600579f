package dev.heddle.planner.cost;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.physical.expr.NumberSeries;
import dev.heddle.planner.rel.LogicalUnnest;
import dev.heddle.planner.types.TypeMapping;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

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
    @Nullable ScalarFunction function =
        switch (call.getOperator().getName().toLowerCase(Locale.ROOT)) {
          case "range" -> ScalarFunction.RANGE;
          case "generate_series" -> ScalarFunction.GENERATE_SERIES;
          default -> null;
        };
    List<Long> given = new ArrayList<>();
    for (RexNode argument : call.getOperands()) {
      if (argument instanceof RexLiteral literal
          && literal.getValue() instanceof BigDecimal number) {
        given.add(number.longValue());
      }
    }
    if (function == null || given.size() < call.getOperands().size()) {
      return Optional.empty();
    }
    long start = given.size() == 1 ? 0 : given.getFirst();
    long end = given.get(given.size() == 1 ? 0 : 1);
    long step = given.size() < 3 ? 1 : given.get(2);
    return step == 0
        ? Optional.empty()
        : Optional.of(
            estimate(
                unnest,
                input,
                (double) start,
                (double) step,
                (double) NumberSeries.length(function, start, end, step)));
  }

  private static boolean isOfNumbers(RexCall call) {
    return TypeMapping.dataType(call.getType()) instanceof DataType.ListOf list
        && list.element().isInteger();
  }

  private static RelEstimate estimate(
      LogicalUnnest unnest, RelEstimate input, double start, double step, double length) {
    double rows = input.rows() * (unnest.keepsEmpty() ? Math.max(1, length) : length);
    double last = start + step * Math.max(0, length - 1);
    List<ColumnEstimate> columns = new ArrayList<>(input.columns());
    columns.add(numbers(length, rows, Math.min(start, last), Math.max(start, last)));
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
