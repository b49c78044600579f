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

class MandatoryInputsTest {
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

  private static PhysicalPlan aggregate(AggregateMode mode, Integer... keys) {
    return new PhysicalPlan.Aggregate(
        read(0), List.of(keys), List.of(), mode, SCHEMA, Estimate.UNKNOWN);
  }

  @Test
  void aJoinNeedsTheSidesWhoseRowsComeOutOnlyInPairs() {
    for (JoinKind kind : JoinKind.values()) {
      assertThat(MandatoryInputs.of(join(kind, read(0), read(1))))
          .as("%s", kind)
          .isEqualTo(
              switch (kind) {
                case INNER, LEFT_SEMI, RIGHT_SEMI -> Set.of(0, 1);
                case LEFT, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> Set.of(0);
                case RIGHT, RIGHT_ANTI -> Set.of(1);
                case FULL -> Set.of();
              });
    }
    assertThat(MandatoryInputs.of(join(JoinKind.FULL, read(0), read(0)))).containsExactly(0);
  }

  @Test
  void resultsOfAnAggregateWithoutKeysNeedNothing() {
    assertThat(MandatoryInputs.of(aggregate(AggregateMode.SINGLE))).isEmpty();
    assertThat(MandatoryInputs.of(aggregate(AggregateMode.FINAL))).isEmpty();
    assertThat(MandatoryInputs.of(aggregate(AggregateMode.PARTIAL))).containsExactly(0);
    for (AggregateMode mode : AggregateMode.values()) {
      assertThat(MandatoryInputs.of(aggregate(mode, 0))).containsExactly(0);
    }
  }

  @Test
  void aUnionNeedsWhatAllItsInputsNeed() {
    PhysicalPlan join = join(JoinKind.INNER, read(0), read(1));
    assertThat(
            MandatoryInputs.of(
                new PhysicalPlan.UnionAll(List.of(join, read(1)), SCHEMA, Estimate.UNKNOWN)))
        .containsExactly(1);
  }
}
