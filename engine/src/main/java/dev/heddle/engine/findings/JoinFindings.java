package dev.heddle.engine.findings;

import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.explain.PlanText;
import java.util.List;
import java.util.Set;

/** Joins that make far more rows, or compare far more, than anybody wants; wrong estimates. */
final class JoinFindings {
  private JoinFindings() {}

  static void find(Found found) {
    for (Evidence.Node node : found.evidence().nodes()) {
      switch (node.plan()) {
        case PhysicalPlan.NestedLoopJoin join -> pairs(found, node, join);
        case PhysicalPlan.HashJoin _, PhysicalPlan.MergeJoin _ -> explosion(found, node);
        default -> {} // no join
      }
    }
    Set<Integer> divided = DividedRows.nodes(found.evidence());
    for (Evidence.Node node : found.evidence().nodes()) {
      if (!divided.contains(node.number())) { // skew was not expected, which is named for itself
        estimate(found, node);
      }
    }
  }

  private static void pairs(Found found, Evidence.Node node, PhysicalPlan.NestedLoopJoin join) {
    Evidence evidence = found.evidence();
    double left = evidence.rowsIn(node, 0);
    double right = evidence.rowsIn(node, 1);
    if (left * right < Thresholds.MIN_PAIRS || left <= 1 || right <= 1) {
      return;
    }
    boolean isCross = join.condition().isEmpty();
    found.add(
        FindingKind.CROSS_JOIN,
        (isCross
                ? "A join without a condition pairs each of "
                : "A join without an equality compares each of ")
            + Found.count(left)
            + " rows with each of "
            + Found.count(right)
            + ": "
            + Found.count(left * right)
            + " pairs, "
            + Found.count(node.rows())
            + " rows ("
            + PlanText.node(join)
            + ")",
        isCross
            ? "name the columns that the two sides have in common in ON or WHERE"
            : "add an equality of columns to the condition, such as a bucket of the value that both"
                + " sides can be joined by",
        evidence.cost(node.nanos() + evidence.nanosAbove(node)),
        List.of(node.number()));
  }

  private static void explosion(Found found, Evidence.Node node) {
    Evidence evidence = found.evidence();
    long left = evidence.rowsIn(node, 0);
    long right = evidence.rowsIn(node, 1);
    if (left == 0 || right == 0) {
      return; // a side was not counted, or the join only hands the other one on
    }
    if (node.rows() < Thresholds.MIN_EXPLODED_ROWS
        || node.rows() < Thresholds.EXPLOSION * Math.max(left, right)) {
      return;
    }
    String keys = String.join(", ", KeyNames.of(evidence, node));
    found.add(
        FindingKind.EXPLODING_JOIN,
        "A join by "
            + keys
            + " makes "
            + Found.count(node.rows())
            + " rows of "
            + Found.count(left)
            + " and "
            + Found.count(right)
            + ": values of the key come often on both sides"
            + node.keys()
                .most()
                .filter(most -> most.share() >= Thresholds.MIN_FREQUENT_SHARE)
                .map(
                    most ->
                        ", "
                            + KeyNames.frequent(KeyNames.of(evidence, node), most)
                            + " in about "
                            + Found.percent(Math.min(1, most.share())))
                .orElse(""),
        "join by a key that is unique on one side, or reduce one side first, by DISTINCT or an"
            + " aggregate by "
            + keys,
        evidence.cost(node.nanos() + evidence.nanosAbove(node)),
        List.of(node.number()));
  }

  private static void estimate(Found found, Evidence.Node node) {
    Evidence evidence = found.evidence();
    if (!isOff(evidence, node)
        || node.inputs().stream().anyMatch(input -> isOff(evidence, evidence.nodes().get(input)))) {
      return;
    }
    boolean isExplained =
        found.has(FindingKind.CROSS_JOIN) || found.has(FindingKind.EXPLODING_JOIN);
    if (!isExplained) {
      found.add(
          FindingKind.ESTIMATE,
          "The planner expected "
              + Found.count(node.plan().estimate().rows())
              + " rows where there were "
              + Found.count(node.rows())
              + " ("
              + PlanText.node(node.plan())
              + "): what follows was planned for the wrong size",
          "keep the rows of this part with persist() or cache(), which counts them, and go on from"
              + " there; or write its condition so that it follows from columns with statistics",
          evidence.cost(evidence.nanosAbove(node)),
          List.of(node.number()));
    }
  }

  private static boolean isOff(Evidence evidence, Evidence.Node node) {
    double expected = node.plan().estimate().rows();
    boolean isEstimated =
        switch (node.plan()) {
          case PhysicalPlan.Scan scan -> scan.runtime().isEmpty();
          case PhysicalPlan.Filter _,
              PhysicalPlan.Aggregate _,
              PhysicalPlan.HashJoin _,
              PhysicalPlan.MergeJoin _ ->
              true;
          default -> false;
        };
    if (!isEstimated || expected < 0) {
      return false;
    }
    double rows = Math.max(1, node.rows());
    double wanted = Math.max(1, expected);
    return Math.max(rows, wanted) >= Thresholds.MIN_ESTIMATED_ROWS
        && (rows >= Thresholds.ESTIMATE_FACTOR * wanted
            || (wanted >= Thresholds.ESTIMATE_FACTOR * rows && isWhole(evidence, node)));
  }

  /** Whether all rows that a node has to give were asked for. */
  private static boolean isWhole(Evidence evidence, Evidence.Node node) {
    return !evidence.mayStopEarly(node) && !hasRuntimeFilter(evidence, node);
  }

  private static boolean hasRuntimeFilter(Evidence evidence, Evidence.Node node) {
    return (node.plan() instanceof PhysicalPlan.Scan scan && !scan.runtime().isEmpty())
        || node.inputs().stream()
            .anyMatch(input -> hasRuntimeFilter(evidence, evidence.nodes().get(input)));
  }
}
