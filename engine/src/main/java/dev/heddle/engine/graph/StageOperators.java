package dev.heddle.engine.graph;

import dev.heddle.physical.plan.PhysicalPlan;

/** What a stage does, in a line: its operators, leaves first. */
public final class StageOperators {
  private StageOperators() {}

  /** Returns the operators of a fragment, such as {@code Scan orders → Filter → Aggregate}. */
  public static String of(PhysicalPlan fragment) {
    StringBuilder text = new StringBuilder();
    append(fragment, text);
    return text.toString();
  }

  private static void append(PhysicalPlan node, StringBuilder text) {
    node.inputs().forEach(input -> append(input, text));
    text.append(text.isEmpty() ? "" : " → ").append(node.getClass().getSimpleName());
    if (node instanceof PhysicalPlan.Scan scan) {
      text.append(' ').append(scan.table().name());
    }
  }
}
