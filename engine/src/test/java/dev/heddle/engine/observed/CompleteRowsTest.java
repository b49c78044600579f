package dev.heddle.engine.observed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.storage.Transfers;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.operator.FrequentKeys;
import dev.heddle.physical.operator.OperatorCounts;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.TaskTotals;
import dev.heddle.physical.operator.ThreadTimes;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SubPlanRows;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompleteRowsTest {
  private static final long NUMBER = 77;
  private static final PhysicalPlan PLAN =
      new PhysicalPlan.Filter(
          new PhysicalPlan.Values(List.of(), new Schema(List.of()), Estimate.UNKNOWN),
          new PhysicalExpr.Literal(Optional.empty(), DataType.BOOL),
          new Estimate(10, 10, new SubPlanRows(NUMBER, 10, -1)));

  @TempDir private Path folder;

  private long kept(long... repeats) {
    ObservedRowStore store = new ObservedRowStore(folder, 10);
    PlanMetrics metrics = new PlanMetrics();
    for (long repeat : repeats) { // each a task with 400 rows
      metrics.add(
          PLAN, new OperatorCounts(0, 400, 1, 0, 0, 0, 0, 0, FrequentKeys.NONE, Optional.empty()));
      metrics.add(new TaskTotals(0, 0, Transfers.NONE, ThreadTimes.NONE, repeat, Map.of()));
    }
    assertThat(CompleteRows.keep(PLAN, metrics, store)).isEqualTo(store.rows(NUMBER) >= 0);
    return store.rows(NUMBER);
  }

  @Test
  void rowsOfAllTasksAreCounted() {
    assertThat(kept(0)).isEqualTo(400);
    assertThat(kept(0, 0)).isEqualTo(800);
  }

  @Test
  void nothingIsCountedWhereATaskRanAgain() {
    assertThat(kept(0, 1)).isEqualTo(-1);
    assertThat(kept(1, 0, 0)).isEqualTo(-1);
  }
}
