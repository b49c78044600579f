package dev.heddle.physical.codegen;

import java.util.List;

/**
 * What a loop does with each row, whatever its columns look like in memory. Structurally equal, so
 * that queries that differ in constants only share code.
 *
 * @param steps in order
 * @param inputs how many inputs the steps read
 * @param constants how many constants they use
 */
public record LoopProgram(List<LoopStep> steps, int inputs, int constants) {
  /** Copies the steps. */
  public LoopProgram {
    steps = List.copyOf(steps);
  }

  /** Returns how many steps are exact sums. */
  public int exactSums() {
    int count = 0;
    for (LoopStep step : steps) {
      count += step.state().isExactSum() ? 1 : 0;
    }
    return count;
  }

  /** Returns the bytes of all states of a group. */
  public int stateBytes() {
    int bytes = 0;
    for (LoopStep step : steps) {
      bytes += step.state().bytes();
    }
    return bytes;
  }
}
