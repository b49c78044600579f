package dev.heddle.engine.findings;

import dev.heddle.planner.explain.PlanText;
import java.util.List;

/** States that did not fit into memory. */
final class StateFindings {
  private StateFindings() {}

  /** Whether one task of several has most of the rows, and with them most of the state. */
  private static boolean isOfSkewedTask(Found found, Evidence.Node node) {
    Evidence evidence = found.evidence();
    return evidence.place() == Evidence.Place.ELSEWHERE
        && found.nodes(FindingKind.SKEW).stream()
            .anyMatch(number -> evidence.nodes().get(number).stage() == node.stage());
  }

  /** Returns the share of a node's time that it could have had for something else. */
  private static double spilledShare(Evidence evidence, Evidence.Node node) {
    double stateBytes = (double) node.stateBytes() * evidence.tasks(node.stage());
    return Thresholds.SHARE_OF_SPILLING
        * Math.min(1, node.spilledBytes() / Math.max(1, stateBytes));
  }

  static void find(Found found) {
    Evidence evidence = found.evidence();
    for (Evidence.Node node : evidence.nodes()) {
      if (node.spilledBytes() > 0 && !isOfSkewedTask(found, node)) {
        found.add(
            FindingKind.SPILL,
            PlanText.node(node.plan())
                + " wrote "
                + Found.bytes(node.spilledBytes())
                + " to the disk and read them again: its state did not fit into memory, of which it"
                + " had at most "
                + Found.bytes(node.stateBytes()),
            "give the session or the workers more memory, read fewer columns or rows before it, or"
                + " use more tasks at a time with less in each",
            (long) (evidence.cost(node.nanos()) * spilledShare(evidence, node)),
            List.of(node.number()));
      }
    }
  }
}
