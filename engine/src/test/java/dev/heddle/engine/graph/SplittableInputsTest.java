package dev.heddle.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SplittableInputsTest {
  private static final Schema SCHEMA = new Schema(List.of(new Field("a", DataType.INT64, true)));

  private static PhysicalPlan read(int exchange) {
    return new PhysicalPlan.ExchangeRead(exchange, SCHEMA, List.of(), Estimate.UNKNOWN);
  }

  private static PhysicalPlan join(JoinKind kind, PhysicalPlan left, PhysicalPlan right) {
    return new PhysicalPlan.HashJoin(
        left,
        right,
        kind,
        List.of(0),
        List.of(0),
        List.of(false),
        Optional.empty(),
        SCHEMA,
        Estimate.UNKNOWN);
  }

  private static PhysicalPlan aggregate(AggregateMode mode, PhysicalPlan input) {
    return new PhysicalPlan.Aggregate(input, List.of(0), List.of(), mode, SCHEMA, Estimate.UNKNOWN);
  }

  @Test
  void aSideIsDivisibleUnlessTheOtherOnesUnmatchedRowsComeOut() {
    for (JoinKind kind : JoinKind.values()) {
      assertThat(SplittableInputs.of(join(kind, read(0), read(1))))
          .as("%s", kind)
          .isEqualTo(
              switch (kind) {
                case INNER -> Set.of(0, 1);
                case LEFT, LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> Set.of(0);
                case RIGHT, RIGHT_SEMI, RIGHT_ANTI -> Set.of(1);
                case FULL -> Set.of();
              });
    }
  }

  @Test
  void whatWantsRowsOfAGroupTogetherForbidsIt() {
    PhysicalPlan inner = join(JoinKind.INNER, read(0), read(1));
    assertThat(SplittableInputs.of(aggregate(AggregateMode.PARTIAL, inner))).containsExactly(0, 1);
    assertThat(SplittableInputs.of(aggregate(AggregateMode.SINGLE, inner))).isEmpty();
    assertThat(SplittableInputs.of(aggregate(AggregateMode.FINAL, read(0)))).isEmpty();
    PhysicalPlan union =
        new PhysicalPlan.UnionAll(List.of(read(0), read(1)), SCHEMA, Estimate.UNKNOWN);
    assertThat(SplittableInputs.of(union)).isEmpty();
  }

  @Test
  void joinsOnTheWayForbidItToo() {
    PhysicalPlan inner = join(JoinKind.INNER, read(0), read(1));
    assertThat(SplittableInputs.of(join(JoinKind.LEFT, inner, read(2)))).containsExactly(0, 1);
    assertThat(SplittableInputs.of(join(JoinKind.LEFT, read(2), inner))).containsExactly(2);
  }

  @Test
  void whatIsReadTwiceIsNotDivisible() {
    assertThat(SplittableInputs.of(join(JoinKind.INNER, read(0), read(0)))).isEmpty();
  }
}
