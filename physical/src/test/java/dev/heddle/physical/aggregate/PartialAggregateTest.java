package dev.heddle.physical.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.testing.BatchTable;
import dev.heddle.physical.testing.OperatorTester;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Partial aggregation makes fewer rows, or makes way. */
class PartialAggregateTest {
  private static final int ROWS = 60_000;
  private static final int BATCH_ROWS = 1_000;
  private static final AggregateLimits LIMITS = AggregateLimits.inMemory(1_000, 1 << 17, 1L << 20);

  private final OperatorTester tester = new OperatorTester();

  @AfterEach
  void provesThatNothingIsLeft() {
    tester.close();
  }

  /** Returns the number of states that a thread hands on for rows with these keys. */
  private long statesOf(LongUnaryOperator key) {
    List<Batch> batches = new ArrayList<>();
    for (int from = 0; from < ROWS; from += BATCH_ROWS) {
      try (ColumnBuilder keys = new ColumnBuilder(DataType.INT64, tester.account())) {
        for (int i = 0; i < BATCH_ROWS; i++) {
          keys.appendLong(key.applyAsLong(from + i));
        }
        batches.add(Batch.of(tester.account(), BATCH_ROWS, new Column[] {keys.build()}));
      }
    }
    Schema schema = new Schema(List.of(new Field("k", DataType.INT64, true)));
    BatchTable table = tester.table(schema, List.of(batches));
    PhysicalPlan.Aggregate single =
        new PhysicalPlan.Aggregate(
            table.scan(),
            List.of(0),
            List.of(AggregateCall.of(AggregateFunction.COUNT_ALL, DataType.INT64)),
            AggregateMode.SINGLE,
            new Schema(
                List.of(
                    new Field("k", DataType.INT64, true), new Field("n", DataType.INT64, false))),
            Estimate.UNKNOWN);
    tester.setAggregateLimits(LIMITS);
    PhysicalPlan halves = OperatorTester.inTwoHalves(single);
    long groups = tester.run(halves, 1).size();
    long states = tester.metrics().of(halves.inputs().getFirst()).rowsOut();
    assertThat(groups).isEqualTo(tester.run(single, 1).size());
    return states;
  }

  @Test
  void fewGroupsAreHandedOnAtTheEnd() {
    assertThat(statesOf(row -> row % 50)).isEqualTo(50);
  }

  @Test
  void groupsWhoseRowsComeTogetherAreHandedOnWhenATableIsFull() {
    assertThat(statesOf(row -> row / 4)).isBetween(ROWS / 4L, ROWS / 4L + ROWS / 1_000);
  }

  @Test
  void rowsPassWhereEachMakesAGroup() {
    assertThat(statesOf(row -> row * 7_919 % 1_000_003)).isEqualTo(ROWS);
  }

  @Test
  void itIsTriedAgain() {
    long states = statesOf(row -> row < ROWS / 2 ? 1_000 + row : row % 50);
    assertThat(states).isBetween(ROWS / 2L, ROWS / 2L + 16 * LIMITS.maxTableGroups() + 1_000L);
  }
}
