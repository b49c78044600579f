package dev.heddle.physical.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.plan.ApartInputs;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PartitionGroup;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What tasks read and need whose union has inputs that are read apart. */
class ApartInputsTest {
  private static final Schema NUMBERS = Schema.of(Field.of("id", DataType.INT64));
  private static final int THREADS = 2;

  private static PhysicalPlan sorted(int exchange, int firstTask) {
    PhysicalPlan read =
        new PhysicalPlan.ExchangeRead(
            exchange, NUMBERS, List.of(), false, PartitionGroup.ALL, firstTask, Estimate.UNKNOWN);
    return new PhysicalPlan.Sort(
        read,
        List.of(new SortOrder(0, SortDirection.ASCENDING, NullPlacement.LAST)),
        Estimate.UNKNOWN);
  }

  private static PhysicalPlan.UnionAll union(PhysicalPlan... inputs) {
    return new PhysicalPlan.UnionAll(List.of(inputs), true, NUMBERS, Estimate.UNKNOWN);
  }

  @Test
  void aTaskReadsTheInputsWhoseTasksItIs() {
    PhysicalPlan.UnionAll union = union(sorted(0, 0), sorted(1, 5), sorted(2, 9));
    assertThat(ApartInputs.firstTasks(union)).containsExactly(0, 5, 9);
    assertThat(ApartInputs.of(union, 0, 5)).containsExactly(union.inputs().get(0));
    assertThat(ApartInputs.of(union, 5, 9)).containsExactly(union.inputs().get(1));
    assertThat(ApartInputs.of(union, 9, 100)).containsExactly(union.inputs().get(2));
    assertThat(ApartInputs.of(union, 4, 6)).isEqualTo(union.inputs().subList(0, 2));
    assertThat(ApartInputs.of(union, 0, Integer.MAX_VALUE)).isEqualTo(union.inputs());
  }

  @Test
  void aTaskNeedsNoMemoryForInputsThatItDoesNotRead() {
    PhysicalPlan one = sorted(0, 0);
    long bytes = MemoryFloors.reservedBytes(one, THREADS);
    assertThat(bytes).isPositive();
    assertThat(MemoryFloors.reservedBytes(union(one, sorted(1, 5)), THREADS)).isEqualTo(bytes);
    PhysicalPlan together =
        new PhysicalPlan.UnionAll(List.of(one, sorted(1, 0)), NUMBERS, Estimate.UNKNOWN);
    assertThat(MemoryFloors.reservedBytes(together, THREADS)).isGreaterThan(bytes);
  }
}
