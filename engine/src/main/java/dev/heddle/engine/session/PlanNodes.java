package dev.heddle.engine.session;

import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.frame.watch.NodeStatus;
import dev.heddle.frame.watch.PlanNode;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.explain.PlanText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The nodes of a query's stages, numbered stage by stage, inputs before those that read them: the
 * root of a stage is its last one. Immutable.
 */
final class PlanNodes {
  private final List<PhysicalPlan> nodes = new ArrayList<>();
  private final List<Integer> stages = new ArrayList<>(); // of each node
  private final List<List<Integer>> inputs = new ArrayList<>(); // of each node
  private final Map<Integer, Integer> roots = new HashMap<>(); // by stage
  private final Map<Integer, List<Integer>> walks = new HashMap<>(); // by stage

  /** Numbers the nodes. */
  PlanNodes(StageGraph graph) {
    for (StageTemplate stage : graph.stages()) {
      roots.put(stage.stage(), add(stage.fragment(), stage.stage()));
      List<Integer> walk = new ArrayList<>();
      walk(stage.stage(), roots.get(stage.stage()), walk);
      walks.put(stage.stage(), walk);
    }
  }

  private void walk(int stage, int number, List<Integer> walk) {
    walk.add(number);
    for (int input : inputs.get(number)) {
      if (stages.get(input) == stage) {
        walk(stage, input, walk);
      }
    }
  }

  /** Returns the numbers of a stage's nodes in the order of a walk from its root. */
  List<Integer> walk(int stage) {
    return walks.getOrDefault(stage, List.of());
  }

  private int add(PhysicalPlan node, int stage) {
    List<Integer> below = new ArrayList<>();
    for (PhysicalPlan input : node.inputs()) {
      below.add(add(input, stage));
    }
    if (node instanceof PhysicalPlan.ExchangeRead read && roots.containsKey(read.exchange())) {
      below.add(roots.get(read.exchange()));
    }
    nodes.add(node);
    stages.add(stage);
    inputs.add(below);
    return nodes.size() - 1;
  }

  /** Returns the node with a number. */
  PhysicalPlan node(int number) {
    return nodes.get(number);
  }

  /** Returns all, in the order of their numbers. */
  List<PhysicalPlan> all() {
    return List.copyOf(nodes);
  }

  /** Returns how many there are. */
  int size() {
    return nodes.size();
  }

  /** Returns the stage of a node. */
  int stage(int number) {
    return stages.get(number);
  }

  /** Returns the nodes whose rows a node reads. */
  List<Integer> inputs(int number) {
    return inputs.get(number);
  }

  /** Returns the nodes in words. */
  List<PlanNode> described() {
    List<PlanNode> described = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      PhysicalPlan node = nodes.get(i);
      described.add(
          new PlanNode(
              i,
              stages.get(i),
              node.getClass().getSimpleName(),
              PlanText.node(node),
              node.estimate().rows(),
              inputs.get(i)));
    }
    return described;
  }

  /** Returns what each node has done, in the order of their numbers. */
  List<NodeStatus> status(PlanMetrics metrics) {
    List<NodeStatus> all = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      OperatorMetrics did = metrics.of(nodes.get(i));
      all.add(new NodeStatus(i, did.rowsOut(), did.nanos(), did.stateBytes(), did.spilledBytes()));
    }
    return all;
  }
}
