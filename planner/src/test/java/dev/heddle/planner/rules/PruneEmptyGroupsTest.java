package dev.heddle.planner.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.planner.PlannerSettings;
import dev.heddle.planner.Queries;
import dev.heddle.planner.TpchTables;
import org.junit.jupiter.api.Test;

class PruneEmptyGroupsTest {
  private final Queries queries = new Queries(TpchTables.scaleOne());

  private String plan(String sql) {
    return queries.plan(sql, PlannerSettings.DEFAULT).physicalText();
  }

  @Test
  void groupsOfNoRowAreNone() {
    assertThat(plan("select n_name, count(*) from nation where 1 = 0 group by n_name"))
        .doesNotContain("Aggregate");
  }

  @Test
  void totalOfNoRowIsARow() {
    assertThat(plan("select count(*) from nation where 1 = 0")).contains("Aggregate");
  }

  @Test
  void emptyGroupingSetHasARowEvenOverNone() {
    assertThat(plan("select n_name, count(*) from nation where 1 = 0 group by rollup(n_name)"))
        .contains("Aggregate PARTIAL [count(*)]");
  }
}
