package dev.heddle.frame.watch;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import java.util.List;

/**
 * A node of a physical plan.
 *
 * @param node its number in the query
 * @param stage the stage that it belongs to
 * @param operator the kind of operator, such as {@code HashJoin}
 * @param text its line in {@code explain}
 * @param expectedRows rows that the planner expects it to give
 * @param inputs the nodes whose rows it reads, those beyond an exchange included
 */
public record PlanNode(
    int node, int stage, String operator, String text, double expectedRows, List<Integer> inputs) {
  /** Copies the list, and checks that nothing is null. */
  public PlanNode {
    requireNonNull(operator, "operator is null");
    requireNonNull(text, "text is null");
    inputs = Arguments.all(inputs, "inputs");
  }
}
