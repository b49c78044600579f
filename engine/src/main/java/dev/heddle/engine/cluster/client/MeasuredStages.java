package dev.heddle.engine.cluster.client;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.cluster.protocol.StageCounts;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.physical.operator.OperatorCounts;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.List;

/** Adds up what tasks elsewhere report that they did. Thread-safe. */
public final class MeasuredStages {
  private final PlanMetrics metrics;
  private final List<List<PhysicalPlan>> nodes; // by stage

  /** Begins with nothing; adds to the metrics. */
  public MeasuredStages(StageGraph graph, PlanMetrics metrics) {
    this.metrics = metrics;
    this.nodes = graph.stages().stream().map(StageTemplate::nodes).toList();
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
