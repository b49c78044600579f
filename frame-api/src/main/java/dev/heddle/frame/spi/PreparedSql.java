package dev.heddle.frame.spi;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import java.util.Map;

/**
 * A query of SQL with parameters.
 *
 * @param plan what it means, with {@link dev.heddle.frame.expr.Expr.Parameter}s
 * @param parameters type of each by name, or by number from 1, in the order of the text
 */
public record PreparedSql(LogicalPlan plan, Map<String, DataType> parameters) {
  /** Copies the map. */
  public PreparedSql {
    requireNonNull(plan, "plan is null");
    parameters = Arguments.all(parameters, "parameters");
  }
}
