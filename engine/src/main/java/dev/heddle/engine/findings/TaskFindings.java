package dev.heddle.engine.findings;

import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.explain.PlanText;
import java.util.List;

/** Slots that wait for a task, and tasks that wait for who takes their rows. */
final class TaskFindings {
  private static final String DIVIDE =
      "let it be divided: PARTITION BY in window functions, a folder in place of one file, keys in"
          + " joins and groups, repartition(n) of a table that is one small part";
  private static final String SPREAD =
      "treat the frequent value apart, add a column to the key, or aggregate before";

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
    if (evidence.place() == Evidence.Place.HERE && evidence.threads() > 1) {
      evidence.nodes().forEach(node -> idle(found, node));
    }
    client(found);
  }

  /** In one process a task has all threads, which share out what it works on. */
  private static void idle(Found found, Evidence.Node node) {
    Evidence evidence = found.evidence();
    long lost = node.idleNanos() / evidence.threads();
    List<String> keys = keys(node.plan());
    double least = keys.isEmpty() ? Thresholds.MIN_SINGLE_TASK_SHARE : Thresholds.MIN_IDLE_SHARE;
    if (lost < least * evidence.runNanos()) {
      return;
    }
    String what =
        PlanText.node(node.plan())
            + " kept some of "
            + evidence.threads()
            + " threads busy while others had nothing to do, for "
            + Found.seconds(node.idleNanos())
            + " together";
    if (keys.isEmpty()) {
      found.add(
          FindingKind.SINGLE_TASK,
          what + ": it cannot be shared out further",
          DIVIDE,
          lost,
          List.of(node.number()));
    } else {
      found.add(
          FindingKind.SKEW,
          what + ": few values of " + String.join(", ", keys) + " have most of the rows",
          SPREAD,
          lost,
          List.of(node.number()));
    }
  }

  /** Returns the columns by whose values an operator's rows are shared out among threads. */
  private static List<String> keys(PhysicalPlan plan) {
    return switch (plan) {
      case PhysicalPlan.Aggregate aggregate -> names(aggregate.input(), aggregate.keys());
      case PhysicalPlan.Window window -> names(window.input(), window.partitionKeys());
      default -> List.of();
    };
  }

  private static List<String> names(PhysicalPlan input, List<Integer> columns) {
    return columns.stream().map(column -> input.output().field(column).name()).toList();
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
        DIVIDE,
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
        keys.isEmpty() ? "divide the rows more evenly with repartition(n)" : SPREAD,
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
