package dev.heddle.engine.findings;

import dev.heddle.physical.plan.PhysicalPlan;
import java.util.List;

/** Slots that wait for a task, and tasks that wait for who takes their rows. */
final class TaskFindings {
  private TaskFindings() {}

  static void find(Found found) {
    Evidence evidence = found.evidence();
    for (Evidence.Stage stage : evidence.stages()) {
      if (evidence.slots() > 1) {
        if (stage.tasks() == 1) {
          single(found, stage);
        } else {
          skew(found, stage);
        }
      }
    }
    client(found);
  }

  private static List<Evidence.Node> nodes(Evidence evidence, int stage) {
    return evidence.nodes().stream().filter(node -> node.stage() == stage).toList();
  }

  private static void single(Found found, Evidence.Stage stage) {
    Evidence evidence = found.evidence();
    double idle = stage.maxNanos() * (1 - 1.0 / evidence.slots());
    if (idle < Thresholds.MIN_SINGLE_TASK_SHARE * evidence.runNanos()) {
      return;
    }
    List<Evidence.Node> nodes = nodes(evidence, stage.stage());
    Evidence.Node last = nodes.getLast();
    found.add(
        FindingKind.SINGLE_TASK,
        "Stage "
            + stage.stage()
            + " is one task, which ran for "
            + Found.seconds(stage.maxNanos())
            + " while "
            + (evidence.slots() - 1)
            + " of "
            + evidence.slots()
            + " slots were idle",
        "let it be divided: PARTITION BY in window functions, a folder in place of one file, keys"
            + " in joins and groups, repartition(n) of a table that is one small part",
        (long) idle,
        List.of(last.number()));
  }

  private static void skew(Found found, Evidence.Stage stage) {
    Evidence evidence = found.evidence();
    double mean = (double) stage.totalNanos() / stage.tasks();
    if (stage.maxNanos() < Thresholds.SKEW * Math.max(1, stage.medianNanos())) {
      return;
    }
    double fair = Math.max(mean, (double) stage.totalNanos() / evidence.slots());
    List<Integer> numbers =
        nodes(evidence, stage.stage()).stream()
            .filter(node -> node.plan() instanceof PhysicalPlan.ExchangeRead)
            .map(Evidence.Node::number)
            .toList();
    String keys = String.join(", ", stage.keys());
    found.add(
        FindingKind.SKEW,
        "One task of stage "
            + stage.stage()
            + " ran for "
            + Found.seconds(stage.maxNanos())
            + ", half of its "
            + stage.tasks()
            + " tasks for at most "
            + Found.seconds(stage.medianNanos())
            + (keys.isEmpty() ? "" : ": most rows have the same values of " + keys),
        keys.isEmpty()
            ? "divide the rows more evenly with repartition(n)"
            : "treat the frequent value apart, add a column to the key, or aggregate before",
        (long) (stage.maxNanos() - fair),
        numbers);
  }

  private static void client(Found found) {
    Evidence evidence = found.evidence();
    if (evidence.resultNanos() >= Thresholds.MIN_RESULT_SHARE * evidence.runNanos()) {
      found.add(
          FindingKind.CLIENT_BOUND,
          "Taking the "
              + Found.count(evidence.resultRows())
              + " rows of the result took "
              + Found.seconds(evidence.resultNanos())
              + " of "
              + Found.seconds(evidence.runNanos())
              + ": they are made faster than they are taken",
          "aggregate, filter or limit in the query, write the rows to files where they are made, or"
              + " take them in batches with toArrow()",
          evidence.resultNanos(),
          List.of());
    }
  }
}
