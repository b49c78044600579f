package dev.heddle.engine.findings;

import dev.heddle.physical.operator.FrequentKeys;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.explain.PlanText;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

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
    long lost = Math.max(0, node.idleNanos() - node.waitNanos()) / evidence.threads();
    List<String> keys =
        node.plan() instanceof PhysicalPlan.HashJoin ? List.of() : KeyNames.of(evidence, node);
    FrequentKeys frequent = node.keys();
    Optional<FrequentKeys.Frequent> heavy =
        frequent.most().filter(most -> most.share() > 1.0 / evidence.threads());
    boolean isSkewed =
        !keys.isEmpty()
            && (frequent.rows() == 0 || frequent.share() >= Thresholds.MIN_FREQUENT_SHARE);
    double least =
        isSkewed
            ? heavy.isPresent() ? Thresholds.MIN_COST_SHARE : Thresholds.MIN_IDLE_SHARE
            : Thresholds.minSingleTaskShare(evidence.threads());
    if (evidence.unloaded((double) lost) < minIdle(isSkewed && heavy.isPresent())
        || lost < least * evidence.runNanos()) {
      return;
    }
    String what =
        PlanText.node(node.plan())
            + " kept some of "
            + evidence.threads()
            + " threads busy while others had nothing to do, for "
            + Found.seconds(node.idleNanos())
            + " together";
    if (isSkewed) {
      String why =
          heavy
              .map(most -> heavy(keys, most))
              .orElse("few values of " + String.join(", ", keys) + " have most of the rows");
      found.add(FindingKind.SKEW, what + ": " + why, SPREAD, lost, List.of(node.number()));
    } else if (!isExplained(found, node)) {
      found.add(
          FindingKind.SINGLE_TASK,
          what + ": it cannot be shared out further",
          remedy(node),
          lost,
          List.of(node.number()));
    }
  }

  private static long minIdle(boolean isHeavy) {
    return isHeavy ? Thresholds.MIN_HEAVY_IDLE_NANOS : Thresholds.MIN_IDLE_NANOS;
  }

  /** Whether a scan is slow for its storage, or for a join that makes too many rows of its own. */
  private static boolean isExplained(Found found, Evidence.Node node) {
    return node.plan() instanceof PhysicalPlan.Scan
        && (found.has(FindingKind.CROSS_JOIN)
            || found.has(FindingKind.EXPLODING_JOIN)
            || found.has(FindingKind.SLOW_STORAGE));
  }

  private static String heavy(List<String> keys, FrequentKeys.Frequent most) {
    return KeyNames.frequent(keys, most)
        + " in about "
        + Found.percent(Math.min(1, most.share()))
        + " of the rows";
  }

  private static String remedy(Evidence.Node node) {
    return switch (node.plan()) {
      case PhysicalPlan.Scan _ when node.scan().isPresent() ->
          "write the table in several files, or in smaller row groups (COPY … (row_group_size n)):"
              + " what was read is in "
              + Found.count(node.scan().get().rowGroups() - node.scan().get().rowGroupsSkipped())
              + " parts that threads can share out";
      case PhysicalPlan.Window _ ->
          "let it be divided by a PARTITION BY, or by one with more values, in the window"
              + " functions";
      case PhysicalPlan.Aggregate _ ->
          "group by a column too, or take functions whose states are merged, such as"
              + " approx_quantile and approx_count_distinct";
      default -> DIVIDE;
    };
  }

  private static void single(Found found, Evidence.Stage stage) {
    Evidence evidence = found.evidence();
    double idle = stage.maxNanos() * (1 - 1.0 / evidence.slots());
    List<Evidence.Node> nodes = evidence.ofStage(stage.stage());
    Optional<Evidence.Node> whole =
        nodes.stream().filter(node -> isWhole(evidence, node)).findFirst();
    long least = whole.isPresent() ? Thresholds.MIN_IDLE_NANOS : Thresholds.MIN_SMALL_STAGE_NANOS;
    if (evidence.unloaded(idle) < least
        || idle < Thresholds.minSingleTaskShare(evidence.slots()) * evidence.runNanos()) {
      return;
    }
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
            + " slots were idle"
            + whole
                .map(
                    node ->
                        ": "
                            + PlanText.node(node.plan())
                            + " has to see all of "
                            + Found.count(evidence.rowsIn(node, 0))
                            + " rows")
                .orElse(""),
        whole.map(TaskFindings::remedy).orElse(DIVIDE),
        (long) idle,
        List.of(whole.orElse(nodes.getLast()).number()));
  }

  /** Whether a node needs all of many rows in one task. */
  private static boolean isWhole(Evidence evidence, Evidence.Node node) {
    boolean isOne =
        switch (node.plan()) {
          case PhysicalPlan.Window window -> window.partitionKeys().isEmpty();
          case PhysicalPlan.Aggregate aggregate ->
              aggregate.keys().isEmpty() && aggregate.mode() == AggregateMode.SINGLE;
          case PhysicalPlan.RowIndex _ -> true;
          default -> false;
        };
    return isOne && evidence.rowsIn(node, 0) >= Thresholds.MIN_GATHERED_ROWS;
  }

  private static void skew(Found found, Evidence.Stage stage) {
    Evidence evidence = found.evidence();
    double mean = (double) stage.totalNanos() / stage.tasks();
    double fair = Math.max(mean, (double) stage.totalNanos() / evidence.slots());
    long lost = (long) (stage.maxNanos() - fair);
    List<Evidence.Node> nodes = evidence.ofStage(stage.stage());
    Optional<Evidence.Node> keyed = keyed(evidence, stage);
    boolean isHeavy =
        keyed
            .flatMap(node -> node.keys().most())
            .filter(most -> most.share() > 1.0 / evidence.slots())
            .isPresent();
    double least = isHeavy ? Thresholds.HEAVY_SKEW : Thresholds.SKEW;
    if (evidence.unloaded((double) lost) < minIdle(isHeavy)
        || stage.maxNanos() < least * Math.max(1, stage.medianNanos())) {
      return;
    }
    List<Integer> numbers =
        nodes.stream()
            .filter(node -> node.plan() instanceof PhysicalPlan.ExchangeRead)
            .map(Evidence.Node::number)
            .toList();
    String keys = String.join(", ", stage.keys());
    String why =
        keyed
            .flatMap(
                node -> node.keys().most().map(most -> heavy(KeyNames.of(evidence, node), most)))
            .map(text -> ": " + text)
            .orElse(keys.isEmpty() ? "" : ": most rows have the same values of " + keys);
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
            + why,
        keys.isEmpty() ? "divide the rows more evenly with repartition(n)" : SPREAD,
        lost,
        numbers);
  }

  /**
   * Returns the operator of a stage that has the least even values of the keys by which rows were
   * divided among its tasks; those of others, such as of a join with all of a small table, decide
   * nothing.
   */
  private static Optional<Evidence.Node> keyed(Evidence evidence, Evidence.Stage stage) {
    return evidence.ofStage(stage.stage()).stream()
        .filter(node -> node.keys().most().isPresent())
        .filter(
            node ->
                isDividedBy(stage, KeyNames.of(evidence, node))
                    || isDividedBy(stage, KeyNames.ofSecond(evidence, node)))
        .max(Comparator.comparing(node -> node.keys().most().orElseThrow().share()));
  }

  /** Whether rows with equal keys are in one task. Columns without a name may be any. */
  private static boolean isDividedBy(Evidence.Stage stage, List<String> keys) {
    return !stage.keys().isEmpty()
        && stage.keys().stream().allMatch(key -> key.startsWith("$") || keys.contains(key));
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
