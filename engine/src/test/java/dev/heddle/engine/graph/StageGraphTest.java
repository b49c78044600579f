package dev.heddle.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

class StageGraphTest {
  private static final Schema SCHEMA = new Schema(List.of(new Field("a", DataType.INT64, true)));
  private static final Estimate LITTLE = new Estimate(10, 80);
  private static final Estimate MUCH = new Estimate(1e9, 8e9);
  private static final List<SortOrder> ORDER =
      List.of(new SortOrder(0, SortDirection.ASCENDING, NullPlacement.LAST));

  private static PhysicalPlan gathered(List<SortOrder> order, Estimate estimate) {
    PhysicalPlan values = new PhysicalPlan.Values(List.of(), SCHEMA, estimate);
    PhysicalPlan scattered =
        new PhysicalPlan.Exchange(values, new Distribution.RoundRobin(), estimate);
    return new PhysicalPlan.Exchange(scattered, new Distribution.Single(order), estimate);
  }

  private static boolean endsWithReader(PhysicalPlan plan) {
    return StageCutter.cut(plan, 4).endsWithReader();
  }

  @Test
  void rowsThatOnlyPassAreReadWhereTheyGo() {
    assertThat(endsWithReader(gathered(List.of(), MUCH))).isTrue();
    assertThat(endsWithReader(new PhysicalPlan.Limit(gathered(List.of(), MUCH), 0, 7, LITTLE)))
        .isTrue();
  }

  @Test
  void fewRowsAreSortedAndMergedWhereTheyGo() {
    assertThat(endsWithReader(new PhysicalPlan.Sort(gathered(List.of(), LITTLE), ORDER, LITTLE)))
        .isTrue();
    assertThat(endsWithReader(gathered(ORDER, LITTLE))).isTrue();
  }

  @Test
  void manyRowsAreSortedAndMergedByATask() {
    assertThat(endsWithReader(new PhysicalPlan.Sort(gathered(List.of(), MUCH), ORDER, MUCH)))
        .isFalse();
    assertThat(endsWithReader(gathered(ORDER, MUCH))).isFalse();
    assertThat(endsWithReader(gathered(ORDER, Estimate.UNKNOWN))).isFalse();
  }

  @Test
  void aResultOfSeveralExchangesIsMadeByATask() {
    PhysicalPlan both =
        new PhysicalPlan.UnionAll(
            List.of(gathered(List.of(), LITTLE), gathered(List.of(), MUCH)), SCHEMA, LITTLE);
    assertThat(endsWithReader(both)).isFalse();
  }

  @Test
  void aPlanOfOneStageRunsWhereItsRowsAre() {
    assertThat(endsWithReader(new PhysicalPlan.Values(List.of(), SCHEMA, LITTLE))).isFalse();
  }
}
