package dev.heddle.engine.cluster.client;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.cluster.protocol.StageCounts;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.physical.operator.OperatorCounts;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;

/** Adds up what tasks elsewhere report that they did. Thread-safe. */
public final class MeasuredStages {
  private final PlanMetrics metrics;
  private final List<List<PhysicalPlan>> nodes = new ArrayList<>(); // by stage

  /** Begins with nothing; adds to the metrics. */
  public MeasuredStages(StageGraph graph, PlanMetrics metrics) {
    this.metrics = metrics;
    graph
        .stages()
        .forEach(
            stage -> {
              List<PhysicalPlan> walk = new ArrayList<>();
              collect(stage.fragment(), walk);
              nodes.add(walk);
            });
  }

  private static void collect(PhysicalPlan node, List<PhysicalPlan> walk) {
    walk.add(node);
    node.inputs().forEach(input -> collect(input, walk));
  }

  /** Adds a report. */
  public void add(ControlMessage.Metrics message) {
    StageCounts measured = StageCounts.decode(message.counts());
    metrics.add(measured.totals());
    List<PhysicalPlan> walk = nodes.get(message.stage());
    List<OperatorCounts> counts = measured.nodes();
    for (int i = 0; i < Math.min(walk.size(), counts.size()); i++) {
      metrics.add(walk.get(i), counts.get(i));
    }
  }
}
