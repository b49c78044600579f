package dev.heddle.planner.explain;

import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * The stages of a physical plan as text: one line each, in an order in which they can run. A stage
 * is what is between exchanges. Stateless.
 */
public final class StageText {
  private final List<String> lines = new ArrayList<>();

  private StageText() {}

  /** Returns the stages: what each reads, how much it does, and where its rows go. */
  public static String of(PhysicalPlan plan) {
    StageText text = new StageText();
    text.stage(plan, "result");
    return String.join("\n", text.lines) + "\n";
  }

  private int stage(PhysicalPlan root, String target) {
    List<String> sources = new ArrayList<>();
    int nodes = collect(root, sources);
    lines.add(
        "stage "
            + lines.size()
            + ": "
            + String.join(", ", sources)
            + " -> "
            + nodes
            + (nodes == 1 ? " operator" : " operators")
            + " -> "
            + target);
    return lines.size() - 1;
  }

  private int collect(PhysicalPlan plan, List<String> sources) {
    if (plan instanceof PhysicalPlan.Exchange exchange) {
      int stage =
          stage(exchange.input(), PlanText.node(exchange).replace("Exchange ", "exchange "));
      sources.add("stage " + stage);
      return 0;
    }
    if (plan instanceof PhysicalPlan.Scan scan) {
      sources.add(scan.table().name());
    }
    int nodes = 1;
    for (PhysicalPlan input : plan.inputs()) {
      nodes += collect(input, sources);
    }
    return nodes;
  }
}
