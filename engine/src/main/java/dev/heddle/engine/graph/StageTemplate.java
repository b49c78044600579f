package dev.heddle.engine.graph;

import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

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

  /** Returns the nodes of the fragment, in the order of a walk from the root. */
  public List<PhysicalPlan> nodes() {
    List<PhysicalPlan> nodes = new ArrayList<>();
    collect(fragment, nodes);
    return nodes;
  }

  private static void collect(PhysicalPlan node, List<PhysicalPlan> nodes) {
    nodes.add(node);
    node.inputs().forEach(input -> collect(input, nodes));
  }

  /**
   * Returns what tasks of this stage run that do the work of one that it reads too.
   *
   * @param replaced receives each node of this fragment that another one replaces
   */
  public StageTemplate takingIn(
      StageTemplate other, BiConsumer<PhysicalPlan, PhysicalPlan> replaced) {
    List<Integer> reads = new ArrayList<>(other.inputs);
    inputs.stream()
        .filter(input -> input != other.stage && !reads.contains(input))
        .forEach(reads::add);
    return new StageTemplate(stage, put(fragment, other, replaced), other.tasks, reads, output);
  }

  private static PhysicalPlan put(
      PhysicalPlan plan, StageTemplate other, BiConsumer<PhysicalPlan, PhysicalPlan> replaced) {
    if (plan instanceof PhysicalPlan.ExchangeRead read && read.exchange() == other.stage) {
      return other.fragment;
    }
    List<PhysicalPlan> below = new ArrayList<>();
    boolean isChanged = false;
    for (PhysicalPlan input : plan.inputs()) {
      PhysicalPlan now = put(input, other, replaced);
      below.add(now);
      isChanged |= now != input;
    }
    if (!isChanged) {
      return plan; // metrics know nodes by identity
    }
    PhysicalPlan now = plan.withInputs(below);
    replaced.accept(plan, now);
    return now;
  }
}
