package dev.heddle.frame.watch;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import java.util.List;

/**
 * A stage of a planned query.
 *
 * @param stage its number in the query
 * @param operators what it does, such as {@code Scan orders → Filter → Aggregate}
 * @param tasks how many tasks it has as planned; they may be others once sizes are known
 * @param inputs the stages whose rows it reads
 */
public record PlannedStage(int stage, String operators, int tasks, List<Integer> inputs) {
  /** Copies the list, and checks that nothing is null. */
  public PlannedStage {
    requireNonNull(operators, "operators is null");
    inputs = Arguments.all(inputs, "inputs");
  }
}
