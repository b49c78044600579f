package dev.heddle.engine.findings;

import dev.heddle.io.scan.ScanFilter;
import dev.heddle.physical.expr.ExprRowFilter;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Functions of the user's own that take most of the time. */
final class FunctionFindings {
  private FunctionFindings() {}

  static void find(Found found) {
    Evidence evidence = found.evidence();
    evidence
        .functionNanos()
        .forEach(
            (function, nanos) -> {
              double share = (double) nanos / Math.max(1, evidence.busyNanos());
              if (share >= Thresholds.MIN_FUNCTION_SHARE) {
                add(found, function, nanos, share);
              }
            });
  }

  private static void add(Found found, String function, long nanos, double share) {
    Evidence evidence = found.evidence();
    List<Integer> nodes = new ArrayList<>();
    long rows = 0;
    for (Evidence.Node node : evidence.nodes()) {
      Set<String> called = new TreeSet<>();
      expressions(node.plan()).forEach(each -> Predicates.addUserFunctions(each, called));
      if (called.contains(function)) {
        nodes.add(node.number());
        rows += node.inputs().isEmpty() ? read(node) : evidence.rowsIn(node, 0);
      }
    }
    found.add(
        FindingKind.USER_FUNCTION,
        "The function "
            + function
            + " takes "
            + Found.percent(Math.min(1, share))
            + " of the time of all operators: "
            + Found.seconds(nanos)
            + " of threads for "
            + Found.count(rows)
            + " rows",
        "make it cheaper for each row, call it on fewer rows (filter or take distinct values"
            + " first), or say the same with functions of SQL, which work on batches",
        evidence.cost(nanos),
        nodes);
  }

  private static long read(Evidence.Node scan) {
    return scan.scan().map(each -> each.rowsRead()).orElse(scan.rows());
  }

  static List<PhysicalExpr> expressions(PhysicalPlan plan) {
    return switch (plan) {
      case PhysicalPlan.Project project -> project.expressions();
      case PhysicalPlan.Filter filter -> List.of(filter.predicate());
      case PhysicalPlan.HashJoin join -> join.residual().stream().toList();
      case PhysicalPlan.MergeJoin join -> join.residual().stream().toList();
      case PhysicalPlan.NestedLoopJoin join -> join.condition().stream().toList();
      case PhysicalPlan.Scan scan ->
          scan.request().filter().conjuncts().stream()
              .map(ScanFilter.Conjunct::rows)
              .filter(ExprRowFilter.class::isInstance)
              .map(filter -> ((ExprRowFilter) filter).predicate())
              .toList();
      default -> List.of();
    };
  }
}
