package dev.heddle.engine.graph;

import dev.heddle.io.catalog.PinnedTable;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * A scan of rows that others have left.
 *
 * @param columns which of them it reads
 * @param isWhole whether each task reads all of them, not a share
 */
public record PinnedScan(PinnedTable table, List<Integer> columns, boolean isWhole) {
  /** Returns those of a stage. */
  public static List<PinnedScan> of(StageTemplate stage) {
    List<PinnedScan> found = new ArrayList<>();
    add(stage.fragment(), found);
    return found;
  }

  private static void add(PhysicalPlan plan, List<PinnedScan> found) {
    if (plan instanceof PhysicalPlan.Scan scan && scan.table() instanceof PinnedTable table) {
      found.add(new PinnedScan(table, scan.request().columns(), scan.isWhole()));
    }
    plan.inputs().forEach(input -> add(input, found));
  }
}
