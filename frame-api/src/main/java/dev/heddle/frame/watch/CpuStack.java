package dev.heddle.frame.watch;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.time.Duration;
import java.util.List;

/**
 * Samples with the same plan node and the same stack.
 *
 * @param node {@link PlanNode#node} in the query's plan, or {@link #NO_NODE}
 * @param activity what the thread did outside of nodes, such as {@code planning}; empty in a node,
 *     and where it is not known
 * @param process the worker that it was sampled in; empty for this process
 * @param frames {@code class.method} of each, the outermost first
 * @param time CPU time that its samples represent
 */
public record CpuStack(
    int node, String activity, String process, List<String> frames, Duration time) {
  /** Of what belongs to no node of a plan. */
  public static final int NO_NODE = -1;

  private static final Duration MAX_TIME = Duration.ofDays(1_000_000); // sums do not overflow

  /** Copies the list, and checks that nothing is null. */
  public CpuStack {
    requireNonNull(activity, "activity is null");
    requireNonNull(process, "process is null");
    frames = Arguments.all(frames, "frames");
    check(time, "time");
  }

  /** Checks that a time is there, and one that threads may have taken. */
  static void check(Duration time, String name) {
    requireNonNull(time, name + " is null");
    if (time.isNegative() || time.compareTo(MAX_TIME) > 0) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot make a profile whose "
              + name
              + " is "
              + time
              + ": it must be from 0 to "
              + MAX_TIME);
    }
  }

  /** Returns the same samples of another process. */
  public CpuStack in(String otherProcess) {
    return new CpuStack(node, activity, otherProcess, frames, time);
  }
}
