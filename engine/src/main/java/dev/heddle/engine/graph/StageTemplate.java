package dev.heddle.engine.graph;

import dev.heddle.physical.plan.PhysicalPlan;
import java.util.List;

/**
 * What each task of a stage runs.
 *
 * @param stage number of the stage in the graph
 * @param fragment the plan; its leaves are scans, constants and reading ends of exchanges
 * @param tasks number of tasks, at least 1
 * @param inputs numbers of the exchanges that it reads
 * @param output where its rows go
 */
public record StageTemplate(
    int stage, PhysicalPlan fragment, int tasks, List<Integer> inputs, StageOutput output) {
  /** Copies the list. */
  public StageTemplate {
    inputs = List.copyOf(inputs);
  }
}
