package dev.heddle.frame.watch;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import java.time.Duration;
import java.util.List;

/**
 * Something that made a query slow, and what to do about it.
 *
 * @param code short and fixed, such as {@code cross-join}, for programs and links to the guide
 * @param what what was seen, with the figures that show it
 * @param remedy what to do
 * @param cost how much of the query's time it took, as estimated
 * @param nodes the plan nodes where it was seen; empty where it is the query's
 */
public record Finding(String code, String what, String remedy, Duration cost, List<Integer> nodes) {
  /** Copies the list, and checks that nothing is null. */
  public Finding {
    requireNonNull(code, "code is null");
    requireNonNull(what, "what is null");
    requireNonNull(remedy, "remedy is null");
    requireNonNull(cost, "cost is null");
    nodes = Arguments.all(nodes, "nodes");
  }
}
