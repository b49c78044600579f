package dev.heddle.server.model;

import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.watch.Finding;
import dev.heddle.frame.watch.NodeStatus;
import dev.heddle.frame.watch.PlanNode;
import dev.heddle.frame.watch.QueryEvent;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a query at a moment; its texts are masked.
 *
 * @param nodes the plan's nodes; empty while it is planned, and where they are not known
 * @param statuses what they have done
 * @param steps the steps of its life that are over
 * @param series milliseconds since the beginning, rows, bytes read, memory, bytes spilled
 * @param findings what was wrong with it, the costliest first
 */
public record QueryView(
    QuerySummary summary,
    List<StageRecord> stages,
    List<PlanNode> nodes,
    List<NodeStatus> statuses,
    List<QueryEvent.StepEnded> steps,
    List<double[]> series,
    List<Finding> findings,
    Optional<QueryProfile> profile) {
  /** Copies the lists. */
  public QueryView {
    stages = List.copyOf(stages);
    nodes = List.copyOf(nodes);
    statuses = List.copyOf(statuses);
    steps = List.copyOf(steps);
    series = List.copyOf(series);
    findings = List.copyOf(findings);
  }
}
