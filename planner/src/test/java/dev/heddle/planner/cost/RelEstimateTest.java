package dev.heddle.planner.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heddle.physical.plan.SubPlanRows;
import java.util.List;
import org.junit.jupiter.api.Test;

class RelEstimateTest {
  private static final double TABLE_ROWS = 500_000;

  /** A column of a table of which a filter kept some rows. */
  private static ColumnEstimate column(double distinct, double domain) {
    return new ColumnEstimate(distinct, domain, TABLE_ROWS, 0, Double.NaN, Double.NaN, 8);
  }

  @Test
  void aKeyHasAsManyValuesAsRowsWereCounted() {
    RelEstimate estimate =
        new RelEstimate(
            9_000,
            List.of(
                column(9_000, TABLE_ROWS), // a key
                column(4_900, 5_000), // nearly all values
                column(3, 5_000))); // those that a condition has left
    RelEstimate more = estimate.counted(new SubPlanRows(1, 9_000, 90_000));
    assertThat(more.rows()).isEqualTo(90_000);
    assertThat(more.column(0).distinct()).isCloseTo(90_000, within(1.0));
    assertThat(more.column(1).distinct()).isCloseTo(5_000, within(1.0));
    assertThat(more.column(2).distinct()).isEqualTo(3);
  }

  @Test
  void fewerRowsHaveFewerValues() {
    RelEstimate estimate = new RelEstimate(9_000, List.of(column(9_000, TABLE_ROWS)));
    assertThat(estimate.counted(new SubPlanRows(1, 9_000, 90)).column(0).distinct())
        .isCloseTo(90, within(1.0));
  }

  @Test
  void aCountNearTheEstimateChangesNothing() {
    RelEstimate estimate = new RelEstimate(9_000, List.of(column(9_000, TABLE_ROWS)));
    RelEstimate counted = estimate.counted(new SubPlanRows(1, 9_000, 9_500));
    assertThat(counted.rows()).isEqualTo(9_000);
    assertThat(counted.columns()).isEqualTo(estimate.columns());
  }
}
